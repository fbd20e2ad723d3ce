/**
 * The gRPC protocol of one call on one HTTP/2 stream, from the headers of the request to the status (gRPC over HTTP/2).
 * This folder uses connections and never opens one.
 *
 * @module
 */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http2";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { localFailure } from "../../../calls/error/status-error.js";
import type { Clock } from "../../../base/time/clock.js";
import type { Connection } from "../connection/connection.js";
import { errorCodes } from "../../http2/error-codes.js";
import type { Http2Stream } from "../../http2/http2-stream.js";
import { tooLongToReceive } from "../message-bytes.js";
import { noStatus } from "../status.js";
import { deadlineExceeded } from "../deadline-exceeded.js";
import { streamFailure, statusFailure } from "./exchange-failure.js";
import { type MessageFrame, type EncodedFrame, MessageFrameReader } from "./message-frame.js";
import { grpcStatus, httpStatus } from "./status.js";

/** Receives the events of an exchange. */
export interface ExchangeListener {
  /** Called when the headers of the response have arrived. */
  onBegin(): void;
  /** Called with each complete message. */
  onFrame(frame: MessageFrame): void;
  /** Called once at the end, with the failure unless the status is OK. */
  onEnd(failure: { readonly error: unknown } | undefined): void;
}

/** The dependencies of an {@link Exchange}. */
interface ExchangeOptions {
  /** A connection on which a stream is reserved. */
  readonly connection: Connection;
  readonly call: OutgoingCall;
  readonly clock: Clock;
  readonly maxReceiveBytes: number;
  readonly listener: ExchangeListener;
  /** Called once when the call has ended. */
  readonly onOver: (exchange: Exchange) => void;
}

/** Interim responses (1xx) that a server may send to one call. */
const maxInterimResponses = 100;

/** The flag END_STREAM of HEADERS (RFC 9113, section 6.2). */
const endStream = 1;

/**
 * One gRPC call on one HTTP/2 stream. It ends exactly once: by trailers, by RST_STREAM, with the connection, at the
 * deadline, or by the caller.
 */
export class Exchange {
  header: IncomingHttpHeaders | undefined;
  trailer: IncomingHttpHeaders | undefined;
  readonly #options: ExchangeOptions;
  readonly #stream: Http2Stream;
  readonly #reader: MessageFrameReader;
  readonly #startMs: number;
  readonly #stopListening: (() => void) | undefined;
  #interimCount = 0;
  #isOver = false;
  #isCancelled = false;

