import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders } from "node:http2";
import { errorCodes } from "./protocol-error.js";

/** Unsent bytes of a stream from which on `write` returns false. */
const highWaterBytes = 16 * 1024;

/** The client of a stream. */
export interface StreamOwner {
  /** Sends what the stream has written, as far as the flow-control windows allow. */
  send(stream: Http2Stream): void;
  /** Closes the stream by RST_STREAM. */
  reset(stream: Http2Stream, code: number): void;
  /** Renews the flow-control window of the stream, after bytes were read. */
  creditWindow(stream: Http2Stream): void;
  /** Counts bytes that wait for the reader of the stream, or a negative number when they do no longer. */
  countUnread(byteLength: number): void;
  /** Removes the closed stream. */
  release(stream: Http2Stream): void;
}

/** The events of a stream, with their arguments. */
interface Http2StreamEvents {
  headers: [headers: IncomingHttpHeaders, flags: number];
  response: [headers: IncomingHttpHeaders, flags: number];
  trailers: [headers: IncomingHttpHeaders, flags: number];
  data: [part: Buffer];
  drain: [];
  end: [];
  error: [error: Error];
  close: [];
}

/** One stream (RFC 9113, section 5.1), with the methods and events of a stream of `node:http2`. */
export class Http2Stream extends EventEmitter<Http2StreamEvents> {
  readonly id: number;
  /** The code of the RST_STREAM that ended the stream; NO_ERROR if there was none. */
  rstCode: number = errorCodes.noError;
  /** How the response broke the protocol, if that is why the client reset the stream (RFC 9113, section 5.4.2). */
  protocolError: string | undefined;
  destroyed = false;
  writableEnded = false;
  /** Whether everything has been sent, with END_STREAM. */
  writableFinished = false;
  /** The flow-control windows: the bytes that each side may still send. */
  sendWindow: number;
  receiveWindow: number;
  /** Bytes that were read since the last WINDOW_UPDATE of the stream. */
  uncreditedBytes = 0;
  /** Whether the headers of the response have arrived, after any interim ones (1xx). */
  hasResponse = false;
  /** Whether the server has sent END_STREAM: half-closed (remote). */
  isRemoteClosed = false;
  /** Bytes of DATA that `content-length` announced and that have not arrived; undefined without that header. */
  remainingContentBytes: number | undefined;
  readonly #owner: StreamOwner;
  readonly #writeQueue: Buffer[] = [];
  /** The bytes of the first part in the queue that were taken. */
  #writeOffset = 0;
  #writeQueueBytes = 0;
  readonly #readQueue: Buffer[] = [];
  #readQueueBytes = 0;
  #isPaused = false;
  #hasEmittedEnd = false;
  #needsDrain = false;

  constructor(id: number, windows: { readonly send: number; readonly receive: number }, holder: StreamOwner) {
    super();
    this.id = id;
    this.sendWindow = windows.send;
    this.receiveWindow = windows.receive;
    this.#owner = holder;
  }

  /** Whether both sides have sent END_STREAM: closed, although there may be unread bytes. */
  get isClosed(): boolean {
    return this.isRemoteClosed && this.writableFinished;
  }

  /** The number of unsent bytes. */
  get writableLength(): number {
    return this.#writeQueueBytes;
  }

  /** The number of unread bytes. */
  get readableLength(): number {
    return this.#readQueueBytes;
  }

