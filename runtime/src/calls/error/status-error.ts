import { Metadata } from "../rpc/metadata.js";
import { statusCodes, type ErrorCode } from "./status-code.js";

/**
 * How the call ended. `server`: by the server's status. `connection`: by the
 * connection or the client, so that the server may have processed it. `refused`: the
 * server said that it did not process it. `unreached`: there was no connection.
 * `unsent`: it could not be sent, and never will.
 */
export type FailureOrigin = "server" | "connection" | "refused" | "unreached" | "unsent";

/** A status other than OK, as a transport reports it. It becomes a CallError on its way up. */
export class StatusError extends Error {
  /** Number of the gRPC status code. */
  readonly code: number;
  /** Metadata that came before the status. */
  readonly header: Metadata;
  /** Metadata that came with the status. */
  readonly trailer: Metadata;

  /** The side that ended the call. */
  readonly origin: FailureOrigin;

  constructor(
    code: number,
    details: string,
    header: Metadata,
    trailer: Metadata,
    origin: FailureOrigin = "server",
  ) {
    super(details);
    this.code = code;
    this.header = header;
    this.trailer = trailer;
    this.origin = origin;
  }
}

/** The failure of a call that cannot be sent as the caller made it. */
export function invalidCall(text: string): StatusError {
  return localFailure("INVALID_ARGUMENT", text, "unsent");
}

/** A failure that came with no metadata: mostly one that the client found itself. */
export function localFailure(
  code: ErrorCode,
  text: string,
  origin: FailureOrigin = "connection",
): StatusError {
  return new StatusError(statusCodes.indexOf(code), text, Metadata.empty, Metadata.empty, origin);
}
