/**
 * Names of the gRPC status codes by their numbers (gRPC spec,
 * doc/statuscodes.md).
 */
export const statusCodes = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

/** Code of a status. */
export type StatusCode = (typeof statusCodes)[number];

/** Code of a failure. */
export type ErrorCode = Exclude<StatusCode, "OK">;

/** Returns the name of a code. Unknown numbers are UNKNOWN (gRPC spec). */
export function errorCode(number: number): ErrorCode {
  const code = statusCodes[number];
  return code === undefined || code === "OK" ? "UNKNOWN" : code;
}
