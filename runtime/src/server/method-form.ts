/**
 * Handlers of a generated service as methods of grpc-js, from the request to the response or the failure. It
 * imports only the entry points of the client side, as a program would.
 *
 * @module
 */
import type { MethodDefinition, sendUnaryData, ServerUnaryCall, UntypedHandleCall } from "@grpc/grpc-js";
import type { Method } from "../entries/generated/sdk-v1.js";
import { answerMany, answerOne, type AnyHandler, type Arrival } from "./answer.js";
import type { ServerWiring } from "../calls/rpc/define-server.js";
import { LiveCall } from "./live-call.js";
import type { RawCall, RequestStream, ResponseStream } from "./raw-call.js";
import { readRequests } from "./requests.js";
import type { ServerCall } from "../calls/rpc/server-call.js";

/** Takes errors, and the call that they happened in if that is known. */
export type Report = (error: unknown, call: ServerCall | undefined) => void;

/** An rpc as the library needs it: its path, and how its messages are read and written. */
export function wireForm(method: Method, report: Report): MethodDefinition<unknown, unknown> {
  const { path, request, response } = method;
  return {
    path,
    requestStream: isRequestStream(method),
    responseStream: isResponseStream(method),
    requestSerialize: (message) => toBuffer(request.encode(message)),
    requestDeserialize: (bytes) => request.decode(bytes),
    responseSerialize: (message) => {
      try {
        return toBuffer(response.encode(message));
      } catch (error) {
        report(error, undefined);
        throw error;
      }
    },
    responseDeserialize: (bytes) => response.decode(bytes),
  };
}

/** The same bytes, not a copy. */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The function that the library calls when an rpc arrives. */
export function implementation(
  method: Method,
  wiring: ServerWiring,
  handler: AnyHandler,
  report: Report,
): UntypedHandleCall {
  const isStreamed = isRequestStream(method);
  const arrive = (raw: RawCall): Arrival => {
    const live = new LiveCall(raw, method, wiring.headers ?? {});
    const request = isStreamed
      ? readRequests(raw as RequestStream, live)
      : (raw as ServerUnaryCall<unknown, unknown>).request;
    return { method, wiring, live, request, handler, report: (error) => report(error, live) };
  };
  // The library calls each kind of rpc with the call that is meant for it.
  if (isResponseStream(method)) return (raw: ResponseStream) => void answerMany(arrive(raw), raw);
  return (raw: RawCall, reply: sendUnaryData<unknown>) => void answerOne(arrive(raw), reply);
}

function isRequestStream({ kind }: Method): boolean {
  return kind === "clientStreaming" || kind === "bidiStreaming";
}

function isResponseStream({ kind }: Method): boolean {
  return kind === "serverStreaming" || kind === "bidiStreaming";
}
