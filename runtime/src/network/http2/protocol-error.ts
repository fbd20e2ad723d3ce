import { errorCodes, formatErrorCode } from "./error-codes.js";

export { errorCodes };

/**
 * A violation of HTTP/2 by the server that ends the connection: a connection error (RFC 9113, section 5.4.1). The client
 * sends GOAWAY with the code.
 */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly errorCode: number;

  constructor(wireCode: number, message: string) {
    super(`${formatErrorCode(wireCode)}: ${message}`);
    this.errorCode = wireCode;
  }
}

/**
 * Returns the error for a field block that cannot be decoded: the tables of both sides would differ from then on (RFC
 * 9113, section 4.3).
 */
export const compressionError = (message: string): ProtocolError =>
  new ProtocolError(errorCodes.compression, message);
