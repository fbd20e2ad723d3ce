import { typeError } from "../../base/text/coded-error.js";
import type { AttemptCount } from "../chain/call-copy.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import type { Metadata } from "../rpc/metadata.js";
import { readResponseId } from "../chain/response-id.js";

/**
 * The responses of a streaming call. Read them once, with `for await`. The call starts when reading begins. Leaving the
 * loop cancels the call, and a failure is thrown into the loop. Flow control slows the server down to the speed of the
 * reader.
 */
export interface ServerStream<T> extends AsyncIterable<T> {
  /** Starts the call and waits for the response headers. */
  withResponse(): Promise<StreamResponse<T>>;
}

/** A stream with its metadata. */
export interface StreamResponse<T> {
  /** The responses. They can be read once. */
  readonly messages: AsyncIterable<T>;
  /** Number of attempts until the server started to respond: 0 if an interceptor returned the response. */
  readonly attempts: number;
  /** Request ID, if the server sends one. */
  readonly requestId: string | undefined;
  /** Trace ID, if the server sends one. */
  readonly traceId: string | undefined;
  /** The headers of the response. */
  readonly header: Metadata;
  /** The trailers of the response. Empty until the last response. */
  readonly trailer: Metadata;
}

/** Creates the stream of a call, which starts when it is read. */
export function serverStream<T>(start: (count: AttemptCount) => Promise<IncomingResponse>): ServerStream<T> {
  const count = { attempts: 0 };
  let hasStarted = false;
  const startOnce = (): Promise<IncomingResponse> => {
    if (hasStarted)
      throw typeError(
        "CALL_MISUSED",
        "the stream was read before, and can be read only once; make the call again",
      );
    hasStarted = true;
    return start(count);
  };
  return {
    async *[Symbol.asyncIterator]() {
      const { messages } = await startOnce();
      yield* requireResponses<T>(messages);
    },
    async withResponse() {
      const reply = await startOnce();
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

/** Returns the responses, which the decoder of the method has made. */
function requireResponses<T>(messages: AsyncIterable<unknown> | undefined): AsyncIterable<T> {
  if (!messages)
    throw typeError(
      "RETURN_VALUE_INVALID",
      "an interceptor returned a response without messages for a stream",
    );
  return withThrow(messages as AsyncIterable<T>);
}

/**
 * Adds `throw` to the iterators of responses, which may lack it. It cancels the call and throws the caller's own error, as
 * `destroy(error)` of a Node stream and `yield*` expect.
 */
function withThrow<T>(messages: AsyncIterable<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = messages[Symbol.asyncIterator]();
      const iterable: AsyncIterableIterator<T> = {
        next: () => iterator.next(),
        return: async (value) => (await iterator.return?.(value)) ?? { done: true, value: await value },
        async throw(error) {
          try {
            await iterator.return?.();
          } catch {
            // The caller's error counts, not that of the canceled call.
          }
          throw error;
        },
        [Symbol.asyncIterator]: () => iterable,
      };
      return iterable;
    },
  };
}
