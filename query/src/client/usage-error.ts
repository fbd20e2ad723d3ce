import type { QueryErrorCode } from "../error-codes.js";

/** Thrown if a function of this package cannot work with its arguments. */
export class QueryUsageError extends TypeError {
  /** The code, which stays the same when the text changes. */
  readonly code: QueryErrorCode;

  constructor(code: QueryErrorCode, text: string) {
    super(text);
    this.name = "QueryUsageError";
    this.code = code;
  }
}
