/** What a call brought back besides its data. */
export interface Answer<T> {
  readonly data: T;
  /** The response itself: status, headers, final URL. Its body has been read. */
  readonly response: Response;
  /** Requests that were sent for it, counted from 1. */
  readonly attempts: number;
  /** The server confirmed that the cached body is current (304). */
  readonly isCached: boolean;
}

/**
 * A call under way, sent once, however often it is awaited. Awaiting it gives
 * the data; `withResponse()` gives the response too.
 */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "Call";
  readonly #answer: Promise<Answer<T>>;

  constructor(answer: Promise<Answer<T>>) {
    this.#answer = answer;
  }

  /** The data with status, headers and number of attempts. */
  withResponse(): Promise<Answer<T>> {
    return this.#answer;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is what it is for
  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onData, onError);
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#answer.then(({ data }) => data).finally(onEnd);
  }
}
