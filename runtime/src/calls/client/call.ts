import type { AttemptCount } from "../chain/call-copy.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import type { Metadata } from "../rpc/metadata.js";
import { readResponseId } from "../chain/response-id.js";

/** A response with what came around it. */
export interface CallResponse<T> {
  /** The response. */
  readonly data: T;
  /** Number of attempts of the call: 0 if an interceptor answered it. Of `modify`: those of its last call. */
  readonly attempts: number;
  /** Identifier of the request, for the support of the service; where the server sends one. */
  readonly requestId: string | undefined;
  /** Identifier of the trace; where the server sends one. */
  readonly traceId: string | undefined;
  /** Metadata before the response. */
  readonly header: Metadata;
  /** Metadata after the response. */
  readonly trailer: Metadata;
}

/**
 * A call that has been started: a promise of the response. It rejects with a
 * `CallError`, or with the signal's reason when its caller aborted it.
 */
export interface Call<T> extends Promise<T> {
  /** The response with its metadata and ids; the same call, not another one. */
  withResponse(): Promise<CallResponse<T>>;
}

/**
 * The call of a reply under way.
 *
 * @param prototype Promise's own prototype, or one that inherits from it.
 */
export function makeCall<T>(
  reply: Promise<IncomingResponse>,
  read: (reply: IncomingResponse) => T,
  prototype: object,
  count: AttemptCount,
): Call<T> {
  // The one property that makes a call of a promise is set below.
  const call = reply.then(read) as { -readonly [Name in keyof Call<T>]: Call<T>[Name] };
  call.withResponse = () => readResponse(reply, call, count);
  return Object.setPrototypeOf(call, prototype) as Call<T>;
}

async function readResponse<T>(
  reply: Promise<IncomingResponse>,
  data: Promise<T>,
  count: AttemptCount,
): Promise<CallResponse<T>> {
  // Whoever asks for this may never look at the call itself.
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
