import { create, isMessage, type DescMessage, type Message } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import { requireKnownFields } from "../messages/known-fields.js";
import type { Invocation, Reply } from "../methods/invocation.js";
import { type Answer, type DynamicMessage, type Handler, StartedOperation } from "./handler.js";
import { handlerContext } from "./handler-context.js";
import { EmulatorError } from "../text/emulator-error.js";

/** Lets a handler answer a unary call. */
export async function answerUnary(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  handler: Handler,
): Promise<Reply> {
  const answer = await handler(request.message as DynamicMessage, handlerContext(cloud, call, request));
  if (isStream(answer))
    throw new EmulatorError("HANDLER_INVALID", `the handler of ${call.method.name} answered with a stream`);
  if (answer instanceof StartedOperation) return { kind: "operation", id: answer.id };
  return { kind: "message", message: readAnswer(cloud, call.method.desc.output, answer) };
}

/** Lets a handler answer a streaming call, with one request or a stream of them. */
export async function* answerStream(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage | AsyncIterable<ReflectMessage>,
  handler: Handler,
): AsyncGenerator<Message> {
  const isOne = "desc" in request;
  const context = handlerContext(cloud, call, isOne ? request : undefined);
  const input = isOne ? request.message : readMessages(request);
  // What a handler of a streaming method gets is a stream; its type is the caller's to state.
  const answer = await handler(input as unknown as DynamicMessage, context);
  const { output } = call.method.desc;
  if (!isStream(answer)) {
    yield readAnswer(cloud, output, answer);
    return;
  }
  for await (const one of answer) yield readAnswer(cloud, output, one);
}

async function* readMessages(requests: AsyncIterable<ReflectMessage>): AsyncGenerator<Message> {
  for await (const { message } of requests) yield message;
}

/** Reads the message of an answer without its INPUT_ONLY fields, because a handler may return a stored resource. */
function readAnswer(cloud: Cloud, output: DescMessage, answer: Answer): Message {
  return cloud.view.visible(output, asMessage(output, answer));
}

function asMessage(output: DescMessage, answer: Answer): Message {
  if (answer instanceof StartedOperation)
    throw new EmulatorError("HANDLER_INVALID", "only a unary method answers with an operation");
  if (isMessage(answer)) {
    if (answer.$typeName === output.typeName) return answer;
    throw new EmulatorError(
      "HANDLER_INVALID",
      `the handler answered with ${answer.$typeName}, the method answers with ${output.typeName}`,
    );
  }
  requireKnownFields(output, answer);
  return create(output, answer as Record<string, never>);
}

function isStream(answer: unknown): answer is AsyncIterable<Answer> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}
