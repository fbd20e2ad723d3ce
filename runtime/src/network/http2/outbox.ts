import type { Duplex } from "node:stream";
import { headBytes } from "./frame.js";

/** Bytes that are reserved at once for the frames of many turns. */
const slabBytes = 64 * 1024;

/** Contents from this size on are passed on as they are, and not copied beside other frames. */
const largeBytes = 4 * 1024;

/**
 * The frames of a connection on their way out. All of one turn leave in one write, since a write to the system costs
 * more than all else of a small call.
 */
export class Outbox {
  readonly #socket: Duplex;
  #slab = Buffer.allocUnsafeSlow(slabBytes);
  /** The bytes between the two are still to be written. */
  #from = 0;
  #to = 0;
  #isDue = false;
  #isCorked = false;
  #isClosed = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  /** Whether bytes wait for the system to take them. */
  get isHeldUp(): boolean {
    return this.#socket.writableNeedDrain;
  }

  /** Adds a frame. Large contents must not change until they are sent. */
  add(type: number, flags: number, streamId: number, content: Uint8Array): void {
    const { byteLength } = content;
    const isLarge = byteLength >= largeBytes;
    const into = this.#reserve(headBytes + (isLarge ? 0 : byteLength));
    into.writeUInt32BE(byteLength * 256 + type, this.#to);
    into[this.#to + 4] = flags;
    into.writeUInt32BE(streamId, this.#to + 5);
    this.#to += headBytes;
    if (isLarge) {
      this.#pass();
      this.#socket.write(content);
    } else {
      into.set(content, this.#to);
      this.#to += byteLength;
    }
    this.#writeLater();
  }

  /** Adds a frame of 32 bits. */
  addNumber(type: number, streamId: number, value: number): void {
    const content = Buffer.allocUnsafe(4);
    content.writeUInt32BE(value);
    this.add(type, 0, streamId, content);
  }

  /** Adds bytes that are not a frame. */
  addBytes(bytes: Uint8Array): void {
    const into = this.#reserve(bytes.byteLength);
    into.set(bytes, this.#to);
    this.#to += bytes.byteLength;
    this.#writeLater();
  }

  /** Writes all that there is, now. */
  flush(): void {
    this.#isDue = false;
    if (this.#isClosed) return;
    this.#pass();
    if (this.#isCorked) this.#socket.uncork();
    this.#isCorked = false;
  }

  /** The same; and nothing is written any more. */
  close(): void {
    this.flush();
    this.#isClosed = true;
  }

  #writeLater(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    // After the promises that this turn settles, which begin calls of their own.
    setImmediate(() => this.flush());
  }

  /** Passes what there is to the socket, which keeps it until it is uncorked. */
  #pass(): void {
    if (this.#from === this.#to || this.#isClosed) return;
    if (!this.#isCorked) this.#socket.cork();
    this.#isCorked = true;
    this.#socket.write(this.#slab.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }

  #reserve(bytes: number): Buffer {
    if (this.#to + bytes <= this.#slab.byteLength) return this.#slab;
    this.#pass();
    this.#slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes));
    this.#from = this.#to = 0;
    return this.#slab;
  }
}