  /** Opens the stream. Throws if the connection accepts no more streams. */
  constructor(options: ExchangeOptions, headers: OutgoingHttpHeaders) {
    const { call, clock, connection, maxReceiveBytes } = options;
    this.#options = options;
    this.#startMs = clock.nowMs();
    this.#reader = new MessageFrameReader(maxReceiveBytes, this);
    const stream = connection.openStream(headers);
    this.#stream = stream;
    stream.on("response", (received, flags) => this.#onResponse(received, flags));
    stream.on("headers", () => this.#onInterimResponse());
    stream.on("data", (chunk: Buffer) => {
      connection.onInboundActivity();
      if (!this.#isOver) this.#reader.push(chunk);
    });
    stream.on("trailers", (received) => this.#onTrailers(received));
    // The event `close`, which always follows, ends the call.
    stream.on("error", (error) => connection.onStreamError(error));
    stream.on("close", () => this.#onClose());
    if (call.signal) this.#stopListening = this.#listen(call.signal);
  }

  /** The deadline of the call, in milliseconds of the clock. */
  get deadlineMs(): number {
    return this.#options.call.deadlineMs;
  }

  /** Whether the call has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the client ended the call. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Sends a message. Returns false if the next one should wait for {@link onDrain}. */
  write(frame: EncodedFrame): boolean {
    return Buffer.isBuffer(frame) ? this.#stream.write(frame) : this.#stream.write(...frame);
  }

  /** Sends the last message, if any, and END_STREAM. */
  endRequests(frame?: EncodedFrame): void {
    if (frame === undefined) this.#stream.end();
    else if (Buffer.isBuffer(frame)) this.#stream.end(frame);
    else this.#stream.end(...frame);
  }

  /** Calls back once when more can be sent: the event `drain` of the stream. */
  onDrain(drained: () => void): void {
    this.#stream.once("drain", drained);
  }

  /** Stops reading. */
  pause(): void {
    this.#stream.pause();
  }

  /** Continues to read. */
  resume(): void {
    this.#stream.resume();
  }

  /** Cancels the call, also at the server (RST_STREAM with CANCEL). */
  cancel(error: unknown): void {
    if (this.#isOver) return;
    this.#isCancelled = true;
    this.#finish({ error });
    this.#resetStream();
  }

  /** Ends the call at its deadline. */
  timeOut(): void {
    if (this.#isOver) return;
    const { call, connection } = this.#options;
    const state = this.header ? "had begun to be answered" : "was sent and not answered";
    this.cancel(deadlineExceeded(call, state));
    // Nothing has arrived since the call was sent, so the connection may be dead.
    if (connection.lastActivityMs < this.#startMs) connection.pingAfterTimeout();
  }

  /** Called by the frame reader with each complete message. */
  onFrame(frame: MessageFrame): void {
    if (frame.isCompressed && this.header?.["grpc-encoding"] !== "gzip") {
      const named = this.header?.["grpc-encoding"];
      const text = named === undefined ? "names no compression" : "has a compression that was not offered";
      return this.cancel(
        localFailure("INTERNAL", `the server sent a compressed response but its header ${text}`),
      );
    }
    this.#options.listener.onFrame(frame);
  }

  /** Called by the frame reader with the length of a message that is too long. */
  onTooLong(byteLength: number): void {
    this.cancel(tooLongToReceive(byteLength, this.#options.maxReceiveBytes));
  }

  #onResponse(received: IncomingHttpHeaders, flags: number): void {
    this.#options.connection.onInboundActivity();
    if (this.#isOver) return;
    const isWhole = (flags & endStream) !== 0;
    if (received["grpc-status"] === undefined) {
      const other = httpStatus(received);
      this.header = received;
      if (other) return this.#fail(statusFailure(other, this));
    } else if (isWhole) {
      // Trailers-Only: the status is in the headers.
      this.trailer = received;
      return this.#complete();
    }
    this.header = received;
    this.#options.listener.onBegin();
    if (this.trailer) this.#onEndOfData();
  }

  /** Counts an interim response (1xx). */
  #onInterimResponse(): void {
    this.#options.connection.onInboundActivity();
    if (++this.#interimCount <= maxInterimResponses) return;
    this.cancel(
      localFailure("INTERNAL", `the server sent more than ${maxInterimResponses} interim answers (HTTP 1xx)`),
    );
  }

  #onTrailers(received: IncomingHttpHeaders): void {
    this.#options.connection.onInboundActivity();
    if (this.#isOver) return;
    this.trailer = received;
    if (!this.header) return; // After an interim response the trailers may come first.
    if (this.#stream.readableLength === 0 && !this.#stream.isPaused()) this.#complete();
    else this.#stream.once("end", () => this.#onEndOfData());
  }

  #onEndOfData(): void {
    if (!this.#isOver && this.header && this.trailer) this.#complete();
  }

  #complete(): void {
    const status = grpcStatus(this.trailer ?? {});
    if (!status) return this.#fail(statusFailure(noStatus, this, "connection"));
    if (status.code !== 0) return this.#fail(statusFailure(status, this));
    if (this.#reader.isInside)
      return this.#fail(localFailure("INTERNAL", "the answer ended inside a message"));
    this.#finish(undefined);
    this.#resetIfUnfinished();
  }

  #onClose(): void {
    this.#options.connection.releaseStream();
    if (this.#isOver) return;
    if (this.trailer) return this.#complete();
    if (this.#isResetAtDeadline()) return this.timeOut();
    if (!this.header && this.#stream.rstCode === errorCodes.internal) this.#options.connection.countReset();
    this.#finish({ error: streamFailure(this.#stream, this.#options.connection, this.#options.call, this) });
  }

  /** Servers know the deadline, in whole milliseconds, and may cancel the call before the timer of this client fires. */
  #isResetAtDeadline(): boolean {
    const { clock } = this.#options;
    return this.#stream.rstCode === errorCodes.cancel && clock.nowMs() + 1 >= this.deadlineMs;
  }

  #listen(signal: AbortSignal): () => void {
    const abort = (): void => this.cancel(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  }

  #fail(error: unknown): void {
    this.#finish({ error });
    this.#resetIfUnfinished();
  }

  #finish(failure: { readonly error: unknown } | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening?.();
    this.#reader.stop();
    this.#options.onOver(this);
    this.#options.listener.onEnd(failure);
  }

  /** Resets the stream after the status, unless both sides have already ended it. */
  #resetIfUnfinished(): void {
    if (!this.#stream.writableEnded || !this.#stream.writableFinished || !this.trailer) this.#resetStream();
  }

  #resetStream(): void {
    if (this.#stream.destroyed) return;
    this.#stream.close(errorCodes.cancel);
    this.#stream.destroy();
  }
}
