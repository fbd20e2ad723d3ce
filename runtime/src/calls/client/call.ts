import type { AttemptCount } from "../chain/call-copy.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import type { Metadata } from "../rpc/metadata.js";
import { readResponseId } from "../chain/response-id.js";

/** A response with its metadata. */
export interface CallResponse<T> {
  /** The response. */
  readonly data: T;
  /** Number of attempts: 0 if an interceptor returned the response. For `modify`, the attempts of its last call. */
  readonly attempts: number;
  /** Request ID for support requests, if the server sends one. */
  readonly requestId: string | undefined;
  /** Trace ID, if the server sends one. */
  readonly traceId: string | undefined;
  /** The headers of the response. */
  readonly header: Metadata;
  /** The trailers of the response. */
  readonly trailer: Metadata;
}

/**
 * A call that was started: a promise of the response. It rejects with a `CallError`, or with the reason of the signal if the
 * caller aborted it.
 */
export interface Call<T> extends Promise<T> {
  /** Returns the response of this call with its metadata and IDs. Makes no other call. */
  withResponse(): Promise<CallResponse<T>>;
}

/**
 * Creates the call for a pending reply.
 *
 * @param prototype `Promise.prototype`, or a prototype that inherits from it.
 */
export function makeCall<T>(
  reply: Promise<IncomingResponse>,
  read: (reply: IncomingResponse) => T,
  prototype: object,
  count: AttemptCount,
): Call<T> {
  // A call is a promise with the property that is set below.
  const call = reply.then(read) as { -readonly [Name in keyof Call<T>]: Call<T>[Name] };
  call.withResponse = () => readResponse(reply, call, count);
  return Object.setPrototypeOf(call, prototype) as Call<T>;
}

async function readResponse<T>(
  reply: Promise<IncomingResponse>,
  data: Promise<T>,
  count: AttemptCount,
): Promise<CallResponse<T>> {
  // The program may never await the call itself, which must not count as an unhandled rejection.
  data.catch(() => undefined);
  const answer = await reply;
  return {
    data: await data,
    attempts: count.attempts,
    requestId: readResponseId("x-request-id", answer),
    traceId: readResponseId("x-trace-id", answer),
    header: answer.header,
    trailer: answer.trailer,
  };
}
