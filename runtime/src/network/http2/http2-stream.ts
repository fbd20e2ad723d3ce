import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders } from "node:http2";
import { errorCodes } from "./protocol-error.js";

/** Bytes that a stream holds to be sent before its writer is asked to wait. */
const highWaterBytes = 16 * 1024;

/** The session of a stream, as far as the stream needs it. */
export interface StreamOwner {
  /** The stream has something to send, or its end. */
  send(stream: Http2Stream): void;
  /** The stream is to end on both sides, by a code. */
  reset(stream: Http2Stream, code: number): void;
  /** Bytes of the stream have been read, and more are to come. */
  creditWindow(stream: Http2Stream): void;
  /** Nothing comes or goes on it any more. */
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

/** One stream, with its events. */
export class Http2Stream extends EventEmitter<Http2StreamEvents> {
  readonly id: number;
  rstCode: number = errorCodes.noError;
  protocolError: string | undefined;
  destroyed = false;
  writableEnded = false;
  /** Whether all of it has been sent. */
  writableFinished = false;
  /** The bytes that the server still takes, and those that it may still send. */
  sendWindow: number;
  receiveWindow: number;
  /** Bytes that were read since the last WINDOW_UPDATE of the stream. */
  uncreditedBytes = 0;
  /** Whether the headers of the answer have come, after any interim ones. */
  hasResponse = false;
  /** Whether the server has said that nothing more comes. */
  isRemoteClosed = false;
  readonly #owner: StreamOwner;
  readonly #writeQueue: Uint8Array[] = [];
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

  /** Bytes that wait to be sent. */
  get writableLength(): number {
    return this.#writeQueueBytes;
  }

  /** Bytes that wait to be read. */
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
    // Not while the caller is still at work.
    process.nextTick(() => this.#flushReadQueue());
  }

  /** Sends bytes, which must not change any more; false if the next should wait for `drain`. */
  write(bytes: Uint8Array): boolean {
    if (this.destroyed || this.writableEnded) return false;
    this.#writeQueue.push(bytes);
    this.#writeQueueBytes += bytes.byteLength;
    this.#owner.send(this);
    const hasRoom = this.#writeQueueBytes < highWaterBytes;
    this.#needsDrain = !hasRoom;
    return hasRoom;
  }

  /** Sends the last bytes, or none. */
  end(bytes?: Uint8Array): void {
    if (this.destroyed || this.writableEnded) return;
    this.writableEnded = true;
    if (bytes) {
      this.#writeQueue.push(bytes);
      this.#writeQueueBytes += bytes.byteLength;
    }
    this.#owner.send(this);
  }

  /** Ends the stream on both sides. */
  close(code: number = errorCodes.noError): void {
    if (!this.destroyed) this.#owner.reset(this, code);
  }

  /** Drops what is left of it. */
  destroy(): void {
    if (this.destroyed) return;
    if (!this.#isClosed) this.#owner.reset(this, errorCodes.cancel);
    this.finish();
  }

  /** Takes up to so many bytes to be sent, in the pieces in which they were written. */
  takeBytes(maxBytes: number): Uint8Array {
    const first = this.#writeQueue[0] ?? nothing;
    const part = first.byteLength <= maxBytes ? first : first.subarray(0, maxBytes);
    if (part === first) this.#writeQueue.shift();
    else this.#writeQueue[0] = first.subarray(maxBytes);
    this.#writeQueueBytes -= part.byteLength;
    return part;
  }

  /** The part that was taken has been handed on. */
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

  /** Bytes have come. */
  receive(part: Buffer): void {
    if (this.#isPaused || this.#readQueueBytes > 0) {
      // Not with all that it came with, which would be held as well.
      this.#readQueue.push(Buffer.from(part));
      this.#readQueueBytes += part.byteLength;
      return;
    }
    this.emit("data", part);
    this.creditBytes(part.byteLength);
  }

  /** Bytes were read, or are for nobody to read. */
  creditBytes(byteLength: number): void {
    this.uncreditedBytes += byteLength;
    if (!this.isRemoteClosed && !this.destroyed) this.#owner.creditWindow(this);
  }

  /** The server has ended the stream. */
  receiveReset(code: number): void {
    this.rstCode = code;
    // The answer is whole, and the server does not want the rest of the request.
    if (this.isRemoteClosed && this.#readQueueBytes > 0) this.writableEnded = this.writableFinished = true;
    else if (code === errorCodes.noError || code === errorCodes.cancel) this.finish();
    else this.finish(new Error(`the stream was reset by code ${code}`));
  }

  /** Headers have come: an interim answer, the answer's, or the trailers. */
  receiveHeaders(headers: IncomingHttpHeaders, flags: number): void {
    if (this.hasResponse) return void this.emit("trailers", headers, flags);
    if (Number(headers[":status"]) < 200) return void this.emit("headers", headers, flags);
    this.hasResponse = true;
    this.emit("response", headers, flags);
  }

  /** Nothing more comes. */
  closeRemote(): void {
    this.isRemoteClosed = true;
    this.finishIfDone();
  }

  /** Ends, if both sides have, and all was read. */
  finishIfDone(): void {
    if (this.destroyed || !this.isRemoteClosed || this.#readQueueBytes > 0) return;
    if (!this.#hasEmittedEnd) {
      this.#hasEmittedEnd = true;
      this.emit("end");
    }
    if (this.#isClosed) this.finish();
  }

  /** Ends at once: by a reset, or with the connection. */
  finish(error?: Error): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#writeQueue.length = this.#writeQueueBytes = this.#readQueue.length = this.#readQueueBytes = 0;
    this.#owner.release(this);
    process.nextTick(() => {
      if (error) this.emit("error", error);
      this.emit("close");
    });
  }

  get #isClosed(): boolean {
    return this.isRemoteClosed && this.writableFinished;
  }

  #flushReadQueue(): void {
    while (!this.#isPaused && !this.destroyed) {
      const part = this.#readQueue.shift();
      if (!part) break;
      this.#readQueueBytes -= part.byteLength;
      this.emit("data", part);
      this.creditBytes(part.byteLength);
    }
    this.finishIfDone();
  }
}

const nothing = new Uint8Array();
