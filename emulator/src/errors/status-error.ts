/** The errors of calls and operations: a status with a code and, if the API has one, a service error for programs. */
import type { RetryType } from "@stratus/convention";
import type { FieldValues } from "../messages/assign.js";
import type { StatusDetail } from "./status-bytes.js";
import type { StatusCode } from "./status-code.js";

/** The machine-readable part of a service error. */
export interface ErrorKind {
  /** The simple name of the error's message, such as `ResourceConflict`. If the API has no such message, the status has no details. */
  readonly name: string;
  /** The values of its fields by proto name. Those that the API's message does not have are omitted. */
  readonly fields?: FieldValues;
  /** Whether and how to retry. */
  readonly retryType: RetryType;
}

/** The error of a call or an operation. Throw it in a handler to return that status. Any other error becomes INTERNAL. */
export class StatusError extends Error {
  override readonly name = "StatusError";
  /** The gRPC status code; never OK. */
  readonly code: Exclude<StatusCode, "OK">;
  /** The kind of the service error. Undefined if the status has only a code and a message. */
  readonly kind: ErrorKind | undefined;
  /** Further encoded details of the status, which follow the service error. */
  readonly details: readonly StatusDetail[];

  constructor(
    code: Exclude<StatusCode, "OK">,
    message: string,
    kind?: ErrorKind,
    details: readonly StatusDetail[] = [],
  ) {
    super(message);
    this.code = code;
    this.kind = kind;
    this.details = details;
  }
}
