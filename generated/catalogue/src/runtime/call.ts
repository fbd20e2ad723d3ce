/* Copied by `stratus openapi` from src/rest/runtime/call.ts of protoc-gen-stratus. DO NOT EDIT. */
/** What a call brought back besides its data. */
export interface Answer<T> {
  readonly data: T;
  /** HTTP status. */
  readonly status: number;
  /** The response itself: status, headers, final URL. Its body has been read. */
  readonly response: Response;
  /** Requests that were sent for it, counted from 1. */
  readonly attempts: number;
  /** The server confirmed that the cached body is current (304). */
  readonly isCached: boolean;
}

/**
 * A call under way, sent once, however often it is awaited. Awaiting it gives
 * the data. `Told` pairs statuses with what they bring, where an operation
 * describes several.
 */
export interface Call<T, Told = unknown> extends Promise<T> {
  /** The data with status, response, headers and number of attempts. */
  withResponse(): Promise<Answer<T> & Told>;
}

/** The call that an answer will end. */
export function makeCall<T, Told = unknown>(answer: Promise<Answer<T> & Told>): Call<T, Told> {
  const call = answer.then(({ data }) => data) as Call<T, Told>;
  call.withResponse = () => {
    // From here on a failure shows on the answer; here no one waits for it.
    call.catch(() => undefined);
    return answer;
  };
  return call;
}
