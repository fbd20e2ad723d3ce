/**
 * The HTTP/2 client for gRPC (RFC 9113) over an open socket. It has no server push, no priorities and no upgrade from
 * HTTP/1.1.
 *
 * @module
 */
import { EventEmitter } from "node:events";
import type { OutgoingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import { systemClock } from "../../base/time/clock.js";
import { FloodGuard } from "./flood-guard.js";
import { FlowControl } from "./flow-control.js";
import { FrameReceiver } from "./frame-receiver.js";
import { OpenStreams } from "./open-streams.js";
import { FrameSender } from "./frame-sender.js";
import { Http2Stream, type StreamOwner } from "./http2-stream.js";
import { headerLimits, type Http2Settings, settingIds, defaultSettings } from "./settings.js";
import { type PingCallback, PendingPings } from "./pending-pings.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** The dependencies and settings of an {@link Http2Client}. */
interface Http2ClientOptions {
  readonly socket: Socket;
  /** The flow-control window of each stream, in bytes: SETTINGS_INITIAL_WINDOW_SIZE (RFC 9113, section 6.9.2). */
  readonly windowBytes: number;
  /**
   * The maximum to which the windows of streams and connection grow with the measured bandwidth, in bytes. Default:
   * `windowBytes`, so they do not grow.
   */
  readonly maxWindowBytes?: number | undefined;
}

/** The events of a client, with their arguments. */
interface Http2ClientEvents {
  remoteSettings: [];
  goaway: [code: number, lastStreamId: number, debugData: Uint8Array | undefined];
  error: [error: Error];
  terminated: [];
  close: [];
}

/**
 * The client side of one HTTP/2 connection. It sends the connection preface at once. All errors of the connection are
 * reported by the event `error`. The event `terminated` follows before any stream fails, and `close` after the last one.
 */
export class Http2Client extends EventEmitter<Http2ClientEvents> implements StreamOwner {
  closed = false;
  destroyed = false;
  readonly #socket: Socket;
  readonly #remoteSettings = defaultSettings();
  readonly #streams = new OpenStreams();
  readonly #pings = new PendingPings();
  readonly #sender: FrameSender;
  readonly #receiver: FrameReceiver;
  readonly #flowControl: FlowControl;

  constructor({ socket, windowBytes, maxWindowBytes = windowBytes }: Http2ClientOptions) {
    super();
    this.#socket = socket;
    const flood = new FloodGuard(systemClock);
    this.#sender = new FrameSender(socket, this.#remoteSettings, flood);
    this.#flowControl = new FlowControl({
      windowBytes,
      maxWindowBytes,
      streams: this.#streams,
      sender: this.#sender,
      ping: (onAcknowledged) => this.ping((error) => error ?? onAcknowledged()),
      onSettings: () => this.#receiver.expectSettingsAck(),
    });
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
      onDataBytes: (byteLength) => this.#flowControl.onDataBytes(byteLength),
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

  unref(): void {
    this.#socket.unref();
  }

  /** Increases the flow-control window of the connection by a WINDOW_UPDATE. A smaller value has no effect. */
  setLocalWindowSize(bytes: number): void {
    this.#flowControl.setConnectionWindow(bytes);
  }

  /** Opens a stream. Throws if the client is closed, or the stream identifiers are exhausted. */
  request(headers: OutgoingHttpHeaders): Http2Stream {
    if (this.closed || this.destroyed) throw new Error("the HTTP/2 connection was closed");
    const windows = { send: this.#remoteSettings.initialWindowSize, receive: this.#flowControl.streamWindow };
    const stream = this.#streams.open((id) => new Http2Stream(id, windows, this));
    this.#sender.sendHeaders(stream.id, headers);
    return stream;
  }

  ping(answered: PingCallback): boolean {
    const content = this.destroyed ? undefined : this.#pings.add(answered);
    if (content) this.#sender.sendPing(content);
    return content !== undefined;
  }

  /** Accepts no more streams and closes the connection after the last one. */
  close(): void {
    this.closed = true;
    this.#closeIfUnused();
  }

  /** Closes the connection and all streams at once. */
  destroy(): void {
    this.#terminate();
  }

  /** Implements {@link StreamOwner}: sends what a stream has written. */
  send(stream: Http2Stream): void {
    this.#sender.send(stream);
  }

  /** Implements {@link StreamOwner}: closes a stream by RST_STREAM. */
  reset(stream: Http2Stream, code: number): void {
    stream.rstCode = code;
    // Nothing may be sent on a closed stream (RFC 9113, section 5.1).
    if (this.#streams.get(stream.id) && !stream.isClosed) {
      this.#sender.sendReset(stream, code);
      this.#streams.addReset(stream);
    }
    stream.finish();
  }

  /** Implements {@link StreamOwner}: renews the window of a stream when half of it is used. */
  creditWindow(stream: Http2Stream): void {
    this.#flowControl.creditStream(stream);
  }

  /** Implements {@link StreamOwner}: removes a closed stream. */
  release(stream: Http2Stream): void {
    this.#streams.delete(stream);
    this.#sender.forgetStream(stream);
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    // Not before the last stream has emitted `close`.
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

  /** Implements {@link StreamOwner}: counts the bytes that wait for readers. */
  countUnread(byteLength: number): void {
    this.#flowControl.countUnread(byteLength);
    if (byteLength < 0 && !this.destroyed) this.#flowControl.creditConnection();
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
    else this.#terminate(new Error(`the server ended the connection by code ${code}`));
  }

  /** Closes everything. The GOAWAY states what was wrong if the server broke the protocol. */
  #terminate(error?: Error): void {
    if (this.destroyed) return;
    this.closed = this.destroyed = true;
    if (error instanceof ProtocolError) this.#sender.sendGoaway(error.errorCode, error.message);
    else this.#sender.sendGoaway(errorCodes.noError, "");
    this.#socket.end(() => this.#socket.destroy());
    // Before the streams, whose reason this is.
    if (error) this.emit("error", error);
    this.emit("terminated");
    for (const stream of this.#streams.all) {
      stream.rstCode = error ? errorCodes.internal : errorCodes.cancel;
      stream.finish(error);
    }
    this.#pings.fail(error ?? new Error("the HTTP/2 connection has ended"));
    process.nextTick(() => this.emit("close"));
  }
}
