/** One message as it is on the wire (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export interface MessageFrame {
  readonly isCompressed: boolean;
  readonly bytes: Buffer;
}

/** Length of the prefix: one byte says whether the message is compressed, four how long it is. */
const prefixLength = 5;

/** A message with its prefix, as it is sent: in one piece, or in two if it is large. */
export type EncodedFrame = Buffer | readonly [prefix: Buffer, message: Uint8Array];

/** Messages that are longer are not copied behind their prefix: two writes cost less than the memory. */
const largeBytes = 1 << 20;

/** A message with its prefix. */
export function encodeMessageFrame(bytes: Uint8Array, isCompressed: boolean): EncodedFrame {
  const isLarge = bytes.byteLength > largeBytes;
  const frame = Buffer.allocUnsafe(prefixLength + (isLarge ? 0 : bytes.byteLength));
  frame[0] = isCompressed ? 1 : 0;
  frame.writeUInt32BE(bytes.byteLength, 1);
  if (isLarge) return [frame, bytes];
  frame.set(bytes, prefixLength);
  return frame;
}

/** The listener of a {@link MessageFrameReader}. */
interface FrameListener {
  /** A message is complete. */
  onFrame(frame: MessageFrame): void;
  /** A message is announced that is longer than the limit. Nothing is read after it. */
  onTooLong(byteLength: number): void;
}

/** Most messages arrive whole, and leave no part. Nothing is ever added to it. */
const noChunks: Buffer[] = [];

/** Cuts what arrives into messages. A message in one piece is not copied. */
export class MessageFrameReader {
  readonly #maxBytes: number;
  readonly #listener: FrameListener;
  /** The bytes that have arrived of a message that is not complete. */
  #chunks: Buffer[] = noChunks;
  #chunksLength = 0;
  #neededLength = prefixLength;
  #isStopped = false;

  constructor(maxBytes: number, listener: FrameListener) {
    this.#maxBytes = maxBytes;
    this.#listener = listener;
  }

  /** Whether a message has begun and is not complete. */
  get isInside(): boolean {
    return this.#chunksLength > 0;
  }

  /** Reads no further. */
  stop(): void {
    this.#isStopped = true;
    this.#chunks = noChunks;
    this.#chunksLength = 0;
  }

  /** Takes what has arrived. */
  push(chunk: Buffer): void {
    let rest = chunk;
    if (this.#chunksLength > 0) {
      this.#chunks.push(chunk);
      this.#chunksLength += chunk.byteLength;
      if (this.#chunksLength < this.#neededLength) return;
      rest = Buffer.concat(this.#chunks, this.#chunksLength);
      this.#chunks = noChunks;
      this.#chunksLength = 0;
    }
    const offset = this.#readFrames(rest);
    if (this.#isStopped || offset >= rest.byteLength) return;
    const left = rest.subarray(offset);
    this.#chunks = [left];
    this.#chunksLength = left.byteLength;
  }

  /** Tells of all messages that are complete; gives the place after the last of them. */
  #readFrames(bytes: Buffer): number {
    let offset = 0;
    for (;;) {
      this.#neededLength = prefixLength;
      if (this.#isStopped || bytes.byteLength - offset < prefixLength) return offset;
      const length = bytes.readUInt32BE(offset + 1);
      if (length > this.#maxBytes) {
        this.stop();
        this.#listener.onTooLong(length);
        return offset;
      }
      const end = offset + prefixLength + length;
      this.#neededLength = end - offset;
      if (bytes.byteLength < end) return offset;
      const isCompressed = bytes[offset] !== 0;
      const start = offset + prefixLength;
      offset = end;
      this.#listener.onFrame({ isCompressed, bytes: bytes.subarray(start, end) });
    }
  }
}
