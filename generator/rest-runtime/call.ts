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
 * the data.
 */
export interface Call<T> extends Promise<T> {
  /** The data with response, headers and number of attempts. */
  withResponse(): Promise<Answer<T>>;
}

/** The call that an answer will end. */
export function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  const call = answer.then(dataOf) as Call<T>;
  call.withResponse = () => {
    // From here on a failure shows on the answer; here no one waits for it.
    call.catch(() => undefined);
    return answer;
  };
  return call;
}

function dataOf<T>({ data }: Answer<T>): T {
  return data;
}
