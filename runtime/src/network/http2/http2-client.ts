/**
 * The room of HTTP/2: the client's side of RFC 9113 as far as gRPC needs it, over a socket that is open. It has no
 * pushes, no priorities and no upgrade from HTTP/1.1.
 *
 * @module
 */
import { EventEmitter } from "node:events";
import type { OutgoingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import { systemClock } from "../../base/time/clock.js";
import { FloodGuard } from "./flood-guard.js";
import { FrameReceiver } from "./frame-receiver.js";
import { OpenStreams } from "./open-streams.js";
import { FrameSender } from "./frame-sender.js";
import { Http2Stream, type StreamOwner } from "./http2-stream.js";
import {
  headerLimits,
  type Http2Settings,
  settingIds,
  defaultSettings,
  defaultWindowBytes,
} from "./settings.js";
import { type PingCallback, PendingPings } from "./pending-pings.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** The socket of a client, and its flow-control window. */
interface Http2ClientOptions {
  readonly socket: Socket;
  /** The bytes that a server may send of one stream before they are read. */
  readonly windowBytes: number;
}

/** The events of a client, with their arguments. */
interface Http2ClientEvents {
  remoteSettings: [];
  goaway: [code: number, lastStreamId: number, debugData: Uint8Array | undefined];
  error: [error: Error];
  close: [];
}

/** Begins HTTP/2 on a socket. */
export class Http2Client extends EventEmitter<Http2ClientEvents> implements StreamOwner {
  closed = false;
  destroyed = false;
  readonly #socket: Socket;
  readonly #streamWindow: number;
  readonly #remoteSettings = defaultSettings();
  readonly #streams = new OpenStreams();
  readonly #pings = new PendingPings();
  readonly #sender: FrameSender;
  readonly #receiver: FrameReceiver;
  /** The flow-control window of the connection, and the bytes received since the last WINDOW_UPDATE. */
  #connectionWindow = defaultWindowBytes;
  #uncreditedBytes = 0;

  constructor({ socket, windowBytes }: Http2ClientOptions) {
    super();
    this.#socket = socket;
    this.#streamWindow = windowBytes;
    const flood = new FloodGuard(systemClock);
    this.#sender = new FrameSender(socket, this.#remoteSettings, flood);
    this.#receiver = new FrameReceiver({
      streams: this.#streams,
      sender: this.#sender,
      pings: this.#pings,
      flood,
      remoteSettings: this.#remoteSettings,
      onStreamError: (stream, code, what) => {
        stream.protocolError = what;
        this.reset(stream, code);
      },
      onDataBytes: (byteLength) => this.#creditConnectionWindow(byteLength),
      onSettings: () => this.emit("remoteSettings"),
      onGoaway: (code, lastStreamId, debugData) => this.#onGoaway(code, lastStreamId, debugData),
    });
    socket.on("data", (bytes: Buffer) => this.#read(bytes));
    socket.on("error", (error: Error) => this.#terminate(error));
    socket.on("end", () => this.#terminate());
    socket.on("close", () => this.#terminate());
    this.#sender.sendPreface([
      [settingIds.enablePush, 0],
      [settingIds.initialWindowSize, windowBytes],
      [settingIds.maxHeaderListSize, headerLimits.bytes],
    ]);
  }

  get remoteSettings(): Readonly<Http2Settings> {
    return this.#remoteSettings;
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  /** The window of the connection. It only grows. */
  setLocalWindowSize(bytes: number): void {
    const more = bytes - this.#connectionWindow;
    if (more <= 0) return;
    this.#connectionWindow = bytes;
    this.#sender.credit(0, more);
  }

  /** Begins a stream. Throws if the session takes none any more, or has used up its numbers. */
  request(headers: OutgoingHttpHeaders): Http2Stream {
    if (this.closed || this.destroyed) throw new Error("the HTTP/2 session was closed");
    const windows = { send: this.#remoteSettings.initialWindowSize, receive: this.#streamWindow };
    const stream = this.#streams.open((id) => new Http2Stream(id, windows, this));
    this.#sender.sendHeaders(stream.id, headers);
    return stream;
  }

  ping(answered: PingCallback): boolean {
    const content = this.destroyed ? undefined : this.#pings.add(answered);
    if (content) this.#sender.sendPing(content);
    return content !== undefined;
  }

  /** Ends with the last stream. */
  close(): void {
    this.closed = true;
    this.#closeIfUnused();
  }

  /** Ends now. */
  destroy(): void {
    this.#terminate();
  }

  /** Of a stream. */
  send(stream: Http2Stream): void {
    this.#sender.send(stream);
  }

  /** Of a stream. */
  reset(stream: Http2Stream, code: number): void {
    stream.rstCode = code;
    if (this.#streams.get(stream.id)) {
      this.#sender.sendReset(stream, code);
      this.#streams.addReset(stream);
    }
    stream.finish();
  }

  /** Of a stream. */
  creditWindow(stream: Http2Stream): void {
    if (stream.uncreditedBytes * 2 < this.#streamWindow) return;
    stream.receiveWindow += stream.uncreditedBytes;
    this.#sender.credit(stream.id, stream.uncreditedBytes);
    stream.uncreditedBytes = 0;
  }

  /** Of a stream. */
  release(stream: Http2Stream): void {
    this.#streams.delete(stream);
    this.#sender.forgetStream(stream);
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    // Not while a stream still tells of its end.
    if (this.closed && this.#streams.size === 0) process.nextTick(() => this.destroy());
  }

  #read(bytes: Buffer): void {
    if (this.destroyed) return;
    try {
      this.#receiver.read(bytes);
    } catch (error) {
      this.#terminate(error as Error);
    }
  }

  /**
   * Counts bytes against the connection's window, which is opened again as they come: what lies with a stream that
   * nobody reads must not stop the others, and is bounded by the stream's own.
   */
  #creditConnectionWindow(byteLength: number): void {
    this.#uncreditedBytes += byteLength;
    if (this.#uncreditedBytes * 2 < this.#connectionWindow) return;
    this.#sender.credit(0, this.#uncreditedBytes);
    this.#uncreditedBytes = 0;
  }

  #onGoaway(code: number, lastStreamId: number, debugData: Buffer | undefined): void {
    this.closed = true;
    this.emit("goaway", code, lastStreamId, debugData);
    for (const stream of this.#streams.all) {
      if (stream.id <= lastStreamId) continue;
      stream.rstCode = errorCodes.refusedStream;
      stream.finish();
    }
    if (code === errorCodes.noError) this.#closeIfUnused();
    else this.#terminate(new Error(`the server ended the session by code ${code}`));
  }

  /** Ends everything; by a GOAWAY that says what was wrong with what the server sent. */
  #terminate(error?: Error): void {
    if (this.destroyed) return;
    this.closed = this.destroyed = true;
    if (error instanceof ProtocolError) this.#sender.end(error.errorCode, error.message);
    else this.#sender.end(errorCodes.noError, "");
    this.#socket.end(() => this.#socket.destroy());
    // Before any stream tells of its end, whose reason this is.
    if (error) this.emit("error", error);
    for (const stream of this.#streams.all) {
      stream.rstCode = error ? errorCodes.internal : errorCodes.cancel;
      stream.finish(error);
    }
    this.#pings.fail(error ?? new Error("the session has ended"));
    process.nextTick(() => this.emit("close"));
  }
}
