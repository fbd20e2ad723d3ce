/** The checks of arguments: see the option `validateRequests` of clients. */
export type RequestChecks = "default" | "strict" | "report" | "off";

/** The positional arguments of a call: those of the path, in its order, and the body. */
export interface Input {
  readonly values?: readonly unknown[];
  /** `undefined` sends no body. */
  readonly body?: unknown;
  /** Returns the URL to call instead of `url`, that of the arguments, such as a link to the next page. */
  readonly link?: (baseUrl: string, url: string) => string;
}

/** When and how often a failed request is sent again. */
export interface RetryOptions {
  /**
   * The maximum number of attempts, the first included. Default 4. POST and PATCH are sent once, unless the API has
   * idempotency keys or the call itself sets `maxAttempts`.
   */
  readonly maxAttempts?: number | undefined;
  /** The first pause is random between 0 and this, in milliseconds; the bound doubles each time. Default 100. */
  readonly baseDelayMs?: number | undefined;
  /** The longest pause, in milliseconds, unless the server requests a longer one. Default 5,000. */
  readonly maxDelayMs?: number | undefined;
  /** The call fails at once if the server requests a longer pause (`Retry-After`), in milliseconds. Default 30,000. */
  readonly maxRetryAfterMs?: number | undefined;
}

/** Options of one call. They override those of the client. */
export interface CallOptions {
  /** Aborts the call at any time; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the call with all its attempts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The time limit of one attempt, until its body has been read, in milliseconds. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Overrides each member of the client's; `false` sends the request once. */
  readonly retry?: RetryOptions | false | undefined;
  /** The maximum size of the response in bytes, after decompression. */
  readonly maxBodyBytes?: number | undefined;
  /** How the arguments are checked before they are sent. Default: as the client does. */
  readonly validateRequests?: RequestChecks | undefined;
  /** Headers of this call. They override those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** All options that operations have; generated types narrow them. */
export interface OperationOptions extends CallOptions {
  /** Parameters of the operation, by the names of the API. */
  readonly params?: object | undefined;
  /** The content type of the body, one of those that the description lists. */
  readonly contentType?: string | undefined;
  /** The media type of the response, one of those that the description lists. */
  readonly accept?: string | undefined;
  /** Returns bytes as a stream instead of a Blob. */
  readonly as?: "stream" | undefined;
}

/** Options of an iteration over the pages of a list. */
export interface PageOptions {
  /** The maximum number of pages to read. Default 10,000. If there are more, the iteration throws. */
  readonly maxPages?: number | undefined;
}

/** Options of an operation with parameters in query, headers or cookies. They are required if one of them is. */
export type OptionsWith<Params extends object> = CallOptions &
  (Record<never, never> extends Params
    ? { readonly params?: Params | undefined }
    : { readonly params: Params });
