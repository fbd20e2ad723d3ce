import { flags, type FrameHead, frameTypes, headBytes, usualFrameBytes } from "./frame.js";
import { errorCodes, WireError } from "./wire-error.js";

/** The receiver of frames. */
export interface FrameListener {
  /** A frame that is whole. Its bytes are valid until the next turn. */
  onFrame(head: FrameHead, content: Buffer): void;
  /** A DATA frame has begun. All of it, padding and all, counts against the windows (RFC 9113, section 6.9.1). */
  onDataHead(head: FrameHead): void;
  /** A part of its bytes, without padding; those of large messages are not collected. */
  onData(head: FrameHead, part: Buffer): void;
  /** It is whole. */
  onDataEnd(head: FrameHead): void;
}

/** Cuts the bytes of a connection into frames, however they come. */
export class FrameReader {
  readonly #listener: FrameListener;
  readonly #held = Buffer.allocUnsafeSlow(headBytes + usualFrameBytes);
  #heldBytes = 0;
  /** The DATA frame whose bytes are coming: what is left of the data, and of the padding behind it. */
  #data: FrameHead | undefined;
  #dataLeft = 0;
  #paddingLeft = 0;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /**
   * Reads on.
   *
   * @throws A WireError if the bytes are not frames that a client takes.
   */
  push(bytes: Buffer): void {
    let place = 0;
    while (place < bytes.byteLength) {
      if (this.#data) place = this.#readData(this.#data, bytes, place);
      else place = this.#heldBytes > 0 ? this.#complete(bytes, place) : this.#readFrame(bytes, place);
    }
  }

  /** A frame that begins in these bytes; what is not all there is held until more comes. */
  #readFrame(bytes: Buffer, place: number): number {
    if (place + headBytes <= bytes.byteLength) {
      const head = headAt(bytes, place);
      const from = place + headBytes;
      if (head.type === frameTypes.data) {
        const start = from + Number(isPadded(head));
        if (start <= bytes.byteLength) {
          this.#beginData(head, bytes[from] ?? 0);
          return start;
        }
      } else if (from + head.length <= bytes.byteLength) {
        this.#listener.onFrame(head, bytes.subarray(from, from + head.length));
        return from + head.length;
      }
    }
    this.#heldBytes = bytes.copy(this.#held, 0, place);
    return bytes.byteLength;
  }

  /** The rest of a frame that is held. */
  #complete(bytes: Buffer, place: number): number {
    const after = this.#hold(bytes, place, headBytes);
    if (this.#heldBytes < headBytes) return after;
    const head = headAt(this.#held, 0);
    const isData = head.type === frameTypes.data;
    const whole = headBytes + (isData ? Number(isPadded(head)) : head.length);
    const end = this.#hold(bytes, after, whole);
    if (this.#heldBytes < whole) return end;
    this.#heldBytes = 0;
    if (isData) this.#beginData(head, this.#held[headBytes] ?? 0);
    else this.#listener.onFrame(head, this.#held.subarray(headBytes, whole));
    return end;
  }

  #hold(bytes: Buffer, place: number, upTo: number): number {
    if (this.#heldBytes >= upTo) return place;
    const taken = bytes.copy(this.#held, this.#heldBytes, place, place + upTo - this.#heldBytes);
    this.#heldBytes += taken;
    return place + taken;
  }

  #beginData(head: FrameHead, padding: number): void {
    const padded = Number(isPadded(head));
    this.#paddingLeft = padded === 1 ? padding : 0;
    this.#dataLeft = head.length - padded - this.#paddingLeft;
    if (this.#dataLeft < 0) {
      throw new WireError(errorCodes.protocol, `DATA of ${head.length} bytes with ${padding} of padding`);
    }
    this.#data = head;
    this.#listener.onDataHead(head);
    if (this.#dataLeft + this.#paddingLeft === 0) this.#endData(head);
  }

  #readData(head: FrameHead, bytes: Buffer, place: number): number {
    let at = place;
    if (this.#dataLeft > 0) {
      const part = bytes.subarray(at, at + this.#dataLeft);
      this.#dataLeft -= part.byteLength;
      at += part.byteLength;
      this.#listener.onData(head, part);
    }
    const skipped = Math.min(this.#paddingLeft, bytes.byteLength - at);
    this.#paddingLeft -= skipped;
    if (this.#dataLeft + this.#paddingLeft === 0) this.#endData(head);
    return at + skipped;
  }

  #endData(head: FrameHead): void {
    this.#data = undefined;
    this.#listener.onDataEnd(head);
  }
}

function isPadded(head: FrameHead): boolean {
  return (head.flags & flags.padded) !== 0;
}

/** A head, refused at once if the frame is longer than any that was allowed, or too short for its padding. */
function headAt(bytes: Buffer, place: number): FrameHead {
  const first = bytes.readUInt32BE(place);
  const length = first >>> 8;
  const head = {
    length,
    type: first & 0xff,
    flags: bytes[place + 4] ?? 0,
    streamId: bytes.readUInt32BE(place + 5) & 0x7fffffff,
  };
  if (length > usualFrameBytes) {
    throw new WireError(
      errorCodes.frameSize,
      `a frame of type ${head.type} with ${length} bytes; ${usualFrameBytes} are allowed`,
    );
  }
  if (length === 0 && isPadded(head) && head.type === frameTypes.data) {
    throw new WireError(errorCodes.frameSize, "DATA that is padded and has no bytes");
  }
  return head;
}
