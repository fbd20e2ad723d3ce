import type { FloodGuard } from "./flood-guard.js";
import { flags, type FrameHead, frameTypes } from "./frame.js";
import { type FrameListener, FrameReader } from "./frame-reader.js";
import { HeaderBlocks, type HeaderBlock } from "./header-block.js";
import { HeaderDecoder, type HeaderLimits } from "./hpack/header-decoder.js";
import type { OpenStreams } from "./open-streams.js";
import type { Outgoing } from "./outgoing.js";
import type { OwnStream } from "./own-stream.js";
import { applySettings, largestWindow, type PeerSettings } from "./peer-settings.js";
import type { Pings } from "./pings.js";
import { receivedHeaders } from "./received-headers.js";
import { errorCodes, WireError } from "./wire-error.js";

/** The parts that what comes in is for. */
interface IncomingParts {
  readonly streams: OpenStreams;
  readonly outgoing: Outgoing;
  readonly pings: Pings;
  readonly flood: FloodGuard;
  /** The settings of the server, as it says them. */
  readonly remote: PeerSettings;
  readonly headerLimits: HeaderLimits;
  /** A stream breaks the rules, and is to end by a code. */
  readonly onBroken: (stream: OwnStream, code: number) => void;
  /** Bytes have come that count against the connection's window. */
  readonly onBytes: (byteLength: number) => void;
  readonly onSettings: () => void;
  readonly onGoaway: (code: number, lastStreamId: number, said: Buffer | undefined) => void;
}

/** Reads what a server sends, by the rules of RFC 9113: a breach ends its stream or, by a WireError, the connection. */
export class Incoming implements FrameListener {
  readonly #parts: IncomingParts;
  readonly #reader = new FrameReader(this);
  readonly #blocks: HeaderBlocks;
  readonly #decoder: HeaderDecoder;
  readonly #flood: FloodGuard;
  #hasSettings = false;
  /** Whether the server has answered the SETTINGS of this side, which are sent once. */
  #isAcknowledged = false;
  /** The stream that the DATA frame which is coming belongs to; undefined if nobody wants it. */
  #receiver: OwnStream | undefined;
  /** The bytes of that frame beside its data: they count against the window, and nobody reads them. */
  #padding = 0;

  constructor(parts: IncomingParts) {
    this.#parts = parts;
    this.#flood = parts.flood;
    this.#blocks = new HeaderBlocks(parts.headerLimits.bytes);
    this.#decoder = new HeaderDecoder(parts.headerLimits);
  }

  /** Takes bytes. */
  read(bytes: Buffer): void {
    this.#reader.push(bytes);
  }

  onFrame(head: FrameHead, content: Buffer): void {
    this.#requireOrder(head);
    switch (head.type) {
      case frameTypes.headers:
      case frameTypes.continuation: {
        requireStream(head, "HEADERS");
        const block = this.#blocks.take(head, content);
        return block && this.#onHeaders(block);
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
        requireLength(head, 5, "PRIORITY");
        requireStream(head, "PRIORITY");
        return this.#flood.note();
      default:
        // Frames that are not known mean nothing (RFC 9113, section 5.5).
        return this.#flood.note();
    }
  }

  onDataHead(head: FrameHead): void {
    this.#requireOrder(head);
    this.#receiver = undefined;
    requireStream(head, "DATA");
    if (head.length > 0) this.#flood.progress();
    else this.#flood.note();
    const { streams, onBroken, onBytes } = this.#parts;
    onBytes(head.length);
    const stream = streams.receiving(head, "DATA");
    if (!stream) return this.#flood.note();
    if (!stream.hasAnswer) return onBroken(stream, errorCodes.protocol);
    stream.receiveWindow -= head.length;
    if (stream.receiveWindow < 0) return onBroken(stream, errorCodes.flowControl);
    this.#receiver = stream;
    this.#padding = head.length;
  }

  onData(_head: FrameHead, part: Buffer): void {
    const stream = this.#receiver;
    if (!stream || stream.destroyed) return;
    this.#padding -= part.byteLength;
    stream.receive(part);
  }

  onDataEnd(head: FrameHead): void {
    const stream = this.#receiver;
    this.#receiver = undefined;
    if (!stream || stream.destroyed) return;
    if (this.#padding > 0) stream.credit(this.#padding);
    if ((head.flags & flags.endStream) !== 0) stream.endReceiving();
  }

  #onHeaders({ streamId, isLast, bytes }: HeaderBlock): void {
    // Whoever it is for: the next block needs what this one puts into the table.
    const pairs = this.#decoder.decode(bytes);
    const stream = this.#parts.streams.receiving({ streamId }, "HEADERS");
    if (!stream) return this.#flood.note();
    this.#flood.progress();
    const isTrailer = stream.hasAnswer;
    const headers = receivedHeaders(pairs, isTrailer ? "trailers" : "headers");
    const isInterim = Number(headers?.[":status"]) < 200;
    // An answer that breaks the rules of HTTP ends its stream alone (RFC 9113, section 8.1.1).
    if (!headers || (isTrailer && !isLast) || (isInterim && isLast)) {
      return this.#parts.onBroken(stream, errorCodes.protocol);
    }
    stream.receiveHeaders(headers, isLast ? flags.endStream : 0);
    if (isLast && !stream.destroyed) stream.endReceiving();
  }

  #onReset(head: FrameHead, content: Buffer): void {
    requireStream(head, "RST_STREAM");
    requireLength(head, 4, "RST_STREAM");
    const { streams } = this.#parts;
    streams.requireBegun(head, "RST_STREAM");
    const stream = streams.get(head.streamId);
    if (stream) stream.receiveReset(content.readUInt32BE());
    else this.#flood.note();
  }

