/* Copied by `stratus openapi` from src/rest/runtime/error.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * Why a call failed.
 *
 * - `INVALID_ARGUMENT`: an argument, a header or a credential cannot be sent; no request was made.
 * - `NOT_FOUND`: the server has no such resource: 404 or 410, or a success that holds none.
 * - `RESOURCE_EXHAUSTED`: 429, too many requests.
 * - `CANCELLED`: 499, the server says that the client closed the request.
 * - `UNAVAILABLE`: 503, or no complete answer came: name resolution, refused, reset, cut off.
 * - `DEADLINE_EXCEEDED`: the answer, headers or body, took longer than allowed.
 * - `SERVER_ERROR`: 500 to 599, apart from 503.
 * - `HTTP_ERROR`: any other status that is not a success.
 * - `DECODE`: the answer is not JSON.
 * - `VALIDATION`: the answer is JSON of another shape than described.
 */
export type ErrorCode =
  | "INVALID_ARGUMENT"
  | "NOT_FOUND"
  | "RESOURCE_EXHAUSTED"
  | "CANCELLED"
  | "UNAVAILABLE"
  | "DEADLINE_EXCEEDED"
  | "SERVER_ERROR"
  | "HTTP_ERROR"
  | "DECODE"
  | "VALIDATION";

/** A place in an answer that differs from the API's description. */
export interface Issue {
  /** Where: `toys[2].name`; empty for the answer itself. */
  readonly path: string;
  /** What the description says, such as `integer`. */
  readonly expected: string;
  /** What came, by kind and never by value, such as `string`. */
  readonly actual: string;
  /**
   * `rounded` is a whole number that JavaScript cannot hold, so that it is not the one that the server sent. `tooDeep` is
   * a value that is nested too deep to be compared. `different` is every other difference.
   */
  readonly kind: "different" | "rounded" | "tooDeep";
}

/** What is known of a failed call. */
export interface ErrorDetails {
  /** The operation, as it is called on the client: `pets.get`. */
  readonly operation?: string | undefined;
  /** HTTP method and path; no host, no query. */
  readonly request?: string | undefined;
  /** HTTP status, where an answer came. */
  readonly status?: number | undefined;
  /** Headers of the answer, where one came. */
  readonly headers?: Headers | undefined;
  /** The start of the answer's body, 500 characters at most. */
  readonly excerpt?: string | undefined;
  /** The answer's body, decoded where it is JSON; undefined where it is longer than the client keeps. */
  readonly body?: unknown;
  /** Requests sent for this call, counted from 1; 0 where none was. */
  readonly attempts?: number | undefined;
  /** How long the server asks to wait (`Retry-After`), in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Where the answer differs from the description; only with `VALIDATION`. */
  readonly issues?: readonly Issue[] | undefined;
  /** The error beneath, where there is one. */
  readonly cause?: unknown;
}

/**
 * Thrown when a call fails, whatever the reason; `code` says which. A caller's
 * own abort is not one of these: it rejects with the signal's reason. No
 * request header, and so no credential, is ever part of it. A generated package
 * carries the class under its own name, such as `PetStoreError`.
 */
export class CatalogueError extends Error {
  /** Why it failed. */
  declare readonly code: ErrorCode;
  /** The operation, as it is called on the client: `pets.get`. */
  declare readonly operation: string | undefined;
  /** HTTP method and path; no host, no query. */
  declare readonly request: string | undefined;
  /** HTTP status, where an answer came. */
  declare readonly status: number | undefined;
  /** Headers of the answer, where one came. */
  declare readonly headers: Headers | undefined;
  /** The start of the answer's body, 500 characters at most. */
  declare readonly excerpt: string | undefined;
  /**
   * The answer's body: decoded where it is JSON, else its text. Undefined where
   * none came or it is longer than `maxErrorBody`. What is described of it is
   * told by the operation's own function, such as `isGetPetError`.
   */
  declare readonly body: unknown;
  /** Requests sent for this call; 0 where none was. */
  declare readonly attempts: number;
  /** How long the server asks to wait (`Retry-After`), in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  /** Where the answer differs from the description; empty but for `VALIDATION`. */
  declare readonly issues: readonly Issue[];

  /** The message names operation and request before what went wrong. */
  constructor(code: ErrorCode, what: string, { cause, ...details }: ErrorDetails = {}) {
    const { operation, request } = details;
    const message = [operation, request, what].filter(Boolean).join(": ");
    super(message, cause ? { cause } : undefined);
    Object.assign(this, { code, attempts: 0, issues: [] }, details);
  }

  // On the prototype, where it is when the stack is written; and no minifier shortens it.
  static {
    this.prototype.name = "CatalogueError";
  }
}

/** A request as errors name it. */
export interface NamedRequest {
  /** As it is called on the client: `pets.get`. */
  readonly operation: string;
  readonly method: string;
  /** Without host and query: fit for messages. */
  readonly path: string;
}
