/* Copied by `stratus openapi` from src/rest/runtime/call-options.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The arguments of a call that stand by position: those of the path, in its order, and the body. */
export interface Input {
  readonly values?: readonly unknown[];
  /** `undefined` sends no body. */
  readonly body?: unknown;
}

/** When and how often a failed request is sent again. */
export interface RetryOptions {
  /**
   * Requests at most, the first included. Default 4. Of a client, it never makes
   * a method repeatable: POST and PATCH are sent once, unless the API promises
   * idempotency keys or the call itself says `retry: { maxAttempts }`.
   */
  readonly maxAttempts?: number | undefined;
  /** The first wait is random between 0 and this; it doubles each time. Default 100. */
  readonly baseDelayMs?: number | undefined;
  /** No wait is longer, unless the server asks for it. Default 5,000. */
  readonly maxDelayMs?: number | undefined;
  /** A server that asks for more (`Retry-After`) makes the call fail at once. Default 30,000. */
  readonly maxRetryAfterMs?: number | undefined;
}

/** What may be set for one call; it wins over the client's options. */
export interface CallOptions {
  /** Ends the call, whatever it is doing; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** For the call with all its attempts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** For one attempt, headers and body, in milliseconds. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Wins over the client's, member by member; `false` sends the request once. With `maxAttempts`, POST and PATCH are repeated too. */
  readonly retry?: RetryOptions | false | undefined;
  /** The most bytes of the answer, after decompression; wins over the client's. */
  readonly maxBodyBytes?: number | undefined;
  /** Sent with this call; they win over those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What generated code passes on: the options of an operation, whichever of these it has. */
export interface SentOptions extends CallOptions {
  /** Parameters of the operation, by the names of the API. */
  readonly params?: object | undefined;
  /** In which of the described forms the body is sent. */
  readonly contentType?: string | undefined;
  /** Which of the described forms the answer shall have. */
  readonly accept?: string | undefined;
  /** Bytes as a stream and not as a Blob. */
  readonly as?: "stream" | undefined;
}

/** Options of an operation with parameters in query, headers or cookies: required where one of them is. */
export type OptionsWith<Params extends object> = CallOptions &
  (Record<never, never> extends Params
    ? { readonly params?: Params | undefined }
    : { readonly params: Params });
