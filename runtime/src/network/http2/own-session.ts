/**
 * The room of HTTP/2: the client's side of RFC 9113 as far as gRPC needs it, over a socket that is open. It has no
 * pushes, no priorities and no upgrade from HTTP/1.1.
 *
 * @module
 */
import { EventEmitter } from "node:events";
import type { OutgoingHttpHeaders } from "node:http2";
import {
  type BeginHttp2,
  headerLimits,
  type Http2Begin,
  type Http2Session,
} from "../transport/connection/http2-session.js";
import { systemClock } from "../../base/time/clock.js";
import { FloodGuard } from "./flood-guard.js";
import { Incoming } from "./incoming.js";
import { OpenStreams } from "./open-streams.js";
import { Outgoing } from "./outgoing.js";
import { OwnStream, type StreamHolder } from "./own-stream.js";
import { settingIds, usualSettings, usualWindow } from "./peer-settings.js";
import { type PingAnswered, Pings } from "./pings.js";
import { errorCodes, WireError } from "./wire-error.js";

/** Begins HTTP/2 on a socket. */
export const beginOwnHttp2: BeginHttp2 = (begin) => new OwnSession(begin);

class OwnSession extends EventEmitter implements Http2Session, StreamHolder {
  closed = false;
  destroyed = false;
  readonly #socket: Http2Begin["socket"];
  readonly #streamWindow: number;
  readonly #remote = usualSettings();
  readonly #streams = new OpenStreams();
  readonly #pings = new Pings();
  readonly #outgoing: Outgoing;
  readonly #incoming: Incoming;
  /** The window of the connection, and the bytes that have come of which the server has not been told. */
  #window = usualWindow;
  #unreported = 0;

  constructor({ socket, windowBytes }: Http2Begin) {
    super();
    this.#socket = socket;
    this.#streamWindow = windowBytes;
    const flood = new FloodGuard(systemClock);
    this.#outgoing = new Outgoing(socket, this.#remote, flood);
    this.#incoming = new Incoming({
      streams: this.#streams,
      outgoing: this.#outgoing,
      pings: this.#pings,
      flood,
      remote: this.#remote,
      onBroken: (stream, code, what) => {
        stream.breach = what;
        this.reset(stream, code);
      },
      onBytes: (byteLength) => this.#count(byteLength),
      onSettings: () => this.emit("remoteSettings"),
      onGoaway: (code, lastId, said) => this.#leave(code, lastId, said),
    });
    socket.on("data", (bytes: Buffer) => this.#read(bytes));
    socket.on("error", (error: Error) => this.#end(error));
    socket.on("end", () => this.#end());
    socket.on("close", () => this.#end());
    this.#outgoing.greet([
      [settingIds.enablePush, 0],
      [settingIds.initialWindowSize, windowBytes],
      [settingIds.maxHeaderListSize, headerLimits.bytes],
    ]);
  }

  get remoteSettings(): Http2Session["remoteSettings"] {
    return this.#remote;
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  /** The window of the connection. It only grows. */
  setLocalWindowSize(bytes: number): void {
    const more = bytes - this.#window;
    if (more <= 0) return;
    this.#window = bytes;
    this.#outgoing.credit(0, more);
  }

  /** Begins a stream. Throws if the session takes none any more, or has used up its numbers. */
  request(headers: OutgoingHttpHeaders): OwnStream {
    if (this.closed || this.destroyed) throw new Error("the HTTP/2 session was closed");
    const windows = { send: this.#remote.initialWindowSize, receive: this.#streamWindow };
    const stream = this.#streams.begin((id) => new OwnStream(id, windows, this));
    this.#outgoing.sendHeaders(stream.id, headers);
    return stream;
  }

  ping(answered: PingAnswered): boolean {
    const content = this.destroyed ? undefined : this.#pings.begin(answered);
    if (content) this.#outgoing.ping(content);
    return content !== undefined;
  }

  /** Ends with the last stream. */
  close(): void {
    this.closed = true;
    this.#endIfUnused();
  }

  /** Ends now. */
  destroy(): void {
    this.#end();
  }

  /** Of a stream. */
  send(stream: OwnStream): void {
    this.#outgoing.send(stream);
  }

  /** Of a stream. */
  reset(stream: OwnStream, code: number): void {
    stream.rstCode = code;
    if (this.#streams.get(stream.id)) {
      this.#outgoing.reset(stream, code);
      this.#streams.noteReset(stream);
    }
    stream.finish();
  }

  /** Of a stream. */
  credit(stream: OwnStream): void {
    if (stream.unreported * 2 < this.#streamWindow) return;
    stream.receiveWindow += stream.unreported;
    this.#outgoing.credit(stream.id, stream.unreported);
    stream.unreported = 0;
  }

  /** Of a stream. */
  forget(stream: OwnStream): void {
    this.#streams.delete(stream);
    this.#outgoing.forget(stream);
    this.#endIfUnused();
  }

  #endIfUnused(): void {
    // Not while a stream still tells of its end.
    if (this.closed && this.#streams.size === 0) process.nextTick(() => this.destroy());
  }

  #read(bytes: Buffer): void {
    if (this.destroyed) return;
    try {
      this.#incoming.read(bytes);
    } catch (error) {
      this.#end(error as Error);
    }
  }

  /**
   * Counts bytes against the connection's window, which is opened again as they come: what lies with a stream that
   * nobody reads must not stop the others, and is bounded by the stream's own.
   */
  #count(byteLength: number): void {
    this.#unreported += byteLength;
    if (this.#unreported * 2 < this.#window) return;
    this.#outgoing.credit(0, this.#unreported);
    this.#unreported = 0;
  }

  #leave(code: number, lastId: number, said: Buffer | undefined): void {
    this.closed = true;
    this.emit("goaway", code, lastId, said);
    for (const stream of this.#streams.all) {
      if (stream.id <= lastId) continue;
      stream.rstCode = errorCodes.refusedStream;
      stream.finish();
    }
    if (code === errorCodes.noError) this.#endIfUnused();
    else this.#end(new Error(`the server ended the session by code ${code}`));
  }

  /** Ends everything; by a GOAWAY that says what was wrong with what the server sent. */
  #end(error?: Error): void {
    if (this.destroyed) return;
    this.closed = this.destroyed = true;
    if (error instanceof WireError) this.#outgoing.end(error.wireCode, error.message);
    else this.#outgoing.end(errorCodes.noError, "");
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
