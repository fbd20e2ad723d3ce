/**
 * The room of calls: the steps that every call goes through, each an interceptor.
 * This file says what a step is, and `chain` in which order they come. What a
 * step needs of its session it is given; what goes over the wire is the transport's.
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
  /** Where it is called. */
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
  /** Which limit the deadline comes from, for the text of its error. */
  readonly limit: CallLimit | undefined;
  /** Number of this attempt: 1 for the first. */
  readonly attempt: number;
  /** An earlier attempt may have reached the server. */
  readonly mayHaveReachedServer: boolean;
  /** What the caller asked for. */
  readonly options: CallOptions;
}

/** A limit of time, as the program or the session has set it. */
export interface CallLimit {
  /** The option that sets it: `attemptTimeoutMs of the session`. */
  readonly option: string;
  /** Its value, in milliseconds. */
  readonly ms: number;
  /** The program has not set it. */
  readonly isDefault?: boolean | undefined;
  /** The reason of calls that reach it. Default: `DEADLINE_EXCEEDED`. */
  readonly reason?: ClientReason | undefined;
}

/** What came back. A reply of a stream is there as soon as the server has begun to answer. */
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
