/** One message as it is on the wire (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export interface Frame {
  readonly isCompressed: boolean;
  readonly bytes: Buffer;
}

/** Length of the prefix: one byte says whether the message is compressed, four how long it is. */
const prefixLength = 5;

/** A message with its prefix, as it is sent: in one piece, or in two if it is large. */
export type Framed = Buffer | readonly [prefix: Buffer, message: Uint8Array];

/** Messages that are longer are not copied behind their prefix: two writes cost less than the memory. */
const largeBytes = 1 << 20;

/** A message with its prefix. */
export function framed(bytes: Uint8Array, isCompressed: boolean): Framed {
  const isLarge = bytes.byteLength > largeBytes;
  const frame = Buffer.allocUnsafe(prefixLength + (isLarge ? 0 : bytes.byteLength));
  frame[0] = isCompressed ? 1 : 0;
  frame.writeUInt32BE(bytes.byteLength, 1);
  if (isLarge) return [frame, bytes];
  frame.set(bytes, prefixLength);
  return frame;
}

/** The listener of a {@link FrameReader}. */
interface FrameListener {
  /** A message is complete. */
  onFrame(frame: Frame): void;
  /** A message is announced that is longer than the limit. Nothing is read after it. */
  onTooLong(byteLength: number): void;
}

/** Most messages arrive whole, and leave no part. Nothing is ever added to it. */
const noParts: Buffer[] = [];

/** Cuts what arrives into messages. A message in one piece is not copied. */
export class FrameReader {
  readonly #maxBytes: number;
  readonly #listener: FrameListener;
  /** The bytes that have arrived of a message that is not complete. */
  #parts: Buffer[] = noParts;
  #partsLength = 0;
  #needed = prefixLength;
  #isStopped = false;

  constructor(maxBytes: number, listener: FrameListener) {
    this.#maxBytes = maxBytes;
    this.#listener = listener;
  }

  /** Whether a message has begun and is not complete. */
  get isInside(): boolean {
    return this.#partsLength > 0;
  }

  /** Reads no further. */
  stop(): void {
    this.#isStopped = true;
    this.#parts = noParts;
    this.#partsLength = 0;
  }

  /** Takes what has arrived. */
  push(chunk: Buffer): void {
    let rest = chunk;
    if (this.#partsLength > 0) {
      this.#parts.push(chunk);
      this.#partsLength += chunk.byteLength;
      if (this.#partsLength < this.#needed) return;
      rest = Buffer.concat(this.#parts, this.#partsLength);
      this.#parts = noParts;
      this.#partsLength = 0;
    }
    const place = this.#cut(rest);
    if (this.#isStopped || place >= rest.byteLength) return;
    const left = rest.subarray(place);
    this.#parts = [left];
    this.#partsLength = left.byteLength;
  }

  /** Tells of all messages that are complete; gives the place after the last of them. */
  #cut(bytes: Buffer): number {
    let place = 0;
    for (;;) {
      this.#needed = prefixLength;
      if (this.#isStopped || bytes.byteLength - place < prefixLength) return place;
      const length = bytes.readUInt32BE(place + 1);
      if (length > this.#maxBytes) {
        this.stop();
        this.#listener.onTooLong(length);
        return place;
      }
      const end = place + prefixLength + length;
      this.#needed = end - place;
      if (bytes.byteLength < end) return place;
      const isCompressed = bytes[place] !== 0;
      const start = place + prefixLength;
      place = end;
      this.#listener.onFrame({ isCompressed, bytes: bytes.subarray(start, end) });
    }
  }
}
