import { flags, type FrameHeader, frameTypes, frameHeaderBytes, defaultMaxFrameBytes } from "./frame.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** The receiver of frames. */
export interface FrameListener {
  /** A frame that is whole. Its bytes are valid until the next turn. */
  onFrame(header: FrameHeader, content: Buffer): void;
  /** A DATA frame has begun. All of it, padding and all, counts against the windows (RFC 9113, section 6.9.1). */
  onDataStart(header: FrameHeader): void;
  /** A part of its bytes, without padding; those of large messages are not collected. */
  onData(header: FrameHeader, part: Buffer): void;
  /** It is whole. */
  onDataEnd(header: FrameHeader): void;
}

/** Cuts the bytes of a connection into frames, however they come. */
export class FrameReader {
  readonly #listener: FrameListener;
  readonly #partialFrame = Buffer.allocUnsafeSlow(frameHeaderBytes + defaultMaxFrameBytes);
  #partialBytes = 0;
  /** The DATA frame whose bytes are coming: what is left of the data, and of the padding behind it. */
  #dataHeader: FrameHeader | undefined;
  #remainingData = 0;
  #remainingPadding = 0;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /**
   * Reads on.
   *
   * @throws A WireError if the bytes are not frames that a client takes.
   */
  push(bytes: Buffer): void {
    let offset = 0;
    while (offset < bytes.byteLength) {
      if (this.#dataHeader) offset = this.#readData(this.#dataHeader, bytes, offset);
      else
        offset = this.#partialBytes > 0 ? this.#completeFrame(bytes, offset) : this.#readFrame(bytes, offset);
    }
  }

  /** A frame that begins in these bytes; what is not all there is held until more comes. */
  #readFrame(bytes: Buffer, offset: number): number {
    if (offset + frameHeaderBytes <= bytes.byteLength) {
      const header = readFrameHeader(bytes, offset);
      const from = offset + frameHeaderBytes;
      if (header.type === frameTypes.data) {
        const start = from + Number(isPadded(header));
        if (start <= bytes.byteLength) {
          this.#beginData(header, bytes[from] ?? 0);
          return start;
        }
      } else if (from + header.length <= bytes.byteLength) {
        this.#listener.onFrame(header, bytes.subarray(from, from + header.length));
        return from + header.length;
      }
    }
    this.#partialBytes = bytes.copy(this.#partialFrame, 0, offset);
    return bytes.byteLength;
  }

  /** The rest of a frame that is held. */
  #completeFrame(bytes: Buffer, offset: number): number {
    const after = this.#fill(bytes, offset, frameHeaderBytes);
    if (this.#partialBytes < frameHeaderBytes) return after;
    const header = readFrameHeader(this.#partialFrame, 0);
    const isData = header.type === frameTypes.data;
    const whole = frameHeaderBytes + (isData ? Number(isPadded(header)) : header.length);
    const end = this.#fill(bytes, after, whole);
    if (this.#partialBytes < whole) return end;
    this.#partialBytes = 0;
    if (isData) this.#beginData(header, this.#partialFrame[frameHeaderBytes] ?? 0);
    else this.#listener.onFrame(header, this.#partialFrame.subarray(frameHeaderBytes, whole));
    return end;
  }

  #fill(bytes: Buffer, offset: number, upTo: number): number {
    if (this.#partialBytes >= upTo) return offset;
    const taken = bytes.copy(
      this.#partialFrame,
      this.#partialBytes,
      offset,
      offset + upTo - this.#partialBytes,
    );
    this.#partialBytes += taken;
    return offset + taken;
  }

  #beginData(header: FrameHeader, padding: number): void {
    const padded = Number(isPadded(header));
    this.#remainingPadding = padded === 1 ? padding : 0;
    this.#remainingData = header.length - padded - this.#remainingPadding;
    if (this.#remainingData < 0) {
      throw new ProtocolError(
        errorCodes.protocol,
        `DATA of ${header.length} bytes with ${padding} of padding`,
      );
    }
    this.#dataHeader = header;
    this.#listener.onDataStart(header);
    if (this.#remainingData + this.#remainingPadding === 0) this.#endData(header);
  }

  #readData(header: FrameHeader, bytes: Buffer, offset: number): number {
    let at = offset;
    if (this.#remainingData > 0) {
      const part = bytes.subarray(at, at + this.#remainingData);
      this.#remainingData -= part.byteLength;
      at += part.byteLength;
      this.#listener.onData(header, part);
    }
    const skipped = Math.min(this.#remainingPadding, bytes.byteLength - at);
    this.#remainingPadding -= skipped;
    if (this.#remainingData + this.#remainingPadding === 0) this.#endData(header);
    return at + skipped;
  }

  #endData(header: FrameHeader): void {
    this.#dataHeader = undefined;
    this.#listener.onDataEnd(header);
  }
}

function isPadded(header: FrameHeader): boolean {
  return (header.flags & flags.padded) !== 0;
}

/** A head, refused at once if the frame is longer than any that was allowed, or too short for its padding. */
function readFrameHeader(bytes: Buffer, offset: number): FrameHeader {
  const first = bytes.readUInt32BE(offset);
  const length = first >>> 8;
  const header = {
    length,
    type: first & 0xff,
    flags: bytes[offset + 4] ?? 0,
    streamId: bytes.readUInt32BE(offset + 5) & 0x7fffffff,
  };
  if (length > defaultMaxFrameBytes) {
    throw new ProtocolError(
      errorCodes.frameSize,
      `a frame of type ${header.type} with ${length} bytes; ${defaultMaxFrameBytes} are allowed`,
    );
  }
  if (length === 0 && isPadded(header) && header.type === frameTypes.data) {
    throw new ProtocolError(errorCodes.frameSize, "DATA that is padded and has no bytes");
  }
  return header;
}
