import { flags, type FrameHeader, frameTypes, frameHeaderBytes, defaultMaxFrameBytes } from "./frame.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** Receives frames from a {@link FrameReader}. */
export interface FrameListener {
  /** Called with the header of a frame before its length is checked, perhaps twice. Throws if it may not come now. */
  requireOrder(header: FrameHeader): void;
  /** Called with a complete frame that is not DATA. Its bytes are valid until the next turn. */
  onFrame(header: FrameHeader, content: Buffer): void;
  /**
   * Called when a DATA frame starts. Its whole length, with padding, counts against the windows (RFC 9113, section
   * 6.9.1). `contentBytes` is its length without padding.
   */
  onDataStart(header: FrameHeader, contentBytes: number): void;
  /** Called with each part of its bytes, without padding, so that large messages are not buffered here. */
  onData(header: FrameHeader, part: Buffer): void;
  /** Called when the DATA frame is complete. */
  onDataEnd(header: FrameHeader): void;
}

/** Splits the bytes of a connection into frames, wherever the network has cut them. */
export class FrameReader {
  readonly #listener: FrameListener;
  /** An incomplete frame. It has no memory while there is none, since most connections are idle most of the time. */
  #partialFrame = nothing;
  #partialBytes = 0;
  /** The DATA frame whose bytes are arriving, with the remaining bytes of its data and its padding. */
  #dataHeader: FrameHeader | undefined;
  #remainingData = 0;
  #remainingPadding = 0;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /**
   * Reads the next bytes.
   *
   * @throws A ProtocolError if the bytes are not frames that a client accepts.
   */
  push(bytes: Buffer): void {
    let offset = 0;
    while (offset < bytes.byteLength) {
      if (this.#dataHeader) offset = this.#readData(this.#dataHeader, bytes, offset);
      else
        offset = this.#partialBytes > 0 ? this.#completeFrame(bytes, offset) : this.#readFrame(bytes, offset);
    }
  }

  /** Reads a frame that starts in these bytes. An incomplete one is stored until more bytes arrive. */
  #readFrame(bytes: Buffer, offset: number): number {
    if (offset + frameHeaderBytes <= bytes.byteLength) {
      const header = this.#readHeader(bytes, offset);
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
    return this.#fill(bytes, offset, this.#partialBytes + bytes.byteLength - offset);
  }

  /** Completes a stored frame. */
  #completeFrame(bytes: Buffer, offset: number): number {
    const after = this.#fill(bytes, offset, frameHeaderBytes);
    if (this.#partialBytes < frameHeaderBytes) return after;
    const header = this.#readHeader(this.#partialFrame, 0);
    const isData = header.type === frameTypes.data;
    const whole = frameHeaderBytes + (isData ? Number(isPadded(header)) : header.length);
    const end = this.#fill(bytes, after, whole);
    if (this.#partialBytes < whole) return end;
    const frame = this.#partialFrame;
    this.#partialFrame = nothing;
    this.#partialBytes = 0;
    if (isData) this.#beginData(header, frame[frameHeaderBytes] ?? 0);
    else this.#listener.onFrame(header, frame.subarray(frameHeaderBytes, whole));
    return end;
  }

  #readHeader(bytes: Buffer, offset: number): FrameHeader {
    const header = readFrameHeader(bytes, offset);
    this.#listener.requireOrder(header);
    requireLength(header);
    return header;
  }

  #fill(bytes: Buffer, offset: number, upTo: number): number {
    if (this.#partialBytes >= upTo) return offset;
    if (this.#partialFrame.byteLength < upTo) {
      const larger = Buffer.allocUnsafeSlow(upTo);
      this.#partialFrame.copy(larger, 0, 0, this.#partialBytes);
      this.#partialFrame = larger;
    }
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
    this.#listener.onDataStart(header, this.#remainingData);
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

const nothing = Buffer.alloc(0);

function isPadded(header: FrameHeader): boolean {
  return (header.flags & flags.padded) !== 0;
}

function readFrameHeader(bytes: Buffer, offset: number): FrameHeader {
  const first = bytes.readUInt32BE(offset);
  return {
    length: first >>> 8,
    type: first & 0xff,
    flags: bytes[offset + 4] ?? 0,
    streamId: bytes.readUInt32BE(offset + 5) & 0x7fffffff,
  };
}

/** Throws if a frame is longer than SETTINGS_MAX_FRAME_SIZE allows, or too short for its padding. */
function requireLength(header: FrameHeader): void {
  const { length, type } = header;
  if (length > defaultMaxFrameBytes) {
    const text = `a frame of type ${type} with ${length} bytes; ${defaultMaxFrameBytes} are allowed`;
    throw new ProtocolError(errorCodes.frameSize, text);
  }
  if (length === 0 && isPadded(header) && type === frameTypes.data) {
    throw new ProtocolError(errorCodes.frameSize, "DATA with the PADDED flag and no bytes");
  }
}
