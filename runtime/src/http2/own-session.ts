/**
 * The room of our own HTTP/2: the client's side of RFC 9113 as far as gRPC needs it, over a socket that is open. It
 * is what `node:http2` is to the transport, and no more: no pushes, no priorities, no upgrade from HTTP/1.1.
 * A session loads it if its option `http2` is "own".
 *
 * @module
 */
import { EventEmitter } from "node:events";
import type { OutgoingHttpHeaders } from "node:http2";
import type { BeginHttp2, Http2Begin, Http2Session } from "../transport/connection/http2-session.js";
import { systemClock } from "../time/clock.js";
import { FloodGuard } from "./flood-guard.js";
import { flags, type FrameHead, frameTypes } from "./frame.js";
import { FrameReader } from "./frame-reader.js";
import { HeaderBlocks, type HeaderBlock } from "./header-block.js";
import { HeaderDecoder } from "./hpack/header-decoder.js";
import { HeaderEncoder } from "./hpack/header-encoder.js";
import { Outbox } from "./outbox.js";
import { OwnStream, type StreamHolder } from "./own-stream.js";
import {
  applySettings,
  largestWindow,
  settingIds,
  settingsContent,
  usualSettings,
  usualWindow,
} from "./peer-settings.js";
import { receivedHeaders } from "./received-headers.js";
import { errorCodes, WireError } from "./wire-error.js";

/** The first bytes that a client sends (RFC 9113, section 3.4). */
const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** Largest block of headers that is accepted, before and after it is read, in bytes as RFC 9113 section 6.5.2 counts. */
const headerLimits = { bytes: 64 * 1024, pairs: 2_000 };

/** Streams that this side has reset and on which the server, who may not know, still sends. */
const mostReset = 1_000;

/** Pings that may wait for their answers. */
const mostPings = 10;

/** A ping that waits for its answer. */
interface Ping {
  readonly content: Buffer;
  readonly startMs: number;
  readonly answered: (error: Error | null, durationMs: number) => void;
}

/** Begins HTTP/2 on a socket. */
export const beginOwnHttp2: BeginHttp2 = (begin) => new OwnSession(begin);

class OwnSession extends EventEmitter implements Http2Session, StreamHolder {
  closed = false;
  destroyed = false;
  readonly #socket: Http2Begin["socket"];
  readonly #wire: Http2Begin["wire"];
  readonly #outbox: Outbox;
  readonly #reader = new FrameReader(this);
  readonly #blocks = new HeaderBlocks(headerLimits.bytes);
  readonly #encoder = new HeaderEncoder();
  readonly #decoder = new HeaderDecoder(headerLimits);
  readonly #flood = new FloodGuard(systemClock);
  readonly #streams = new Map<number, OwnStream>();
  readonly #reset = new Set<number>();
  /** Streams that have something to send, and wait for the connection. */
  readonly #waiting = new Set<OwnStream>();
  readonly #pings: Ping[] = [];
  readonly #remote = usualSettings();
  readonly #streamWindow: number;
  #hasSettings = false;
  #nextId = 1;
  #sendWindow = usualWindow;
  /** The window of the connection, and the bytes that have come of which the server has not been told. */
  #windowSize = usualWindow;
  #unreported = 0;
  #pingNumber = 0;
  /** The stream that the DATA frame which is coming belongs to; undefined if nobody wants it. */
  #receiver: OwnStream | undefined;
  /** What of that frame is no data: it counts against the window, and nobody reads it. */
  #padding = 0;

