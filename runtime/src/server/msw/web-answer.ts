import type { IncomingResponse } from "../../calls/chain/interceptor.js";
import type { StatusDetail } from "../../calls/error/call-error.js";
import type { Metadata } from "../../calls/rpc/metadata.js";
import { statusCodes } from "../../calls/error/status-code.js";
import { writeRpcStatus } from "../../calls/error/rpc-status-bytes.js";
import { base64 } from "../../messages/json/base64.js";
import { enveloped } from "../../network/transport/fetch/envelope.js";
import { jsonFormat } from "../../network/transport/fetch/json-format.js";
import type { WebCall } from "./web-call.js";

/** The end of a call that failed. */
export interface CallFailure {
  /** Number of the status code. */
  readonly code: number;
  readonly text: string;
  readonly details: readonly StatusDetail[];
  readonly trailer: Metadata;
}

/** Converts an error to the end of a call. */
type ReadFailure = (error: unknown) => CallFailure;

/** Writes the response of a call in its protocol. */
export function writeAnswer(call: WebCall, reply: IncomingResponse, readFailure: ReadFailure): Response {
  if (call.protocol === "connect")
    return new Response(encode(call, reply.message), { headers: { "content-type": connectType(call) } });
  const messages = reply.messages ?? [reply.message];
  const source = frames(call, messages, readFailure);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void source.return(),
  });
  return new Response(body, { headers: { "content-type": streamType(call) } });
}

/** Writes the failure of a call in its protocol. */
export function writeFailure(call: WebCall, failure: CallFailure): Response {
  if (call.protocol === "connect") {
    const status = httpStatuses[statusCodes[failure.code] ?? "UNKNOWN"] ?? 500;
    return Response.json(connectError(failure), { status });
  }
  return new Response(endFrame(call, failure), { headers: { "content-type": streamType(call) } });
}

async function* frames(
  call: WebCall,
  messages: AsyncIterable<unknown> | Iterable<unknown>,
  readFailure: ReadFailure,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let failure: CallFailure | undefined;
  try {
    for await (const message of messages) yield enveloped(encode(call, message), 0);
  } catch (error) {
    failure = readFailure(error);
  }
  yield endFrame(call, failure);
}

function encode({ method: { response }, isJson }: WebCall, message: unknown): Uint8Array<ArrayBuffer> {
  return (
    isJson ? jsonFormat.encode(response, message) : response.encode(message)
  ) as Uint8Array<ArrayBuffer>;
}

function connectType({ isJson }: WebCall): string {
  return isJson ? "application/json" : "application/proto";
}

function streamType(call: WebCall): string {
  return call.protocol === "grpc-web"
    ? "application/grpc-web+proto"
    : connectType(call).replace("/", "/connect+");
}

/** The last frame: the trailers of gRPC-web (flag 0x80), or the end of a Connect stream (flag 2). */
function endFrame({ protocol }: WebCall, failure: CallFailure | undefined): Uint8Array<ArrayBuffer> {
  const isGrpcWeb = protocol === "grpc-web";
  const text = isGrpcWeb
    ? trailerText(failure)
    : JSON.stringify(failure ? { error: connectError(failure) } : {});
  return enveloped(new TextEncoder().encode(text), isGrpcWeb ? 0x80 : 2);
}

function trailerText(failure: CallFailure | undefined): string {
  const lines = [`grpc-status: ${failure?.code ?? 0}`];
  if (failure) {
    const { code, text, details, trailer } = failure;
    lines.push(`grpc-message: ${encodeURIComponent(text)}`);
    if (details.length > 0)
      lines.push(
        `grpc-status-details-bin: ${base64(writeRpcStatus(code, text, details)).replace(/=+$/, "")}`,
      );
    for (const [name, value] of trailer)
      lines.push(`${name}: ${typeof value === "string" ? value : base64(value)}`);
  }
  return lines.map((line) => `${line}\r\n`).join("");
}

/** An error in JSON (Connect protocol, "Error Codes"). */
function connectError({ code, text, details }: CallFailure): object {
  const name = (statusCodes[code] ?? "UNKNOWN").toLowerCase();
  return {
    code: name === "cancelled" ? "canceled" : name,
    message: text,
    details: details.map(({ typeName, value }) => ({
      type: typeName,
      value: base64(value).replace(/=+$/, ""),
    })),
  };
}

/** HTTP statuses of Connect's errors; all others are 500 (Connect protocol, "Error Codes"). */
const httpStatuses: Readonly<Partial<Record<(typeof statusCodes)[number], number>>> = {
  CANCELLED: 499,
  INVALID_ARGUMENT: 400,
  DEADLINE_EXCEEDED: 504,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  RESOURCE_EXHAUSTED: 429,
  FAILED_PRECONDITION: 400,
  ABORTED: 409,
  OUT_OF_RANGE: 400,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  UNAUTHENTICATED: 401,
};
