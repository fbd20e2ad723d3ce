/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/outcome.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { ErrorCode } from "./error-codes.js";
import type { CatalogueError, ErrorDetails } from "./error.js";

/** Makes the error of a response. */
export type MakeError = (code: ErrorCode, what: string, more?: ErrorDetails) => CatalogueError;

/** The outcome of a response: data, or the error that the resource does not exist. Every other error is thrown. */
export interface Outcome<T> {
  readonly data?: T;
  readonly notFound?: CatalogueError;
}

/** The text of the error for a resource that does not exist. */
export const noSuchResource = "no such resource";
