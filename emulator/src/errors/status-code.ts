/** Numbers of the gRPC status codes, by name (gRPC specification, "Status codes and their use"). */
export const statusCodeNumbers = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;

/** Name of a gRPC status code. */
export type StatusCode = keyof typeof statusCodeNumbers;

/** Whether the text is the name of a gRPC status code. */
export function isStatusCode(name: string): name is StatusCode {
  return Object.hasOwn(statusCodeNumbers, name);
}
