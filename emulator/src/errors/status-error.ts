/**
 * How calls and operations fail: a status with a code and, where an API has
 * messages for it, the service error that says more for programs.
 */
import type { RetryType } from "@stratus/convention";
import type { FieldValues } from "../messages/assign.js";
import type { StatusDetail } from "./status-bytes.js";
import type { StatusCode } from "./status-code.js";

/** The machine-readable part of a service error. */
export interface ErrorKind {
  /**
   * Simple name of the message that describes the error, such as
   * `ResourceConflict`. An API that has no such message gets a plain status.
   */
  readonly name: string;
  /** Values of its fields by proto name; those that the API's message lacks are left out. */
  readonly fields?: FieldValues;
  /** Whether and how to retry. */
  readonly retryType: RetryType;
}

/**
 * The error with which a call, or an operation, ends. Throw it in a handler to
 * answer with that status; any other error becomes INTERNAL.
 */
export class StatusError extends Error {
  override readonly name = "StatusError";
  /** The gRPC status code; never OK. */
  readonly code: Exclude<StatusCode, "OK">;
  /** The machine-readable details of the status. Undefined if the code is all there is. */
  readonly kind: ErrorKind | undefined;
  /** More details of the status, encoded: they follow the service error. */
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
