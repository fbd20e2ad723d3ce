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
import { BandwidthEstimator } from "./bandwidth-estimator.js";
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

/**
 * The bytes of all streams that may wait for their readers. Beyond it the connection gets no more window, so that slow
 * readers cannot fill the memory. It is more than one stream may have, so that one slow reader blocks no other stream.
 */
const maxUnreadBytes = 64 * 1024 * 1024;

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
  #streamWindow: number;
  readonly #maxWindowBytes: number;
  /** Measures the bandwidth; undefined until much data has arrived. */
  #estimator: BandwidthEstimator | undefined;
  /** The bytes of DATA before that. */
  #firstBytes = 0;
  /** The bytes of all streams that wait for their readers. */
  #unreadBytes = 0;
  readonly #remoteSettings = defaultSettings();
  readonly #streams = new OpenStreams();
  readonly #pings = new PendingPings();
  readonly #sender: FrameSender;
  readonly #receiver: FrameReceiver;
  /** The flow-control window of the connection, and the bytes received since the last WINDOW_UPDATE. */
  #connectionWindow = defaultWindowBytes;
  #uncreditedBytes = 0;

  constructor({ socket, windowBytes, maxWindowBytes = windowBytes }: Http2ClientOptions) {
    super();
    this.#socket = socket;
    this.#streamWindow = windowBytes;
    this.#maxWindowBytes = maxWindowBytes;
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
      onDataBytes: (byteLength) => {
        this.#measureBandwidth(byteLength);
        this.#uncreditedBytes += byteLength;
        this.#creditConnectionWindow();
      },
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
    const more = bytes - this.#connectionWindow;
    if (more <= 0) return;
    this.#connectionWindow = bytes;
    this.#sender.sendWindowUpdate(0, more);
  }

  /** Opens a stream. Throws if the client is closed, or the stream identifiers are exhausted. */
  request(headers: OutgoingHttpHeaders): Http2Stream {
    if (this.closed || this.destroyed) throw new Error("the HTTP/2 connection was closed");
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
    if (stream.uncreditedBytes * 2 < this.#streamWindow) return;
    stream.receiveWindow += stream.uncreditedBytes;
    this.#sender.sendWindowUpdate(stream.id, stream.uncreditedBytes);
    stream.uncreditedBytes = 0;
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
    this.#unreadBytes += byteLength;
    if (byteLength < 0 && !this.destroyed) this.#creditConnectionWindow();
  }

  /**
   * Renews the flow-control window of the connection when half of it is used. It does not wait until the bytes are read,
   * so that a stream without a reader does not block the others. The windows of streams bound the memory, and
   * {@link maxUnreadBytes} that of all together.
   */
  #creditConnectionWindow(): void {
    if (this.#uncreditedBytes * 2 < this.#connectionWindow || this.#unreadBytes > maxUnreadBytes) return;
    this.#sender.sendWindowUpdate(0, this.#uncreditedBytes);
    this.#uncreditedBytes = 0;
  }

  /** Measures the bandwidth once an eighth of a window has arrived. It begins to ping after a quarter of it. */
  #measureBandwidth(byteLength: number): void {
    if (this.#estimator) return this.#estimator.onData(byteLength);
    this.#firstBytes += byteLength;
    const windowBytes = this.#streamWindow;
    if (this.#firstBytes * 8 < windowBytes) return;
    this.#estimator = new BandwidthEstimator({
      windowBytes,
      maxWindowBytes: this.#maxWindowBytes,
      nowMs: () => systemClock.nowMs(),
      ping: (onAcknowledged) => this.ping((error) => error ?? onAcknowledged()),
      onGrow: (bytes) => this.#growWindows(bytes),
    });
    this.#estimator.onData(this.#firstBytes);
  }

  /** Grows the windows of the connection and of all streams, open and new ones (RFC 9113, section 6.9.2). */
  #growWindows(bytes: number): void {
    const more = bytes - this.#streamWindow;
    this.#streamWindow = bytes;
    for (const stream of this.#streams.all) stream.receiveWindow += more;
    this.#receiver.expectSettingsAck();
    this.#sender.sendSettings([[settingIds.initialWindowSize, bytes]]);
    this.setLocalWindowSize(bytes);
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
