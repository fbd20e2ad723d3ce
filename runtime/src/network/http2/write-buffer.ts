import type { Duplex } from "node:stream";
import { frameHeaderBytes } from "./frame.js";

/** The size of the buffer, which holds the frames of many turns, in bytes. */
const slabBytes = 64 * 1024;

/**
 * Bytes that may wait for the socket. More of them would save few turns of the event loop, and delay the frames of small
 * calls behind them.
 */
const maxUnsentBytes = 256 * 1024;

/** Payloads from this size on are written as they are and not copied into the buffer, in bytes. */
const largeBytes = 4 * 1024;

/**
 * Buffers the outbound frames of a connection. All frames of one turn are sent with one write, since a system call costs
 * more than everything else in a small call.
 */
export class WriteBuffer {
  readonly #socket: Duplex;
  #slab = Buffer.allocUnsafeSlow(slabBytes);
  /** The bytes between `#start` and `#end` are not written yet. */
  #start = 0;
  #end = 0;
  #isFlushScheduled = false;
  #isCorked = false;
  #isClosed = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  /** Whether the socket has unsent bytes above its own limit, until its event `drain`. */
  get needsDrain(): boolean {
    return this.#socket.writableNeedDrain;
  }

  /** Whether DATA must wait for the event `drain`. The limit of a socket would be one frame with Node 20. */
  get isFull(): boolean {
    return this.#socket.writableNeedDrain && this.#socket.writableLength >= maxUnsentBytes;
  }

  /** Adds a frame. A large payload must not change until it is sent. */
  add(type: number, flags: number, streamId: number, content: Uint8Array): void {
    this.addHeader(content.byteLength, type, flags, streamId);
    this.addBytes(content);
  }

  /** Adds the header of a frame. The bytes of its payload must follow. */
  addHeader(byteLength: number, type: number, flags: number, streamId: number): void {
    const into = this.#reserve(frameHeaderBytes);
    into.writeUInt32BE(byteLength * 256 + type, this.#end);
    into[this.#end + 4] = flags;
    into.writeUInt32BE(streamId, this.#end + 5);
    this.#end += frameHeaderBytes;
    this.#scheduleFlush();
  }

  /** Adds bytes of a payload, or the connection preface. Large ones must not change until they are sent. */
  addBytes(bytes: Uint8Array): void {
    if (this.#isClosed) return;
    if (bytes.byteLength >= largeBytes) {
      this.#writeToSocket();
      this.#socket.write(bytes);
    } else {
      const into = this.#reserve(bytes.byteLength);
      into.set(bytes, this.#end);
      this.#end += bytes.byteLength;
    }
    this.#scheduleFlush();
  }

  /** Adds a frame whose payload is a 32-bit number. */
  addNumber(type: number, streamId: number, value: number): void {
    const content = Buffer.allocUnsafe(4);
    content.writeUInt32BE(value);
    this.add(type, 0, streamId, content);
  }

  /** Writes everything now. */
  flush(): void {
    this.#isFlushScheduled = false;
    if (this.#isClosed) return;
    this.#writeToSocket();
    if (this.#isCorked) this.#socket.uncork();
    this.#isCorked = false;
  }

  /** Writes everything now and ignores whatever is added later. */
  close(): void {
    this.flush();
    this.#isClosed = true;
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    // After the promises that this turn settles, which may start more calls.
    setImmediate(() => this.flush());
  }

  /** Gives the buffered bytes to the corked socket. */
  #writeToSocket(): void {
    if (this.#start === this.#end || this.#isClosed) return;
    if (!this.#isCorked) this.#socket.cork();
    this.#isCorked = true;
    this.#socket.write(this.#slab.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }

  #reserve(bytes: number): Buffer {
    // What was written before is on its way, so its memory is used again. An idle connection touches a page or two.
    if (this.#start === this.#end && this.#socket.writableLength === 0) this.#start = this.#end = 0;
    if (this.#end + bytes <= this.#slab.byteLength) return this.#slab;
    this.#writeToSocket();
    this.#slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes));
    this.#start = this.#end = 0;
    return this.#slab;
  }
}
