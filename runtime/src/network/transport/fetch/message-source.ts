import type { IncomingResponse } from "../../../calls/chain/interceptor.js";
import { type FailureOrigin, localFailure, StatusError } from "../../../calls/error/status-error.js";
import type { Metadata } from "../../../calls/rpc/metadata.js";
import { type Status, statusNumber } from "../status.js";
import type { ActiveFetch } from "./active-fetch.js";
import type { Received } from "./web-metadata.js";

/** The messages of a response, each read on demand. */
export interface MessageSource {
  readonly header: Metadata;
  /** The trailers; empty until the end. */
  readonly trailer: Metadata;
  /**
   * Returns the next message; undefined if the status is OK and no more follow.
   *
   * @throws A StatusError: that of the server, or of a response that breaks the protocol.
   */
  next(): Promise<{ readonly message: unknown } | undefined>;
}

/** Converts a status to a failure. */
export function statusFailure(
  { code, text, clientReason }: Status,
  { header, trailer }: Received,
  origin: FailureOrigin = "server",
): StatusError {
  return new StatusError(code, text, header, trailer, origin, clientReason);
}

/**
 * Returns the only message of a response.
 *
 * @throws A StatusError if there is none, or more than one.
 */
export async function onlyMessage(source: MessageSource): Promise<IncomingResponse> {
  const first = await source.next();
  if (!first) {
    throw statusFailure({ code: statusNumber("UNIMPLEMENTED"), text: "the server sent no response" }, source);
  }
  if (await source.next()) throw localFailure("UNIMPLEMENTED", "the server sent more than one response");
  return { message: first.message, messages: undefined, header: source.header, trailer: source.trailer };
}

/**
 * Returns a stream of messages when the first one, or the end, has arrived. Over `fetch` the status is in the body, so
 * that only this shows a failure before the first message, which can be retried.
 */
export async function openStream(source: MessageSource, live: ActiveFetch): Promise<IncomingResponse> {
  const first = await source.next();
  if (!first) live.end();
  const messages = new FetchStream(source, live, first);
  return {
    message: undefined,
    messages,
    header: source.header,
    get trailer() {
      return source.trailer;
    },
  };
}

/** The messages of a stream as an iterator. */
class FetchStream implements AsyncIterableIterator<unknown> {
  readonly #source: MessageSource;
  readonly #live: ActiveFetch;
  #first: { readonly message: unknown } | undefined;
  #isOver: boolean;
  /** The last read, which the next one waits for. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: MessageSource, live: ActiveFetch, first: { readonly message: unknown } | undefined) {
    this.#source = source;
    this.#live = live;
    this.#first = first;
    this.#isOver = !first;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<unknown>> {
    const result = this.#last.then(() => this.#read());
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Cancels the call, since the reader has left the loop. */
  return(): Promise<IteratorResult<unknown>> {
    this.#isOver = true;
    this.#live.cancel(new Error("the caller left the stream"));
    return Promise.resolve({ done: true, value: undefined });
  }

  async #read(): Promise<IteratorResult<unknown>> {
    if (this.#isOver) return { done: true, value: undefined };
    const first = this.#first;
    this.#first = undefined;
    if (first) return { done: false, value: first.message };
    try {
      const next = await this.#source.next();
      if (next) return { done: false, value: next.message };
    } catch (error) {
      if (this.#isOver) return { done: true, value: undefined };
      this.#isOver = true;
      this.#live.cancel(error);
      throw error;
    }
    this.#isOver = true;
    this.#live.end();
    return { done: true, value: undefined };
  }
}
