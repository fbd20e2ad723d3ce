/** The data of a call with its response. */
export interface CallResponse<T> {
  readonly data: T;
  readonly status: number;
  /** The response: status, headers and final URL. Its body has been read. */
  readonly response: Response;
  /** The number of requests that were sent, at least 1. */
  readonly attempts: number;
  /** The server confirmed that the cached body is current (304). */
  readonly isCached: boolean;
}

/** A call in progress, which gives its data. `ByStatus` pairs statuses with data if several are described. */
export interface Call<T, ByStatus = unknown> extends Promise<T> {
  /** The data with status, response, headers and number of attempts. */
  withResponse(): Promise<CallResponse<T> & ByStatus>;
}

/** Makes the call that settles with a response. */
export function makeCall<T, ByStatus = unknown>(
  response: Promise<CallResponse<T> & ByStatus>,
): Call<T, ByStatus> {
  const call = response.then(({ data }) => data) as Call<T, ByStatus>;
  call.withResponse = () => {
    // The response reports the failure. Nobody may await the call itself.
    call.catch(() => undefined);
    return response;
  };
  return call;
}
