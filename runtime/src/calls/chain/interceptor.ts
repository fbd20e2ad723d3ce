/**
 * The interceptors that every call passes. This file defines an interceptor and a call; `chain.ts` has the order.
 *
 * @module
 */
import type { ClientReason } from "../../base/text/error-codes.js";
import type { Method } from "../rpc/service.js";
import type { Endpoint } from "../endpoint/endpoint.js";
import type { CallOptions } from "./call-options.js";
import type { Metadata } from "../rpc/metadata.js";

/**
 * One step in the path of every call. An interceptor gets the next step
 * and returns a step that wraps it:
 *
 * ```ts
 * const timed: Interceptor = (next) => async (call) => {
 *   const start = performance.now();
 *   try {
 *     return await next(call);
 *   } finally {
 *     console.log(call.method.path, performance.now() - start);
 *   }
 * };
 * ```
 *
 * To change a call, pass on a copy: `next({ ...call, metadata:
 * call.metadata.with("x-team", "blue") })`. To answer it, return a reply and
 * leave `next` alone. To repeat it, call `next` again; a call with `messages`
 * cannot be repeated, since they are read once. The first interceptor of a list
 * is the outermost. A session's interceptors see every logical call once, with
 * its idempotency key and reset mask, before authorization and retries; see
 * `chain.ts` for the whole order.
 */
export type Interceptor = (next: Next) => Next;

/** The rest of the path: makes the call and returns the reply, or rejects. */
export type Next = (call: OutgoingCall) => Promise<IncomingResponse>;

/** A call on its way to the server. Never changed in place. */
export interface OutgoingCall {
  /** The rpc: `call.method.path` is `/svc.compute.v1.InstanceService/Get`. */
  readonly method: Method;
  /** The endpoint of the call. */
  readonly endpoint: Endpoint;
  /** The request, complete. Undefined if the caller streams requests. */
  readonly message: unknown;
  /** The requests of a client-streaming or bidirectional call; read once. */
  readonly messages: AsyncIterable<unknown> | undefined;
  /** The headers, as far as the steps before have set them. */
  readonly metadata: Metadata;
  /** The caller's signal; an abort rejects with its reason. */
  readonly signal: AbortSignal | undefined;
  /** When the reply must be there, in milliseconds of the session's clock; Infinity if nothing limits it. */
  readonly deadlineMs: number;
  /** The limit that sets the deadline, for the text of the error. */
  readonly limit: CallLimit | undefined;
  /** Whether the call waits for a connection, or fails if the next attempt to connect fails. Default: true. */
  readonly waitForReady?: boolean | undefined;
  /** Number of this attempt: 1 for the first. */
  readonly attempt: number;
  /** An earlier attempt may have reached the server. */
  readonly mayHaveReachedServer: boolean;
  /** The options of the call. */
  readonly options: CallOptions;
}

/** A time limit of the program, the session or the API. */
export interface CallLimit {
  /** The option that sets it: `attemptTimeoutMs of the session`. */
  readonly option: string;
  /** Its value, in milliseconds. */
  readonly ms: number;
  /** Whether the limit is a default. */
  readonly isDefault?: boolean | undefined;
  /** The reason of calls that reach it. Default: `DEADLINE_EXCEEDED`. */
  readonly reason?: ClientReason | undefined;
}

/** A response. The response of a stream is available when the server starts to answer. */
export interface IncomingResponse {
  /** Metadata that came before the first message. */
  readonly header: Metadata;
  /** The response. Undefined if the method streams responses. */
  readonly message: unknown;
  /** The responses of a server-streaming or bidirectional call; read once. Leaving the loop cancels the call. */
  readonly messages: AsyncIterable<unknown> | undefined;
  /** Metadata that came at the end; empty until a stream has ended, so do not copy a stream's reply with `{ ...reply }`. */
  readonly trailer: Metadata;
}