  isPaused(): boolean {
    return this.#isPaused;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    // Not while the caller is still running.
    process.nextTick(() => this.#flushReadQueue());
  }

  /** Sends bytes, which must not change any more. Returns false if the next write should wait for `drain`. */
  write(...parts: readonly Uint8Array[]): boolean {
    if (this.destroyed || this.writableEnded) return false;
    this.#enqueue(parts);
    this.#owner.send(this);
    const hasRoom = this.#writeQueueBytes < highWaterBytes;
    this.#needsDrain = !hasRoom;
    return hasRoom;
  }

  /** Sends the last bytes, if any, and END_STREAM. */
  end(...parts: readonly Uint8Array[]): void {
    if (this.destroyed || this.writableEnded) return;
    this.writableEnded = true;
    this.#enqueue(parts);
    this.#owner.send(this);
  }

  /** Closes the stream by RST_STREAM. */
  close(code: number = errorCodes.noError): void {
    if (!this.destroyed) this.#owner.reset(this, code);
  }

  /** Closes the stream and drops all unsent and unread bytes. */
  destroy(): void {
    if (this.destroyed) return;
    if (!this.isClosed) this.#owner.reset(this, errorCodes.cancel);
    this.finish();
  }

  /** Removes up to `maxBytes` unsent bytes, from one part at a time. */
  takeBytes(maxBytes: number): Uint8Array {
    const first = this.#writeQueue[0] ?? nothing;
    const from = this.#writeOffset;
    const end = Math.min(first.byteLength, from + maxBytes);
    const isWhole = end === first.byteLength;
    if (isWhole) this.#writeQueue.shift();
    this.#writeOffset = isWhole ? 0 : end;
    this.#writeQueueBytes -= end - from;
    return from === 0 && isWhole ? first : first.subarray(from, end);
  }

  /** Called after bytes of {@link takeBytes} were passed on. */
  onSent(): void {
    if (this.#writeQueueBytes > 0) return;
    if (this.writableEnded) {
      this.writableFinished = true;
      this.finishIfDone();
    } else if (this.#needsDrain) {
      this.#needsDrain = false;
      process.nextTick(() => this.emit("drain"));
    }
  }

  /** Called with bytes of DATA. */
  receive(part: Buffer): void {
    if (this.#isPaused || this.#readQueueBytes > 0) {
      // A copy, since the part would retain the whole chunk that it arrived in.
      this.#readQueue.push(Buffer.from(part));
      this.#readQueueBytes += part.byteLength;
      this.#owner.countUnread(part.byteLength);
      return;
    }
    this.emit("data", part);
    this.creditBytes(part.byteLength);
  }

  /** Notes bytes that were read, or that are padding. */
  creditBytes(byteLength: number): void {
    this.uncreditedBytes += byteLength;
    if (!this.isRemoteClosed && !this.destroyed) this.#owner.creditWindow(this);
  }

  /** Called with the code of an RST_STREAM. */
  receiveReset(code: number): void {
    this.rstCode = code;
    // The response is complete, and the server does not want the rest of the request (RFC 9113, section 8.1).
    if (this.isRemoteClosed && this.#readQueueBytes > 0) this.writableEnded = this.writableFinished = true;
    else if (code === errorCodes.noError || code === errorCodes.cancel) this.finish();
    else this.finish(new Error(`the stream was reset by code ${code}`));
  }

  /** Called with a field block: an interim response, the response, or the trailers. */
  receiveHeaders(headers: IncomingHttpHeaders, flags: number): void {
    if (this.hasResponse) return void this.emit("trailers", headers, flags);
    if (Number(headers[":status"]) < 200) return void this.emit("headers", headers, flags);
    this.hasResponse = true;
    this.emit("response", headers, flags);
  }

  /** Called when the server has sent END_STREAM. */
  closeRemote(): void {
    this.isRemoteClosed = true;
    this.finishIfDone();
  }

  /** Closes the stream if both sides have ended it and everything was read. */
  finishIfDone(): void {
    if (this.destroyed || !this.isRemoteClosed || this.#readQueueBytes > 0) return;
    if (!this.#hasEmittedEnd) {
      this.#hasEmittedEnd = true;
      this.emit("end");
    }
    if (this.isClosed) this.finish();
  }

  /** Closes the stream at once: by a reset, or with the connection. */
  finish(error?: Error): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#owner.countUnread(-this.#readQueueBytes);
    this.#writeQueue.length = this.#writeQueueBytes = this.#readQueue.length = this.#readQueueBytes = 0;
    this.#owner.release(this);
    process.nextTick(() => {
      if (error) this.emit("error", error);
      this.emit("close");
    });
  }

  #enqueue(parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      this.#writeQueue.push(toBuffer(part));
      this.#writeQueueBytes += part.byteLength;
    }
  }

  #flushReadQueue(): void {
    while (!this.#isPaused && !this.destroyed) {
      const part = this.#readQueue.shift();
      if (!part) break;
      this.#readQueueBytes -= part.byteLength;
      this.#owner.countUnread(-part.byteLength);
      this.emit("data", part);
      this.creditBytes(part.byteLength);
    }
    this.finishIfDone();
  }
}

const nothing = Buffer.alloc(0);

/** Returns a Buffer with the same memory. The socket would make one of each frame. */
function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
