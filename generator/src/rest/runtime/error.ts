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
   * `missing`: a required value is absent. `unexpected`: a value is not allowed. `rounded`: JavaScript cannot represent
   * an integer. `tooDeep`, `tooDifferent`: a value was not compared to its end. `total`: a list has another number of
   * items than its pages say. `different`: every other difference.
   */
  readonly kind: "different" | "missing" | "unexpected" | "rounded" | "tooDeep" | "tooDifferent" | "total";
}

/** Returns the reason of a code with which the client always decides itself. */
function findReason(code: ErrorCode): ClientReason | undefined {
  if (code === "INVALID_ARGUMENT") return "REQUEST_INVALID";
  return code === "DECODE" || code === "VALIDATION" ? "RESPONSE_INVALID" : undefined;
}

const errorBrand = Symbol.for("stratus openapi ApiError");

/** Thrown when a call fails. An abort by the caller rejects with the signal's reason instead. It has no credential. */
export class ApiError extends Error {
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
  /** The body, parsed if it is JSON; undefined if longer than `maxErrorBody`. `isGetPetError` narrows its type. */
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
    Object.assign(this, { code, clientReason: findReason(code), attempts: 0, issues: [] }, details);
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

/** Details of a failed call. */
export type ErrorDetails = Partial<Omit<ApiError, "code" | "message" | "name" | "stack" | "toJSON">>;

/** A request, as error messages name it. */
export interface NamedRequest {
  /** The name on the client: `pets.get`. */
  readonly operation: string;
  readonly method: string;
  /** The path without host and query. */
  readonly path: string;
}
