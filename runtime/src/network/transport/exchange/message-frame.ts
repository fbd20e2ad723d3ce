/** One received message (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export interface MessageFrame {
  readonly isCompressed: boolean;
  readonly bytes: Buffer;
}

/** The length of the prefix in bytes: one for the flag "compressed", four for the length of the message. */
const prefixLength = 5;

/** A message with its prefix: one buffer, or two if the message is large. */
export type EncodedFrame = Buffer | readonly [prefix: Buffer, message: Uint8Array];

/** Longer messages are not copied behind their prefix, since two writes cost less than the memory, in bytes. */
const largeBytes = 1 << 20;

/** Puts the prefix before a message. */
export function encodeMessageFrame(bytes: Uint8Array, isCompressed: boolean): EncodedFrame {
  const isLarge = bytes.byteLength > largeBytes;
  const frame = Buffer.allocUnsafe(prefixLength + (isLarge ? 0 : bytes.byteLength));
  frame[0] = isCompressed ? 1 : 0;
  frame.writeUInt32BE(bytes.byteLength, 1);
  if (isLarge) return [frame, bytes];
  frame.set(bytes, prefixLength);
  return frame;
}

/** Receives messages from a {@link MessageFrameReader}. */
interface FrameListener {
  /** Called with each complete message. */
  onFrame(frame: MessageFrame): void;
  /** Called if a message is longer than the limit. Nothing is read after it. */
  onTooLong(byteLength: number): void;
}

/** Shared by all readers without an incomplete message. Nothing is ever added to it. */
const noChunks: Buffer[] = [];

/** Splits the bytes of a stream into messages. A message that arrives in one chunk is not copied. */
export class MessageFrameReader {
  readonly #maxBytes: number;
  readonly #listener: FrameListener;
  /** The chunks of an incomplete message. */
  #chunks: Buffer[] = noChunks;
  #chunksLength = 0;
  #neededLength = prefixLength;
  #isStopped = false;

  constructor(maxBytes: number, listener: FrameListener) {
    this.#maxBytes = maxBytes;
    this.#listener = listener;
  }

  /** Whether a message is incomplete. */
  get isInside(): boolean {
    return this.#chunksLength > 0;
  }

  /** Ignores all further bytes. */
  stop(): void {
    this.#isStopped = true;
    this.#chunks = noChunks;
    this.#chunksLength = 0;
  }

  /** Reads the next bytes. */
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

  /** Delivers all complete messages. Returns the offset behind the last one. */
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
