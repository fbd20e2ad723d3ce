import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders } from "node:http2";
import type { Http2Stream } from "../transport/connection/http2-session.js";
import { errorCodes } from "./wire-error.js";

/** Bytes that a stream holds to be sent before its writer is asked to wait. */
const highWaterBytes = 16 * 1024;

/** The session of a stream, as far as the stream needs it. */
export interface StreamHolder {
  /** The stream has something to send, or its end. */
  send(stream: OwnStream): void;
  /** The stream is to end on both sides, by a code. */
  reset(stream: OwnStream, code: number): void;
  /** Bytes of the stream have been read, and more are to come. */
  credit(stream: OwnStream): void;
  /** Nothing comes or goes on it any more. */
  forget(stream: OwnStream): void;
}

/** One stream, with its events. */
export class OwnStream extends EventEmitter implements Http2Stream {
  readonly id: number;
  rstCode: number = errorCodes.noError;
  breach: string | undefined;
  destroyed = false;
  writableEnded = false;
  /** Whether all of it has been sent. */
  writableFinished = false;
  /** The bytes that the server still takes, and those that it may still send. */
  sendWindow: number;
  receiveWindow: number;
  /** Bytes that were read, of which the server has not been told. */
  unreported = 0;
  /** Whether the headers of the answer have come, after any interim ones. */
  hasAnswer = false;
  /** Whether the server has said that nothing more comes. */
  isAnswered = false;
  readonly #holder: StreamHolder;
  readonly #out: Uint8Array[] = [];
  #outBytes = 0;
  readonly #in: Buffer[] = [];
  #inBytes = 0;
  #isPaused = false;
  #isEndTold = false;
  #isDrainDue = false;

  constructor(
    id: number,
    windows: { readonly send: number; readonly receive: number },
    holder: StreamHolder,
  ) {
    super();
    this.id = id;
    this.sendWindow = windows.send;
    this.receiveWindow = windows.receive;
    this.#holder = holder;
  }

  /** Bytes that wait to be sent. */
  get writableLength(): number {
    return this.#outBytes;
  }

  /** Bytes that wait to be read. */
  get readableLength(): number {
    return this.#inBytes;
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
    process.nextTick(() => this.#readHeld());
  }

  /** Sends bytes, which must not change any more; false if the next should wait for `drain`. */
  write(bytes: Uint8Array): boolean {
    if (this.destroyed || this.writableEnded) return false;
    this.#out.push(bytes);
    this.#outBytes += bytes.byteLength;
    this.#holder.send(this);
    const hasRoom = this.#outBytes < highWaterBytes;
    this.#isDrainDue = !hasRoom;
    return hasRoom;
  }

  /** Sends the last bytes, or none. */
  end(bytes?: Uint8Array): void {
    if (this.destroyed || this.writableEnded) return;
    this.writableEnded = true;
    if (bytes) {
      this.#out.push(bytes);
      this.#outBytes += bytes.byteLength;
    }
    this.#holder.send(this);
  }

  /** Ends the stream on both sides. */
  close(code: number = errorCodes.noError): void {
    if (!this.destroyed) this.#holder.reset(this, code);
  }

  /** Drops what is left of it. */
  destroy(): void {
    if (this.destroyed) return;
    if (!this.#isOver) this.#holder.reset(this, errorCodes.cancel);
    this.finish();
  }

  /** Takes up to so many bytes to be sent, in the pieces in which they were written. */
  take(most: number): Uint8Array {
    const first = this.#out[0] ?? nothing;
    const part = first.byteLength <= most ? first : first.subarray(0, most);
    if (part === first) this.#out.shift();
    else this.#out[0] = first.subarray(most);
    this.#outBytes -= part.byteLength;
    return part;
  }

  /** The part that was taken has been handed on. */
  sent(): void {
    if (this.#outBytes > 0) return;
    if (this.writableEnded) {
      this.writableFinished = true;
      this.settle();
    } else if (this.#isDrainDue) {
      this.#isDrainDue = false;
      process.nextTick(() => this.emit("drain"));
    }
  }

  /** Bytes have come. */
  receive(part: Buffer): void {
    if (this.#isPaused || this.#inBytes > 0) {
      // Not with all that it came with, which would be held as well.
      this.#in.push(Buffer.from(part));
      this.#inBytes += part.byteLength;
      return;
    }
    this.emit("data", part);
    this.credit(part.byteLength);
  }

  /** Bytes were read, or are for nobody to read. */
  credit(byteLength: number): void {
    this.unreported += byteLength;
    if (!this.isAnswered && !this.destroyed) this.#holder.credit(this);
  }

  /** The server has ended the stream. */
  receiveReset(code: number): void {
    this.rstCode = code;
    // The answer is whole, and the server does not want the rest of the request.
    if (this.isAnswered && this.#inBytes > 0) this.writableEnded = this.writableFinished = true;
    else if (code === errorCodes.noError || code === errorCodes.cancel) this.finish();
    else this.finish(new Error(`the stream was reset by code ${code}`));
  }

  /** Headers have come: an interim answer, the answer's, or the trailers. */
  receiveHeaders(headers: IncomingHttpHeaders, flags: number): void {
    if (this.hasAnswer) return void this.emit("trailers", headers, flags);
    if (Number(headers[":status"]) < 200) return void this.emit("headers", headers, flags);
    this.hasAnswer = true;
    this.emit("response", headers, flags);
  }

  /** Nothing more comes. */
  endReceiving(): void {
    this.isAnswered = true;
    this.settle();
  }

  /** Ends, if both sides have, and all was read. */
  settle(): void {
    if (this.destroyed || !this.isAnswered || this.#inBytes > 0) return;
    if (!this.#isEndTold) {
      this.#isEndTold = true;
      this.emit("end");
    }
    if (this.#isOver) this.finish();
  }

  /** Ends at once: by a reset, or with the connection. */
  finish(error?: Error): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#out.length = this.#outBytes = this.#in.length = this.#inBytes = 0;
    this.#holder.forget(this);
    process.nextTick(() => {
      if (error) this.emit("error", error);
      this.emit("close");
    });
  }

  get #isOver(): boolean {
    return this.isAnswered && this.writableFinished;
  }

  #readHeld(): void {
    while (!this.#isPaused && !this.destroyed) {
      const part = this.#in.shift();
      if (!part) break;
      this.#inBytes -= part.byteLength;
      this.emit("data", part);
      this.credit(part.byteLength);
    }
    this.settle();
  }
}

const nothing = new Uint8Array();
