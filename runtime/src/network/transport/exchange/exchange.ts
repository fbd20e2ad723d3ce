/**
 * The room of exchanges: the gRPC protocol of one call over one HTTP/2 stream, from the request's
 * headers to the status. It is given a connection and never opens one.
 *
 * @module
 */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http2";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { localFailure } from "../../../calls/error/status-error.js";
import type { Clock } from "../../../base/time/clock.js";
import type { Connection } from "../connection/connection.js";
import { errorCodes } from "../connection/error-codes.js";
import type { Http2Stream } from "../connection/http2-session.js";
import { tooLongToReceive } from "../message-bytes.js";
import { noStatus } from "../status.js";
import { timedOut } from "../timed-out.js";
import { brokenStream, statusFailure } from "./exchange-failure.js";
import { type Frame, type Framed, FrameReader } from "./frame.js";
import { grpcStatus, httpStatus } from "./status.js";

/** The events of an exchange, for the call that it is made for. */
export interface ExchangeListener {
  /** The server has begun to answer. */
  onBegin(): void;
  /** A response is complete. */
  onFrame(frame: Frame): void;
  /** Everything is over: the status was OK, or the call failed with this. Told once, and last. */
  onEnd(failure: { readonly error: unknown } | undefined): void;
}

/** The parts that an exchange is made with. */
interface ExchangeParts {
  /** A connection with a place that is taken. */
  readonly connection: Connection;
  readonly call: OutgoingCall;
  readonly clock: Clock;
  readonly maxReceiveBytes: number;
  readonly listener: ExchangeListener;
  /** To be called once when the call is over. */
  readonly onOver: (exchange: Exchange) => void;
}

/** Interim answers that a server may send to one call. */
const maxInterims = 100;

/** Flag of a frame of headers after which nothing comes (RFC 9113, section 6.2). */
const endStream = 1;

/**
 * One stream of HTTP/2 as one call of gRPC: what goes out, what comes back, and how
 * it ends, which is told once, whatever happens: by trailers, by a reset, by the end
 * of the connection, by the deadline or by the caller.
 */
export class Exchange {
  header: IncomingHttpHeaders | undefined;
  trailer: IncomingHttpHeaders | undefined;
  readonly #parts: ExchangeParts;
  readonly #stream: Http2Stream;
  readonly #reader: FrameReader;
  readonly #startMs: number;
  readonly #stopListening: (() => void) | undefined;
  #interims = 0;
  #isOver = false;
  #isCancelled = false;

