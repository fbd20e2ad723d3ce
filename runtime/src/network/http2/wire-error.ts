import { errorCodes, errorName } from "../transport/connection/error-codes.js";

export { errorCodes };

/** A breach of the rules of HTTP/2 by the server: the connection ends, by a GOAWAY with the code. */
export class WireError extends Error {
  override readonly name = "WireError";
  /** By which the transport knows that it was the protocol. */
  readonly code = "ERR_HTTP2_ERROR";
  readonly wireCode: number;

  constructor(wireCode: number, message: string) {
    super(`${errorName(wireCode)}: ${message}`);
    this.wireCode = wireCode;
  }
}

/** Of a block of headers that cannot be read: the tables of both sides would differ from then on (RFC 9113, section 4.3). */
export const unreadable = (message: string): WireError => new WireError(errorCodes.compression, message);
