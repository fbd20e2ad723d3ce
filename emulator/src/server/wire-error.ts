import { Metadata, status } from "@grpc/grpc-js";
import { encodeStatus } from "../errors/status-bytes.js";
import type { ServiceErrors } from "../errors/service-errors.js";
import { StatusError } from "../errors/status-error.js";
import { RefusedCall } from "../errors/refused-call.js";
import { EmulatorError } from "../text/emulator-error.js";

/** The status of a failed call in the format of grpc-js. */
export interface WireError {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

/** The error of a call in the format that is sent. */
export class CallFailure extends Error {
  readonly wire: WireError;

  constructor(wire: WireError) {
    super(wire.details);
    this.wire = wire;
  }
}

/** Converts a thrown value to a status. Any error other than a StatusError is a bug in a handler or in the emulator. */
export function asStatusError(error: unknown, requestId: string): StatusError {
  if (error instanceof StatusError) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const reason = error instanceof EmulatorError ? error.code : "UNEXPECTED";
  return new RefusedCall(reason, "INTERNAL", message, {
    name: "InternalError",
    fields: { request_id: requestId },
    retryType: "NOTHING",
  });
}

/** Encodes an error. Details are encoded as google.rpc.Status in `grpc-status-details-bin`. */
export function toWireError(
  error: StatusError,
  errors: ServiceErrors,
  from: { readonly endpoint: string; readonly method: string; readonly retryPushbackMs: number | undefined },
): WireError {
  const code = status[error.code];
  // grpc-js percent-encodes the message and throws on half of a surrogate pair.
  const details = error.message.replace(/\p{Surrogate}/gu, "\u{FFFD}").slice(0, 4000);
  const metadata = new Metadata();
  const kinds = [...errors.describe(error.kind, from.endpoint, from.method), ...error.details];
  if (kinds.length > 0) {
    metadata.set("grpc-status-details-bin", Buffer.from(encodeStatus(code, details, kinds)));
  }
  if (from.retryPushbackMs !== undefined)
    metadata.set("grpc-retry-pushback-ms", String(from.retryPushbackMs));
  return { code, details, metadata };
}
