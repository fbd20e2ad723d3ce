import type { ApiError, ErrorCode } from "./error.js";

/** Makes the error for a reply. */
export type Fail = (code: ErrorCode, what: string, more?: object) => ApiError;

/** What a reply means: data, or that no such resource. Everything else is thrown. */
export interface Outcome<T> {
  readonly data?: T;
  readonly miss?: ApiError;
}

/** What a miss is called. */
export const noResource = "no such resource";
