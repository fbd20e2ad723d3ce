/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/stack-overflow.ts of protoc-gen-stratus. DO NOT EDIT. */
/** Reports whether an error is a stack overflow: a value is nested too deep for a recursive function. */
export function isStackOverflow(error: unknown): boolean {
  // Firefox throws an InternalError.
  return error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
}
