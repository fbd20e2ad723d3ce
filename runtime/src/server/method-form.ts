/**
 * The room of servers: how the handlers of a generated service become methods of
 * grpc-js, from the request that came in to the answer or the failure that goes
 * out. Of the client's half it uses the entries alone, as a program would.
 *
 * @module
 */
import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  MethodDefinition,
  UntypedHandleCall,
} from "@grpc/grpc-js";
import type { Method } from "../sdk.js";
import { answerMany, answerOne, type AnyHandler, type Arrival } from "./answer.js";
import type { ServerWiring } from "../rpc/define-server.js";
import { LiveCall } from "./live-call.js";
import type { RawCall } from "./raw-call.js";
import { requestsOf } from "./requests.js";
import type { ServerCall } from "../rpc/server-call.js";

/** Told of errors, and of the call that they happened in where that is known. */
export type Report = (error: unknown, call: ServerCall | undefined) => void;

/** An rpc as the library needs it: its path, and how its messages are read and written. */
export function wireForm(method: Method, report: Report): MethodDefinition<unknown, unknown> {
  const { path, kind, request, response } = method;
  return {
    path,
    requestStream: kind === "clientStreaming" || kind === "bidiStreaming",
    responseStream: kind === "serverStreaming" || kind === "bidiStreaming",
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
  const arrive = (raw: RawCall, read: (live: LiveCall) => unknown): Arrival => {
    const live = new LiveCall(raw, method, wiring.headers ?? {});
    return { method, wiring, live, request: read(live), handler, report: (error) => report(error, live) };
  };
  const kinds = {
    unary: ((raw, reply) =>
      void answerOne(
        arrive(raw, () => raw.request),
        reply,
      )) satisfies handleUnaryCall<unknown, unknown>,
    clientStreaming: ((raw, reply) =>
      void answerOne(
        arrive(raw, (live) => requestsOf(raw, live)),
        reply,
      )) satisfies handleClientStreamingCall<unknown, unknown>,
    serverStreaming: ((raw) =>
      void answerMany(
        arrive(raw, () => raw.request),
        raw,
      )) satisfies handleServerStreamingCall<unknown, unknown>,
    bidiStreaming: ((raw) =>
      void answerMany(
        arrive(raw, (live) => requestsOf(raw, live)),
        raw,
      )) satisfies handleBidiStreamingCall<unknown, unknown>,
  };
  return kinds[method.kind] as UntypedHandleCall;
}
