import type { ClientReason, ErrorCode } from "./error-codes.js";

/** A difference between a response and the API's description. */
export interface Issue {
  /** The path of the value, such as `toys[2].name`; empty for the whole response. */
  readonly path: string;
  /** The described value, such as `integer`. */
  readonly expected: string;
  /** The kind of the received value, such as `string`; never the value itself. */
  readonly actual: string;
  /**
   * `missing` is a required value that is absent, and `unexpected` one that is not allowed. `rounded` is an integer that JavaScript cannot represent, so it differs from the one that the server sent.
   * `tooDeep` is a value that is nested too deep to be compared. `tooDifferent` is one whose comparison was stopped,
   * because it differs in too many ways. `total` is a list whose pages have another number of items than they say.
   * `different` is every other difference.
   */
  readonly kind: "different" | "missing" | "unexpected" | "rounded" | "tooDeep" | "tooDifferent" | "total";
}

/** Details of a failed call. */
export interface ErrorDetails {
  /** The operation by its name on the client: `pets.get`. */
  readonly operation?: string | undefined;
  /** The HTTP method and the path, without host and query. */
  readonly request?: string | undefined;
  /** The HTTP status, if a response arrived. */
  readonly status?: number | undefined;
  /** The headers of the response, if one arrived. */
  readonly headers?: Headers | undefined;
  /** The start of the response body, at most 500 characters. */
  readonly excerpt?: string | undefined;
  /** The response body, parsed if it is JSON. Undefined if it is longer than `maxErrorBody`. */
  readonly body?: unknown;
  /** The number of requests that were sent for this call. */
  readonly attempts?: number | undefined;
  /** The pause that the server requests (`Retry-After`), in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The differences between the response and the description; only with the code `VALIDATION`. */
  readonly issues?: readonly Issue[] | undefined;
  /** The reason if the client decided instead of the server. The default depends on the code. */
  readonly clientReason?: ClientReason | undefined;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/** The reasons of the codes with which the client always decides itself. */
const defaultReasons: { readonly [Code in ErrorCode]?: ClientReason } = {
  DECODE: "RESPONSE_INVALID",
  INVALID_ARGUMENT: "REQUEST_INVALID",
  VALIDATION: "RESPONSE_INVALID",
};

const errorBrand = Symbol.for("stratus openapi ApiError");

/**
 * Thrown when a call fails; `code` is the reason. If the caller aborts the call,
 * it rejects with the signal's reason instead. The error contains no request
 * header, and so no credential. A generated package exports the class under
 * another name, such as `PetStoreError`.
 */
export class ApiError extends Error {
  /** The reason of the failure. */
  declare readonly code: ErrorCode;
  /** The reason if the client itself decided, such as `CONNECT_FAILED`; undefined if the server decided. */
  declare readonly clientReason: ClientReason | undefined;
  /** The operation by its name on the client: `pets.get`. */
  declare readonly operation: string | undefined;
  /** The HTTP method and the path, without host and query. */
  declare readonly request: string | undefined;
  /** The HTTP status, if a response arrived. */
  declare readonly status: number | undefined;
  /** The headers of the response, if one arrived. */
  declare readonly headers: Headers | undefined;
  /** The start of the response body, at most 500 characters. */
  declare readonly excerpt: string | undefined;
  /**
   * The response body: parsed if it is JSON, else its text. Undefined if there is
   * none or it is longer than `maxErrorBody`. The generated function of the
   * operation, such as `isGetPetError`, narrows its type.
   */
  declare readonly body: unknown;
  /** The number of requests that were sent for this call; 0 if none was. */
  declare readonly attempts: number;
  /** The pause that the server requests (`Retry-After`), in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  /** The differences between the response and the description; empty unless `code` is `VALIDATION`. */
  declare readonly issues: readonly Issue[];

  /** The message begins with the operation and the request. */
  constructor(code: ErrorCode, what: string, { cause, ...details }: ErrorDetails = {}) {
    const { operation, request } = details;
    const message = [operation, request, what].filter(Boolean).join(": ");
    super(message, cause ? { cause } : undefined);
    Object.assign(this, { code, clientReason: defaultReasons[code], attempts: 0, issues: [] }, details);
    Object.defineProperty(this, errorBrand, { value: true });
  }

  /** Matches the errors of every copy of this package, such as one by `require` and one by `import` in a bundle. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && errorBrand in value;
  }

  /** Returns the properties of the error with its name and its message, for logs. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }

  // On the prototype, the name is set before the stack is captured, and minifiers keep it.
  static {
    this.prototype.name = "ApiError";
  }
}

/** A request, as error messages name it. */
export interface NamedRequest {
  /** The name on the client: `pets.get`. */
  readonly operation: string;
  readonly method: string;
  /** The path without host and query. */
  readonly path: string;
}
