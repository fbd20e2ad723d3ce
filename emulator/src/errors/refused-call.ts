import type { EmulatorErrorCode } from "../error-codes.js";
import { type ErrorKind, StatusError } from "./status-error.js";
import type { StatusCode } from "./status-code.js";
import type { StatusDetail } from "./status-bytes.js";

/** The error of a call that the emulator itself rejects, with the reason for the log of calls. */
export class RefusedCall extends StatusError {
  readonly reason: EmulatorErrorCode;

  constructor(
    reason: EmulatorErrorCode,
    code: Exclude<StatusCode, "OK">,
    message: string,
    kind?: ErrorKind,
    details: readonly StatusDetail[] = [],
  ) {
    super(code, message, kind, details);
    this.reason = reason;
  }
}

/** Returns INVALID_ARGUMENT with a BadRequest that names the field. */
export function badRequest(
  field: string,
  message: string,
  reason: EmulatorErrorCode = "REQUEST_INVALID",
): RefusedCall {
  return new RefusedCall(reason, "INVALID_ARGUMENT", field === "" ? message : `${field}: ${message}`, {
    name: "BadRequest",
    fields: { violations: [{ field, message, description: message }] },
    retryType: "NOTHING",
  });
}

/** Returns NOT_FOUND with a ResourceNotFound that names the identifier. */
export function resourceNotFound(type: string, id: string): RefusedCall {
  return new RefusedCall("RESOURCE_NOT_FOUND", "NOT_FOUND", `${type} ${JSON.stringify(id)} does not exist`, {
    name: "ResourceNotFound",
    fields: { resource_id: id },
    retryType: "NOTHING",
  });
}

/** Returns the reason why the emulator rejected a call. Returns undefined if a handler did. */
export function refusalReason(error: unknown): EmulatorErrorCode | undefined {
  if (error instanceof RefusedCall) return error.reason;
  return error instanceof StatusError ? undefined : "UNEXPECTED";
}
