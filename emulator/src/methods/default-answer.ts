/** Answers methods that neither the API nor a handler determines, with messages of default values. */
import { create, type DescMethod, type Message } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";

/** The headers of a response that is made of default values. */
export const defaultAnswerHeaders = { "x-emulator-answer": "default" };

/** Returns the default response of a unary method. */
export function defaultAnswer({ output }: DescMethod): Message {
  return create(output);
}

/**
 * Answers a streaming call: a stream from the client with one response when it ends, a bidirectional stream with one
 * response for each request, and any other call with one response.
 */
export async function* defaultAnswers(
  { output, methodKind }: DescMethod,
  request: ReflectMessage | AsyncIterable<ReflectMessage>,
): AsyncGenerator<Message> {
  if ("desc" in request) {
    yield create(output);
    return;
  }
  for await (const _ of request) {
    if (methodKind === "bidi_streaming") yield create(output);
  }
  if (methodKind === "client_streaming") yield create(output);
}