  /** Opens the stream. Throws where the connection takes no stream any more. */
  constructor(parts: ExchangeParts, headers: OutgoingHttpHeaders) {
    const { call, clock, connection, maxReceiveBytes } = parts;
    this.#parts = parts;
    this.#startMs = clock.nowMs();
    this.#reader = new FrameReader(maxReceiveBytes, this);
    const stream = connection.open(headers);
    this.#stream = stream;
    stream.on("response", (received, flags) => this.#respond(received, flags));
    stream.on("headers", () => this.#interim());
    stream.on("data", (chunk: Buffer) => {
      connection.heard();
      if (!this.#isOver) this.#reader.push(chunk);
    });
    stream.on("trailers", (received) => this.#end(received));
    // Of the stream alone it says nothing that `close`, which always follows, does not.
    stream.on("error", (error) => connection.streamFailed(error));
    stream.on("close", () => this.#close());
    if (call.signal) this.#stopListening = this.#listen(call.signal);
  }

  /** When the call must have ended, in milliseconds of the clock. */
  get deadlineMs(): number {
    return this.#parts.call.deadlineMs;
  }

  /** Whether the call has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether it was the client that ended the call. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Sends a request; false if the next should wait for {@link onDrain}. */
  write(frame: Framed): boolean {
    if (Buffer.isBuffer(frame)) return this.#stream.write(frame);
    this.#stream.write(frame[0]);
    return this.#stream.write(frame[1]);
  }

  /** Sends the last request, or none, and says that there are no more. */
  endRequests(frame?: Framed): void {
    if (frame === undefined) return void this.#stream.end();
    if (Buffer.isBuffer(frame)) return void this.#stream.end(frame);
    this.#stream.write(frame[0]);
    this.#stream.end(frame[1]);
  }

  /** Calls back once when more can be sent. */
  onDrain(drained: () => void): void {
    this.#stream.once("drain", drained);
  }

  /** Reads no further for now. */
  pause(): void {
    this.#stream.pause();
  }

  /** Reads on. */
  resume(): void {
    this.#stream.resume();
  }

  /** Ends the call, here and at the server. */
  cancel(error: unknown): void {
    if (this.#isOver) return;
    this.#isCancelled = true;
    this.#finish({ error });
    this.#leave();
  }

  /** Ends the call at its deadline. */
  timeOut(): void {
    if (this.#isOver) return;
    const { call, connection } = this.#parts;
    const state = this.header ? "had begun to be answered" : "was sent and not answered";
    this.cancel(timedOut(call, state));
    // Nothing at all has come since the call was sent: perhaps nothing ever will.
    if (connection.aliveMs < this.#startMs) connection.doubt();
  }

  /** Of the reader of frames. */
  onFrame(frame: Frame): void {
    if (frame.isCompressed && this.header?.["grpc-encoding"] !== "gzip") {
      const named = this.header?.["grpc-encoding"];
      const text = named === undefined ? "names no compression" : "has a compression that was not offered";
      return this.cancel(
        localFailure("INTERNAL", `the server sent a compressed response but its header ${text}`),
      );
    }
    this.#parts.listener.onFrame(frame);
  }

  /** Of the reader of frames. */
  onTooLong(byteLength: number): void {
    this.cancel(tooLongToReceive(byteLength, this.#parts.maxReceiveBytes));
  }

  #respond(received: IncomingHttpHeaders, flags: number): void {
    this.#parts.connection.heard();
    if (this.#isOver) return;
    const isWhole = (flags & endStream) !== 0;
    if (received["grpc-status"] === undefined) {
      const other = httpStatus(received);
      this.header = received;
      if (other) return this.#fail(statusFailure(other, this));
    } else if (isWhole) {
      // The status comes alone, with the headers.
      this.trailer = received;
      return this.#complete();
    }
    this.header = received;
    this.#parts.listener.onBegin();
    if (this.trailer) this.#endOfData();
  }

  /** An answer of the kind 1xx, of which the real one is still to come. */
  #interim(): void {
    this.#parts.connection.heard();
    if (++this.#interims <= maxInterims) return;
    this.cancel(
      localFailure("INTERNAL", `the server sent more than ${maxInterims} interim answers (HTTP 1xx)`),
    );
  }

  #end(received: IncomingHttpHeaders): void {
    this.#parts.connection.heard();
    if (this.#isOver) return;
    this.trailer = received;
    if (!this.header) return; // After an interim response the trailers may come first.
    if (this.#stream.readableLength === 0 && !this.#stream.isPaused()) this.#complete();
    else this.#stream.once("end", () => this.#endOfData());
  }

  #endOfData(): void {
    if (!this.#isOver && this.header && this.trailer) this.#complete();
  }

  #complete(): void {
    const status = grpcStatus(this.trailer ?? {});
    if (!status) return this.#fail(statusFailure(noStatus, this, "connection"));
    if (status.code !== 0) return this.#fail(statusFailure(status, this));
    if (this.#reader.isInside)
      return this.#fail(localFailure("INTERNAL", "the answer ended inside a message"));
    this.#finish(undefined);
    this.#leaveUnfinished();
  }

  #close(): void {
    this.#parts.connection.release();
    if (this.#isOver) return;
    if (this.trailer) return this.#complete();
    if (!this.header && this.#stream.rstCode === errorCodes.internal) this.#parts.connection.noteReset();
    this.#finish({ error: brokenStream(this.#stream, this.#parts.connection, this.#parts.call, this) });
  }

  #listen(signal: AbortSignal): () => void {
    const abort = (): void => this.cancel(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  }

  #fail(error: unknown): void {
    this.#finish({ error });
    this.#leaveUnfinished();
  }

  #finish(failure: { readonly error: unknown } | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening?.();
    this.#reader.stop();
    this.#parts.onOver(this);
    this.#parts.listener.onEnd(failure);
  }

  /** The server has said its last word; what is still to be sent or read is for nobody. */
  #leaveUnfinished(): void {
    if (!this.#stream.writableEnded || !this.#stream.writableFinished || !this.trailer) this.#leave();
  }

  #leave(): void {
    if (this.#stream.destroyed) return;
    this.#stream.close(errorCodes.cancel);
    this.#stream.destroy();
  }
}
