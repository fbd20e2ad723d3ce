import type { IncomingResponse } from "../../../calls/chain/interceptor.js";
import { localFailure, StatusError } from "../../../calls/error/status-error.js";
import type { Metadata } from "../../../calls/rpc/metadata.js";
import { type Status, statusNumber } from "../status.js";
import type { LiveFetch } from "./live-fetch.js";
import type { Received } from "./web-metadata.js";

/** The messages of an answer, each read when it is asked for. */
export interface MessageSource {
  readonly header: Metadata;
  /** The metadata that came at the end; empty before. */
  readonly trailer: Metadata;
  /**
   * The next message; undefined if the call has ended well.
   *
   * @throws A StatusError: the server's, or that of an answer that breaks the protocol.
   */
  next(): Promise<{ readonly message: unknown } | undefined>;
}

/** The failure that a status says. */
export function statusFailure(
  { code, text, clientReason }: Status,
  { header, trailer }: Received,
): StatusError {
  return new StatusError(code, text, header, trailer, "server", clientReason);
}

/**
 * The one message of an answer.
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
 * A stream of messages. It is there with the first of them, or the end: a server over `fetch` says at the end of a body
 * what it says in headers elsewhere, and a failure before the first message can be repeated.
 */
export async function openStream(source: MessageSource, live: LiveFetch): Promise<IncomingResponse> {
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

/** The messages of a stream for its reader. */
class FetchStream implements AsyncIterableIterator<unknown> {
  readonly #source: MessageSource;
  readonly #live: LiveFetch;
  #first: { readonly message: unknown } | undefined;
  #isOver: boolean;
  /** Reads follow each other, whoever asks. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: MessageSource, live: LiveFetch, first: { readonly message: unknown } | undefined) {
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

  /** The caller has left the loop. */
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
