import type { FloodGuard } from "./flood-guard.js";
import { flags, type FrameHead, frameTypes } from "./frame.js";
import { type FrameListener, FrameReader } from "./frame-reader.js";
import { HeaderBlocks, type HeaderBlock } from "./header-block.js";
import { HeaderDecoder } from "./hpack/header-decoder.js";
import type { OpenStreams } from "./open-streams.js";
import type { Outgoing } from "./outgoing.js";
import type { Http2Stream } from "./http2-stream.js";
import { applySettings, headerLimits, largestWindow, type PeerSettings } from "./peer-settings.js";
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
  /** A stream breaks the rules, and is to end by a code, for what was wrong. */
  readonly onBroken: (stream: Http2Stream, code: number, what: string) => void;
  /** Bytes have come that count against the connection's window. */
  readonly onBytes: (byteLength: number) => void;
  readonly onSettings: () => void;
  readonly onGoaway: (code: number, lastStreamId: number, said: Buffer | undefined) => void;
}

/** Reads what a server sends, by the rules of RFC 9113: a breach ends its stream or, by a WireError, the connection. */
export class Incoming implements FrameListener {
  readonly #parts: IncomingParts;
  readonly #reader = new FrameReader(this);
  readonly #blocks = new HeaderBlocks();
  readonly #decoder = new HeaderDecoder();
  #hasSettings = false;
  /** Whether the server has answered the SETTINGS of this side, which are sent once. */
  #isAcknowledged = false;
  /** The stream that the DATA frame which is coming belongs to; undefined if nobody wants it. */
  #receiver: Http2Stream | undefined;
  /** The bytes of that frame beside its data: they count against the window, and nobody reads them. */
  #padding = 0;

  constructor(parts: IncomingParts) {
    this.#parts = parts;
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
        // RFC 9113, section 6.6.
        throw new WireError(errorCodes.protocol, "PUSH_PROMISE, though pushes are switched off");
      case frameTypes.priority:
        // It means nothing any more, and has its form (RFC 9113, section 6.3).
        requireLength(head, 5, "PRIORITY");
        requireStream(head, "PRIORITY");
        return this.#parts.flood.note();
      default:
        // Frames that are not known mean nothing (RFC 9113, section 5.5).
        return this.#parts.flood.note();
    }
  }

  /** RFC 9113, sections 6.1 and 6.9.1. */
  onDataHead(head: FrameHead): void {
    this.#requireOrder(head);
    this.#receiver = undefined;
    requireStream(head, "DATA");
    const { streams, onBroken, onBytes } = this.#parts;
    const stream = streams.receiving(head, "DATA");
    if (head.length === 0) this.#parts.flood.note();
    else if (stream) this.#parts.flood.progress();
    else streams.passOver(head);
    onBytes(head.length);
    if (!stream) return;
    if (!stream.hasAnswer) return onBroken(stream, errorCodes.protocol, "data before its headers");
    stream.receiveWindow -= head.length;
    if (stream.receiveWindow < 0) {
      return onBroken(stream, errorCodes.flowControl, "more data than its window allows");
    }
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

  /** RFC 9113, sections 6.2 and 8.1. */
  #onHeaders({ streamId, isLast, bytes }: HeaderBlock): void {
    // Whoever it is for: the next block needs what this one puts into the table.
    const pairs = this.#decoder.decode(bytes);
    const stream = this.#parts.streams.receiving({ streamId }, "HEADERS");
    if (!stream) return this.#parts.flood.note();
    this.#parts.flood.progress();
    const { onBroken } = this.#parts;
    if (!pairs) {
      const { bytes, pairs: most } = headerLimits;
      return onBroken(stream, errorCodes.enhanceYourCalm, `more than ${bytes} bytes or ${most} of headers`);
    }
    const isTrailer = stream.hasAnswer;
    const headers = receivedHeaders(pairs, isTrailer ? "trailers" : "headers");
    const isInterim = Number(headers?.[":status"]) < 200;
    // An answer that breaks the rules of HTTP ends its stream alone (RFC 9113, section 8.1.1).
    if (!headers) return onBroken(stream, errorCodes.protocol, "headers that are none of HTTP");
    if (isTrailer && !isLast) return onBroken(stream, errorCodes.protocol, "headers after its headers");
    if (isInterim && isLast) return onBroken(stream, errorCodes.protocol, "an end after an interim answer");
    stream.receiveHeaders(headers, isLast ? flags.endStream : 0);
    if (isLast && !stream.destroyed) stream.endReceiving();
  }

  /** RFC 9113, section 6.4. */
  #onReset(head: FrameHead, content: Buffer): void {
    requireStream(head, "RST_STREAM");
    requireLength(head, 4, "RST_STREAM");
    const { streams } = this.#parts;
    streams.requireBegun(head, "RST_STREAM");
    const stream = streams.get(head.streamId);
    if (stream) stream.receiveReset(content.readUInt32BE());
    else this.#parts.flood.note();
  }

  /** RFC 9113, section 6.5. */
  #onSettings(head: FrameHead, content: Buffer): void {
    requireConnection(head, "SETTINGS");
    if (this.#hasSettings) this.#parts.flood.note();
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

  /** RFC 9113, section 6.7. */
  #onPing(head: FrameHead, content: Buffer): void {
    requireConnection(head, "PING");
    requireLength(head, 8, "PING");
    const { outgoing, pings } = this.#parts;
    const isAnswer = (head.flags & flags.ack) !== 0;
    if (isAnswer && pings.answer(content)) return;
    this.#parts.flood.note();
    if (!isAnswer) outgoing.ping(content, flags.ack);
  }

  /** RFC 9113, section 6.8. */
  #onGoaway(head: FrameHead, content: Buffer): void {
    requireConnection(head, "GOAWAY");
    if (content.byteLength < 8) throw new WireError(errorCodes.frameSize, "GOAWAY of less than 8 bytes");
    this.#parts.flood.note();
    const said = content.byteLength > 8 ? Buffer.from(content.subarray(8)) : undefined;
    this.#parts.onGoaway(content.readUInt32BE(4), content.readUInt32BE() & largestWindow, said);
  }

  /** RFC 9113, section 6.9. */
  #onWindow(head: FrameHead, content: Buffer): void {
    requireLength(head, 4, "WINDOW_UPDATE");
    const { streams, outgoing, onBroken } = this.#parts;
    const more = content.readUInt32BE() & largestWindow;
    this.#parts.flood.note();
    if (head.streamId === 0) {
      if (more === 0) throw new WireError(errorCodes.protocol, "WINDOW_UPDATE by 0");
      return outgoing.widenAll(more);
    }
    streams.requireBegun(head, "WINDOW_UPDATE");
    const stream = streams.get(head.streamId);
    if (!stream) return;
    if (more === 0) return onBroken(stream, errorCodes.protocol, "WINDOW_UPDATE by 0");
    if (stream.sendWindow + more > largestWindow) {
      return onBroken(stream, errorCodes.flowControl, "a window of more than 2^31 - 1 bytes");
    }
    outgoing.widen(stream, more);
  }

  /** RFC 9113, sections 3.4 and 4.3. */
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
