/** The codes by which streams and connections end (RFC 9113, section 7). */
export const errorCodes = {
  noError: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

/** A breach of the rules of HTTP/2 by the server: the connection ends, by a GOAWAY with the code. */
export class WireError extends Error {
  override readonly name = "WireError";
  /** The code that Node's own HTTP/2 gives its errors, by which the transport knows that it was the protocol. */
  readonly code = "ERR_HTTP2_ERROR";
  readonly wireCode: number;

  constructor(wireCode: number, message: string) {
    super(message);
    this.wireCode = wireCode;
  }
}

/** Of a block of headers that cannot be read: the tables of both sides would differ from then on (RFC 9113, section 4.3). */
export const unreadable = (message: string): WireError => new WireError(errorCodes.compression, message);
