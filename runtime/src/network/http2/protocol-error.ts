import { errorCodes, errorName } from "./error-codes.js";

export { errorCodes };

/** A breach of the rules of HTTP/2 by the server: the connection ends, by a GOAWAY with the code. */
export class ProtocolError extends Error {
  override readonly name = "WireError";
  /** By which the transport knows that it was the protocol. */
  readonly code = "ERR_HTTP2_ERROR";
  readonly errorCode: number;

  constructor(wireCode: number, message: string) {
    super(`${errorName(wireCode)}: ${message}`);
    this.errorCode = wireCode;
  }
}

/** Of a block of headers that cannot be read: the tables of both sides would differ from then on (RFC 9113, section 4.3). */
export const compressionError = (message: string): ProtocolError =>
  new ProtocolError(errorCodes.compression, message);
