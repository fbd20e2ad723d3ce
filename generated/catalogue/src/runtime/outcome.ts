/* Copied by `stratus openapi` from src/rest/runtime/outcome.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { CatalogueError, ErrorCode } from "./error.js";

/** Makes the error for a reply. */
export type Fail = (code: ErrorCode, what: string, more?: object) => CatalogueError;

/** What a reply means: data, or that no such resource. Everything else is thrown. */
export interface Outcome<T> {
  readonly data?: T;
  readonly miss?: CatalogueError;
}

/** What a miss is called. */
export const noResource = "no such resource";