  #onSettings(head: FrameHead, content: Buffer): void {
    requireConnection(head, "SETTINGS");
    if (this.#hasSettings) this.#flood.note();
    if ((head.flags & flags.ack) !== 0) {
      requireLength(head, 0, "the answer to SETTINGS");
      if (this.#isAcknowledged) throw new WireError(errorCodes.protocol, "an answer to SETTINGS too many");
      this.#isAcknowledged = true;
      return;
    }
    this.#hasSettings = true;
    const { remote, outgoing, streams, onSettings } = this.#parts;
    const { initialWindowSize } = remote;
    applySettings(remote, content);
    outgoing.follow(streams.all, initialWindowSize);
    onSettings();
  }

  #onPing(head: FrameHead, content: Buffer): void {
    requireConnection(head, "PING");
    requireLength(head, 8, "PING");
    const { outgoing, pings } = this.#parts;
    const isAnswer = (head.flags & flags.ack) !== 0;
    if (isAnswer && pings.answer(content)) return;
    this.#flood.note();
    if (!isAnswer) outgoing.pong(content);
  }

  #onGoaway(head: FrameHead, content: Buffer): void {
    requireConnection(head, "GOAWAY");
    if (content.byteLength < 8) throw new WireError(errorCodes.frameSize, "GOAWAY of less than 8 bytes");
    this.#flood.note();
    const said = content.byteLength > 8 ? Buffer.from(content.subarray(8)) : undefined;
    this.#parts.onGoaway(content.readUInt32BE(4), content.readUInt32BE() & largestWindow, said);
  }

  #onWindow(head: FrameHead, content: Buffer): void {
    requireLength(head, 4, "WINDOW_UPDATE");
    const { streams, outgoing, onBroken } = this.#parts;
    const more = content.readUInt32BE() & largestWindow;
    this.#flood.note();
    if (head.streamId === 0) {
      if (more === 0) throw new WireError(errorCodes.protocol, "WINDOW_UPDATE by 0");
      return outgoing.widenAll(more);
    }
    streams.requireBegun(head, "WINDOW_UPDATE");
    const stream = streams.get(head.streamId);
    if (!stream) return;
    if (more === 0) return onBroken(stream, errorCodes.protocol);
    if (stream.sendWindow + more > largestWindow) return onBroken(stream, errorCodes.flowControl);
    outgoing.widen(stream, more);
  }

  #requireOrder(head: FrameHead): void {
    if (!this.#hasSettings && (head.type !== frameTypes.settings || (head.flags & flags.ack) !== 0)) {
      throw new WireError(errorCodes.protocol, "the server did not begin with the SETTINGS of HTTP/2");
    }
    if (this.#blocks.isOpen && head.type !== frameTypes.continuation) {
      throw new WireError(errorCodes.protocol, `a frame of type ${head.type} inside a block of headers`);
    }
  }
}

function requireStream({ streamId }: FrameHead, name: string): void {
  if (streamId === 0) throw new WireError(errorCodes.protocol, `${name} on stream 0`);
}

function requireConnection({ streamId }: FrameHead, name: string): void {
  if (streamId !== 0) throw new WireError(errorCodes.protocol, `${name} on stream ${streamId}`);
}

function requireLength(head: FrameHead, length: number, name: string): void {
  if (head.length === length) return;
  throw new WireError(errorCodes.frameSize, `${name} of ${head.length} bytes; it has ${length}`);
}
