import type { AttemptCount } from "../chain/call-copy.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import type { Metadata } from "../rpc/metadata.js";
import { readResponseId } from "../chain/response-id.js";

/**
 * The responses of a streaming call, to be read once, with `for await`. The call
 * is made when reading begins. Leaving the loop cancels it; a failure is thrown
 * into the loop. A slow reader slows the server down.
 */
export interface ServerStream<T> extends AsyncIterable<T> {
  /** Makes the call and waits until the server has begun to answer. */
  withResponse(): Promise<StreamResponse<T>>;
}

/** A stream with what comes around it. */
export interface StreamResponse<T> {
  /** The responses, to be read once. */
  readonly messages: AsyncIterable<T>;
  /** Number of attempts until the server has begun to answer: 0 if an interceptor answered. */
  readonly attempts: number;
  /** Identifier of the request; where the server sends one. */
  readonly requestId: string | undefined;
  /** Identifier of the trace; where the server sends one. */
  readonly traceId: string | undefined;
  /** Metadata before the first response. */
  readonly header: Metadata;
  /** Metadata after the last response; empty until then. */
  readonly trailer: Metadata;
}

/** The stream of a call that is started when someone reads it. */
export function serverStream<T>(start: (count: AttemptCount) => Promise<IncomingResponse>): ServerStream<T> {
  const count = { attempts: 0 };
  let begun = false;
  const begin = (): Promise<IncomingResponse> => {
    if (begun) throw new TypeError("this stream has been read already; make the call again to read it again");
    begun = true;
    return start(count);
  };
  return {
    async *[Symbol.asyncIterator]() {
      const { messages } = await begin();
      yield* requireResponses<T>(messages);
    },
    async withResponse() {
      const reply = await begin();
      return {
        messages: requireResponses<T>(reply.messages),
        attempts: count.attempts,
        requestId: readResponseId("x-request-id", reply),
        traceId: readResponseId("x-trace-id", reply),
        header: reply.header,
        get trailer() {
          return reply.trailer;
        },
      };
    },
  };
}

/** The method's decoder has made the responses, so their type is the method's. */
function requireResponses<T>(messages: AsyncIterable<unknown> | undefined): AsyncIterable<T> {
  if (!messages) throw new TypeError("an interceptor answered a stream without messages");
  return messages as AsyncIterable<T>;
}
