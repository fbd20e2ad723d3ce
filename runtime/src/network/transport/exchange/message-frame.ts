import { type MessageBytes, messageLength } from "../message-bytes.js";

/** One received message (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export interface MessageFrame {
  readonly isCompressed: boolean;
  readonly bytes: Buffer;
}

/** The length of the prefix in bytes: one for the flag "compressed", four for the length of the message. */
const prefixLength = 5;

/** A message with its prefix: one buffer, or parts if the message is large. */
export type EncodedFrame = Buffer | readonly Uint8Array[];

/** Longer messages are not copied behind their prefix, in bytes. */
const largeBytes = 1 << 16;

/** Puts the prefix before a message. */
export function encodeMessageFrame(message: MessageBytes, isCompressed: boolean): EncodedFrame {
  const length = messageLength(message);
  const isWhole = message instanceof Uint8Array && length <= largeBytes;
  const frame = Buffer.allocUnsafe(prefixLength + (isWhole ? length : 0));
  frame[0] = isCompressed ? 1 : 0;
  frame.writeUInt32BE(length, 1);
  if (!isWhole) return message instanceof Uint8Array ? [frame, message] : [frame, ...message];
  frame.set(message, prefixLength);
  return frame;
}

/** Receives messages from a {@link MessageFrameReader}. */
interface FrameListener {
  /** Called with each complete message. */
  onFrame(frame: MessageFrame): void;
  /** Called if a message is longer than the limit. Nothing is read after it. */
  onTooLong(byteLength: number): void;
}

/** The memory of an incomplete message grows to so many times the bytes that have arrived. A server states its length. */
const maxGrowth = 16;

/** The memory of an incomplete message at its start, in bytes. */
const minPartialBytes = 1_024;

/** Splits the bytes of a stream into messages. A message that arrives in one chunk is not copied. */
export class MessageFrameReader {
  readonly #maxBytes: number;
  readonly #listener: FrameListener;
  /** An incomplete message with its prefix. It has no memory while there is none. */
  #partial = nothing;
  #partialBytes = 0;
  #neededBytes = prefixLength;
  #isStopped = false;

  constructor(maxBytes: number, listener: FrameListener) {
    this.#maxBytes = maxBytes;
    this.#listener = listener;
  }

  /** Whether a message is incomplete. */
  get isInside(): boolean {
    return this.#partialBytes > 0;
  }

  /** Ignores all further bytes. */
  stop(): void {
    this.#isStopped = true;
    this.#partial = nothing;
    this.#partialBytes = 0;
  }

  /** Reads the next bytes. */
  push(chunk: Buffer): void {
    let offset = this.#partialBytes > 0 ? this.#completePartial(chunk) : 0;
    while (!this.#isStopped && offset < chunk.byteLength) {
      const end = this.#endOf(chunk, offset);
      // The rest is copied, since it would retain the whole chunk.
      if (end === undefined || end > chunk.byteLength) return void this.#fill(chunk, offset);
      const start = offset;
      offset = end;
      this.#deliver(chunk, start, end);
    }
  }

  /** Adds bytes to the incomplete message, and delivers it when it is complete. Returns the offset behind it. */
  #completePartial(chunk: Buffer): number {
    let offset = this.#fill(chunk, 0);
    if (this.#neededBytes === prefixLength && this.#partialBytes === prefixLength) {
      this.#endOf(this.#partial, 0);
      offset = this.#fill(chunk, offset);
    }
    if (this.#isStopped || this.#partialBytes < this.#neededBytes) return offset;
    const whole = this.#partial;
    this.#partial = nothing;
    this.#partialBytes = 0;
    this.#deliver(whole, 0, this.#neededBytes);
    return offset;
  }

  /** Copies the missing bytes of the incomplete message. Returns the offset behind them. */
  #fill(chunk: Buffer, offset: number): number {
    if (this.#isStopped) return offset;
    const filled = Math.min(this.#neededBytes, this.#partialBytes + chunk.byteLength - offset);
    if (this.#partial.byteLength < filled) {
      const larger = Math.min(this.#neededBytes, Math.max(maxGrowth * filled, minPartialBytes));
      const memory = Buffer.allocUnsafe(larger);
      this.#partial.copy(memory, 0, 0, this.#partialBytes);
      this.#partial = memory;
    }
    const taken = chunk.copy(this.#partial, this.#partialBytes, offset, offset + filled - this.#partialBytes);
    this.#partialBytes = filled;
    return offset + taken;
  }

  /** Returns the end of the message at an offset; undefined if its prefix is incomplete, or it is too long. */
  #endOf(bytes: Buffer, offset: number): number | undefined {
    this.#neededBytes = prefixLength;
    if (bytes.byteLength - offset < prefixLength) return undefined;
    const length = bytes.readUInt32BE(offset + 1);
    if (length > this.#maxBytes) {
      this.stop();
      this.#listener.onTooLong(length);
      return undefined;
    }
    this.#neededBytes = prefixLength + length;
    return offset + this.#neededBytes;
  }

  #deliver(from: Buffer, start: number, end: number): void {
    const isCompressed = from[start] !== 0;
    this.#listener.onFrame({ isCompressed, bytes: from.subarray(start + prefixLength, end) });
  }
}

const nothing = Buffer.alloc(0);
