import type { ClientReason } from "../../base/text/error-codes.js";
import { brandError, hasBrand } from "../../base/text/error-brand.js";
import { defaultReason, type FailureOrigin } from "./client-reason.js";
import { Metadata } from "../rpc/metadata.js";
import { statusCodes, type ErrorCode } from "./status-code.js";

export type { FailureOrigin };

/** A status other than OK, as a transport reports it. The chain converts it to a CallError. */
export class StatusError extends Error {
  /** Number of the gRPC status code. */
  readonly code: number;
  /** Metadata that came before the status. */
  readonly header: Metadata;
  /** Metadata that came with the status. */
  readonly trailer: Metadata;

  /** The side that ended the call. */
  readonly origin: FailureOrigin;
  /** The reason if the client decided; undefined if the server decided. */
  readonly clientReason: ClientReason | undefined;

  constructor(
    code: number,
    details: string,
    header: Metadata,
    trailer: Metadata,
    origin: FailureOrigin = "server",
    clientReason?: ClientReason,
  ) {
    super(details);
    this.code = code;
    this.header = header;
    this.trailer = trailer;
    this.origin = origin;
    this.clientReason = clientReason ?? defaultReason(code, origin);
    brandError(this, "StatusError");
  }

  /** Matches the errors of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, "StatusError");
  }
}

/** Returns the failure of a call that cannot be sent, such as one with invalid metadata. */
export function invalidCall(text: string): StatusError {
  return localFailure("INVALID_ARGUMENT", text, "unsent");
}

/** Returns a failure without metadata, which the client usually found itself. */
export function localFailure(
  code: ErrorCode,
  text: string,
  origin: FailureOrigin = "connection",
  clientReason?: ClientReason,
): StatusError {
  const empty = Metadata.empty;
  return new StatusError(statusCodes.indexOf(code), text, empty, empty, origin, clientReason);
}