  constructor({ wire, socket, windowBytes }: Http2Begin) {
    super();
    this.#wire = wire;
    this.#socket = socket;
    this.#streamWindow = windowBytes;
    this.#outbox = new Outbox(wire, () => undefined);
    this.#outbox.addBytes(preface);
    this.#outbox.add(
      frameTypes.settings,
      0,
      0,
      settingsContent([
        [settingIds.enablePush, 0],
        [settingIds.initialWindowSize, windowBytes],
        [settingIds.maxHeaderListSize, headerLimits.bytes],
      ]),
    );
    wire.on("data", (bytes: Buffer) => this.#read(bytes));
    wire.on("drain", () => this.#sendWaiting());
    wire.on("error", (error: Error) => this.#end(error));
    wire.on("end", () => this.#end());
    wire.on("close", () => this.#end());
    this.#outbox.flush();
  }

  get remoteSettings(): Http2Session["remoteSettings"] {
    return this.#remote;
  }

  get state(): Http2Session["state"] {
    return { outboundQueueSize: this.#outbox.waitingBytes };
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  /** The window of the connection. It only grows. */
  setLocalWindowSize(bytes: number): void {
    const more = bytes - this.#windowSize;
    if (more <= 0) return;
    this.#windowSize = bytes;
    this.#outbox.addNumber(frameTypes.windowUpdate, 0, more);
  }

  /** Begins a stream. Throws if the session takes none any more, or has used up its numbers. */
  request(headers: OutgoingHttpHeaders): OwnStream {
    if (this.closed || this.destroyed) throw new Error("the HTTP/2 session was closed");
    if (this.#nextId > largestWindow)
      throw new Error("the HTTP/2 session has used up the numbers of its streams");
    const id = this.#nextId;
    this.#nextId += 2;
    const windows = { send: this.#remote.initialWindowSize, receive: this.#streamWindow };
    const stream = new OwnStream(id, windows, this);
    this.#streams.set(id, stream);
    this.#sendHeaders(id, this.#encoder.encode(pairsOf(headers)));
    return stream;
  }

  ping(answered: Ping["answered"]): boolean {
    if (this.destroyed || this.#pings.length === mostPings) return false;
    const content = Buffer.alloc(8);
    content.writeUInt32BE((this.#pingNumber = (this.#pingNumber + 1) >>> 0), 4);
    this.#pings.push({ content, startMs: performance.now(), answered });
    this.#outbox.add(frameTypes.ping, 0, 0, content);
    return true;
  }

  /** Ends with the last stream. */
  close(): void {
    this.closed = true;
    if (this.#streams.size === 0) process.nextTick(() => this.destroy());
  }

  /** Ends now. */
  destroy(): void {
    this.#end();
  }

  // What streams ask for.

  send(stream: OwnStream): void {
    while (this.#sendPart(stream));
  }

  reset(stream: OwnStream, code: number): void {
    stream.rstCode = code;
    if (this.#streams.has(stream.id)) {
      this.#outbox.addNumber(frameTypes.rstStream, stream.id, code);
      if (this.#reset.size === mostReset) this.#reset.clear();
      this.#reset.add(stream.id);
    }
    stream.finish();
  }

  credit(stream: OwnStream, byteLength: number): void {
    stream.unreported += byteLength;
    if (stream.isAnswered || stream.unreported * 2 < this.#streamWindow || stream.destroyed) return;
    stream.receiveWindow += stream.unreported;
    this.#outbox.addNumber(frameTypes.windowUpdate, stream.id, stream.unreported);
    stream.unreported = 0;
  }

  forget(stream: OwnStream): void {
    this.#streams.delete(stream.id);
    this.#waiting.delete(stream);
    if (this.closed && this.#streams.size === 0) process.nextTick(() => this.destroy());
  }

  // What goes out.

  /** Sends one frame of a stream; false if there is nothing more to send, or it has to wait. */
  #sendPart(stream: OwnStream): boolean {
    if (stream.destroyed || stream.writableFinished) return false;
    const hasBytes = stream.writableLength > 0;
    if (!hasBytes && !stream.writableEnded) return false;
    if (hasBytes && stream.sendWindow <= 0) return false;
    if (hasBytes && (this.#sendWindow <= 0 || this.#outbox.isHeldUp)) {
      this.#waiting.add(stream);
      return false;
    }
    const part = stream.take(Math.min(stream.sendWindow, this.#sendWindow, this.#remote.maxFrameSize));
    stream.sendWindow -= part.byteLength;
    this.#sendWindow -= part.byteLength;
    const isLast = stream.writableEnded && stream.writableLength === 0;
    this.#outbox.add(frameTypes.data, isLast ? flags.endStream : 0, stream.id, part);
    stream.sent();
    return true;
  }

  /** One frame of each stream in turn, so that a large message does not keep small ones waiting. */
  #sendWaiting(): void {
    while (this.#waiting.size > 0 && this.#sendWindow > 0 && !this.#outbox.isHeldUp) {
      for (const stream of [...this.#waiting]) {
        this.#waiting.delete(stream);
        if (this.#sendPart(stream)) this.#waiting.add(stream);
      }
    }
  }

  #sendHeaders(id: number, block: Uint8Array): void {
    const { maxFrameSize } = this.#remote;
    let place = 0;
    do {
      const part = block.subarray(place, place + maxFrameSize);
      const type = place === 0 ? frameTypes.headers : frameTypes.continuation;
      place += part.byteLength;
      // The block is overwritten by the next one, and what is large is passed on as it is.
      const content = block.byteLength > 1_024 ? Uint8Array.from(part) : part;
      this.#outbox.add(type, place < block.byteLength ? 0 : flags.endHeaders, id, content);
    } while (place < block.byteLength);
  }

  // What comes in.

  #read(bytes: Buffer): void {
    if (this.destroyed) return;
    try {
      this.#reader.push(bytes);
    } catch (error) {
      this.#end(error as Error);
    }
  }

  onFrame(head: FrameHead, content: Buffer): void {
    if (this.destroyed) return;
    this.#requireOrder(head);
    switch (head.type) {
      case frameTypes.headers:
      case frameTypes.continuation: {
        this.#requireStream(head, "HEADERS");
        const block = this.#blocks.take(head, content);
        if (block) this.#onHeaders(block);
        return;
      }
      case frameTypes.rstStream:
        return this.#onReset(head, content);
      case frameTypes.settings:
        return this.#onSettings(head, content);
      case frameTypes.ping:
        return this.#onPing(head, content);
      case frameTypes.goaway:
        return this.#onGoaway(head, content);
      case frameTypes.windowUpdate:
        return this.#onWindow(head, content);
      case frameTypes.pushPromise:
        throw new WireError(errorCodes.protocol, "PUSH_PROMISE, though pushes are switched off");
      case frameTypes.priority:
        this.#requireLength(head, 5, "PRIORITY");
        this.#requireStream(head, "PRIORITY");
        return this.#flood.note();
      default:
        // Frames that are not known mean nothing (RFC 9113, section 5.5).
        return this.#flood.note();
    }
  }

  onDataHead(head: FrameHead): void {
    this.#requireOrder(head);
    this.#receiver = undefined;
    this.#requireStream(head, "DATA");
    if (head.length > 0) this.#takeWindow(head.length);
    if (head.length === 0) this.#flood.note();
    else this.#flood.progress();
    const stream = this.#openStream(head, "DATA");
    if (!stream) return this.#flood.note();
    if (!stream.hasAnswer) return this.reset(stream, errorCodes.protocol);
    stream.receiveWindow -= head.length;
    if (stream.receiveWindow < 0) return this.reset(stream, errorCodes.flowControl);
    this.#receiver = stream;
    this.#padding = head.length;
  }

  onData(_head: FrameHead, part: Buffer): void {
    const stream = this.#receiver;
    if (!stream || stream.destroyed || this.destroyed) return;
    this.#padding -= part.byteLength;
    stream.receive(part);
  }

  onDataEnd(head: FrameHead): void {
    const stream = this.#receiver;
    this.#receiver = undefined;
    if (!stream || stream.destroyed) return;
    if (this.#padding > 0) this.credit(stream, this.#padding);
    if ((head.flags & flags.endStream) !== 0) stream.endReceiving();
  }

  #onHeaders({ streamId, isLast, bytes }: HeaderBlock): void {
    const pairs = this.#decoder.decode(bytes);
    const stream = this.#openStream({ streamId }, "HEADERS");
    if (!stream) return this.#flood.note();
    this.#flood.progress();
    const isTrailer = stream.hasAnswer;
    const headers = receivedHeaders(pairs, isTrailer ? "trailers" : "headers");
    const isInterim = Number(headers?.[":status"]) < 200;
    // An answer that breaks the rules of HTTP ends its stream alone (RFC 9113, section 8.1.1).
    if (!headers || (isTrailer && !isLast) || (isInterim && isLast)) {
      return this.reset(stream, errorCodes.protocol);
    }
    stream.receiveHeaders(headers, isLast ? flags.endStream : 0);
    if (isLast && !stream.destroyed) stream.endReceiving();
  }

  #onReset(head: FrameHead, content: Buffer): void {
    this.#requireStream(head, "RST_STREAM");
    this.#requireLength(head, 4, "RST_STREAM");
    this.#requireBegun(head, "RST_STREAM");
    const stream = this.#streams.get(head.streamId);
    if (!stream) return this.#flood.note();
    stream.rstCode = content.readUInt32BE();
    // The answer is whole, and the server does not want the rest of the request.
    if (stream.isAnswered && stream.readableLength > 0) {
      stream.writableEnded = stream.writableFinished = true;
      return;
    }
    stream.finish(
      stream.rstCode === errorCodes.noError || stream.rstCode === errorCodes.cancel
        ? undefined
        : new Error(`the stream was reset by code ${stream.rstCode}`),
    );
  }

  #onSettings(head: FrameHead, content: Buffer): void {
    this.#requireConnection(head, "SETTINGS");
    if ((head.flags & flags.ack) !== 0) {
      this.#requireLength(head, 0, "the answer to SETTINGS");
      return this.#flood.note();
    }
    if (this.#hasSettings) this.#flood.note();
    this.#hasSettings = true;
    const before = this.#remote.initialWindowSize;
    applySettings(this.#remote, content);
    this.#encoder.resize(this.#remote.headerTableSize);
    const more = this.#remote.initialWindowSize - before;
    if (more !== 0) for (const stream of this.#streams.values()) this.#widen(stream, more);
    this.#outbox.add(frameTypes.settings, flags.ack, 0, nothing);
    this.emit("remoteSettings");
  }

  #onPing(head: FrameHead, content: Buffer): void {
    this.#requireConnection(head, "PING");
    this.#requireLength(head, 8, "PING");
    if ((head.flags & flags.ack) === 0) {
      this.#flood.note();
      return this.#outbox.add(frameTypes.ping, flags.ack, 0, content);
    }
    const at = this.#pings.findIndex((ping) => ping.content.equals(content));
    const [ping] = at < 0 ? [] : this.#pings.splice(at, 1);
    if (!ping) return this.#flood.note();
    ping.answered(null, performance.now() - ping.startMs);
  }

  #onGoaway(head: FrameHead, content: Buffer): void {
    this.#requireConnection(head, "GOAWAY");
    if (content.byteLength < 8) throw new WireError(errorCodes.frameSize, "GOAWAY of less than 8 bytes");
    this.#flood.note();
    const [lastId, code] = [content.readUInt32BE() & largestWindow, content.readUInt32BE(4)];
    const said = content.byteLength > 8 ? Buffer.from(content.subarray(8)) : undefined;
    this.closed = true;
    this.emit("goaway", code, lastId, said);
    for (const stream of [...this.#streams.values()]) {
      if (stream.id <= lastId) continue;
      stream.rstCode = errorCodes.refusedStream;
      stream.finish();
    }
    if (code !== errorCodes.noError) this.#end(new Error(`the server ended the session by code ${code}`));
    else if (this.#streams.size === 0) this.destroy();
  }

  #onWindow(head: FrameHead, content: Buffer): void {
    this.#requireLength(head, 4, "WINDOW_UPDATE");
    const more = content.readUInt32BE() & largestWindow;
    this.#flood.note();
    if (head.streamId === 0) {
      if (more === 0) throw new WireError(errorCodes.protocol, "WINDOW_UPDATE by 0");
      this.#sendWindow += more;
      if (this.#sendWindow > largestWindow) throw tooWide();
      return this.#sendWaiting();
    }
    this.#requireBegun(head, "WINDOW_UPDATE");
    const stream = this.#streams.get(head.streamId);
    if (!stream) return;
    if (more === 0) return this.reset(stream, errorCodes.protocol);
    if (stream.sendWindow + more > largestWindow) return this.reset(stream, errorCodes.flowControl);
    this.#widen(stream, more);
  }

  #widen(stream: OwnStream, more: number): void {
    stream.sendWindow += more;
    // All streams at once, by SETTINGS (RFC 9113, section 6.9.2).
    if (stream.sendWindow > largestWindow) throw tooWide();
    this.send(stream);
  }

  /**
   * The connection's window, which is opened again as bytes come: what lies with a stream that nobody reads must not
   * stop the others, and is bounded by the stream's own.
   */
  #takeWindow(length: number): void {
    this.#unreported += length;
    if (this.#unreported * 2 < this.#windowSize) return;
    this.#outbox.addNumber(frameTypes.windowUpdate, 0, this.#unreported);
    this.#unreported = 0;
  }

  // The rules of order.

  #requireOrder(head: FrameHead): void {
    if (!this.#hasSettings && (head.type !== frameTypes.settings || (head.flags & flags.ack) !== 0)) {
      throw new WireError(errorCodes.protocol, "the server did not begin with the SETTINGS of HTTP/2");
    }
    if (this.#blocks.isOpen && head.type !== frameTypes.continuation) {
      throw new WireError(errorCodes.protocol, `a frame of type ${head.type} inside a block of headers`);
    }
  }

  /** The stream of a frame; undefined if this side has reset it, and the server may not have known. */
  #openStream(head: Pick<FrameHead, "streamId">, name: string): OwnStream | undefined {
    const stream = this.#streams.get(head.streamId);
    if (stream && !stream.isAnswered) return stream;
    this.#requireBegun(head, name);
    if (!stream && this.#reset.has(head.streamId)) return undefined;
    throw new WireError(errorCodes.streamClosed, `${name} on stream ${head.streamId}, which is over`);
  }

  #requireBegun({ streamId }: Pick<FrameHead, "streamId">, name: string): void {
    if (streamId % 2 === 1 && streamId < this.#nextId) return;
    throw new WireError(errorCodes.protocol, `${name} on stream ${streamId}, which nobody began`);
  }

  #requireStream({ streamId }: FrameHead, name: string): void {
    if (streamId === 0) throw new WireError(errorCodes.protocol, `${name} on stream 0`);
  }

  #requireConnection({ streamId }: FrameHead, name: string): void {
    if (streamId !== 0) throw new WireError(errorCodes.protocol, `${name} on stream ${streamId}`);
  }

  #requireLength(head: FrameHead, length: number, name: string): void {
    if (head.length === length) return;
    throw new WireError(errorCodes.frameSize, `${name} of ${head.length} bytes; it has ${length}`);
  }

  // The end.

  /** Ends everything; by a GOAWAY that says what was wrong with what the server sent. */
  #end(error?: Error): void {
    if (this.destroyed) return;
    this.closed = this.destroyed = true;
    if (this.#wire.writable) {
      const code = error instanceof WireError ? error.wireCode : errorCodes.noError;
      const said = error instanceof WireError ? Buffer.from(error.message) : nothing;
      const content = Buffer.concat([Buffer.alloc(8), said]);
      content.writeUInt32BE(code, 4);
      this.#outbox.add(frameTypes.goaway, 0, 0, content);
      this.#outbox.flush();
      this.#wire.end(() => this.#wire.destroy());
    }
    this.#outbox.close();
    for (const stream of [...this.#streams.values()]) {
      stream.rstCode = error ? errorCodes.internal : errorCodes.cancel;
      stream.finish(error);
    }
    for (const { answered } of this.#pings.splice(0))
      answered(error ?? new Error("the session has ended"), 0);
    process.nextTick(() => {
      if (error) this.emit("error", error);
      this.emit("close");
    });
  }
}

const nothing = new Uint8Array();

function tooWide(): WireError {
  return new WireError(errorCodes.flowControl, "a window of more than 2^31 - 1 bytes");
}

function* pairsOf(headers: OutgoingHttpHeaders): Iterable<[name: string, value: string]> {
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) yield [name, one];
    else yield [name, String(value)];
  }
}
