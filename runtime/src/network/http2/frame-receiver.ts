import type { FloodGuard } from "./flood-guard.js";
import { flags, type FrameHeader, frameTypes } from "./frame.js";
import { type FrameListener, FrameReader } from "./frame-reader.js";
import { HeaderBlockAssembler, type HeaderBlock } from "./header-block.js";
import { HeaderDecoder } from "./hpack/header-decoder.js";
import type { OpenStreams } from "./open-streams.js";
import type { FrameSender } from "./frame-sender.js";
import type { Http2Stream } from "./http2-stream.js";
import { applySettings, headerLimits, maxWindowBytes, type Http2Settings } from "./settings.js";
import type { PendingPings } from "./pending-pings.js";
import { contentLength, readHeaders } from "./received-headers.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** The dependencies of a {@link FrameReceiver}. */
interface FrameReceiverOptions {
  readonly streams: OpenStreams;
  readonly sender: FrameSender;
  readonly pings: PendingPings;
  readonly flood: FloodGuard;
  /** The current settings of the server, which SETTINGS frames change. */
  readonly remoteSettings: Http2Settings;
  /** Called when a stream must be reset with a code: a stream error (RFC 9113, section 5.4.2). */
  readonly onStreamError: (stream: Http2Stream, code: number, what: string) => void;
  /** Called with the bytes of DATA, which count against the flow-control window of the connection. */
  readonly onDataBytes: (byteLength: number) => void;
  readonly onSettings: () => void;
  readonly onGoaway: (code: number, lastStreamId: number, debugData: Buffer | undefined) => void;
}

/**
 * Handles the frames of a server. A violation of RFC 9113 ends its stream or, by a {@link ProtocolError}, the
 * connection.
 */
export class FrameReceiver implements FrameListener {
  readonly #options: FrameReceiverOptions;
  readonly #reader = new FrameReader(this);
  readonly #blocks = new HeaderBlockAssembler();
  readonly #decoder = new HeaderDecoder();
  #hasSettings = false;
  /** The last stream identifier of the last GOAWAY. */
  #lastGoawayId = maxWindowBytes;
  /** The SETTINGS of the client that the server has not acknowledged. The first ones are sent with the preface. */
  #unacknowledgedSettings = 1;
  /** The stream of the current DATA frame; undefined if its data is dropped. */
  #dataStream: Http2Stream | undefined;
  /** The padding of that frame in bytes, which counts against the flow-control window. */
  #paddingBytes = 0;

  constructor(options: FrameReceiverOptions) {
    this.#options = options;
  }

  /** Notes that the client sent SETTINGS again. */
  expectSettingsAck(): void {
    this.#unacknowledgedSettings += 1;
  }

  /** Reads bytes of the connection. */
  read(bytes: Buffer): void {
    this.#reader.push(bytes);
  }

  onFrame(head: FrameHeader, content: Buffer): void {
    switch (head.type) {
      case frameTypes.headers:
      case frameTypes.continuation: {
        requireStream(head, "HEADERS");
        const block = this.#blocks.add(head, content);
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
        return this.#onWindowUpdate(head, content);
      case frameTypes.pushPromise:
        // RFC 9113, section 6.6.
        throw new ProtocolError(errorCodes.protocol, "PUSH_PROMISE, although pushes are disabled");
      case frameTypes.priority:
        return this.#onPriority(head);
      default:
        // Frames of unknown types are ignored (RFC 9113, section 5.5).
        return this.#options.flood.countIdleFrame();
    }
  }

  /** RFC 9113, sections 6.1 and 6.9.1. */
  onDataStart(head: FrameHeader, contentBytes: number): void {
    this.#dataStream = undefined;
    requireStream(head, "DATA");
    const { streams, onStreamError, onDataBytes } = this.#options;
    const stream = streams.findReceiving(head, "DATA");
    if (contentBytes === 0) this.#options.flood.countIdleFrame();
    else if (stream) this.#options.flood.onCallFrame();
    if (!stream) streams.countLateData(head);
    onDataBytes(head.length);
    if (!stream) return;
    if (stream.isRemoteClosed) return onStreamError(stream, errorCodes.streamClosed, "DATA after END_STREAM");
    if (!stream.hasResponse)
      return onStreamError(stream, errorCodes.protocol, "DATA before the headers of the response");
    stream.receiveWindow -= head.length;
    if (stream.receiveWindow < 0) {
      return onStreamError(stream, errorCodes.flowControl, "more DATA than the flow-control window allows");
    }
    if (stream.remainingContentBytes !== undefined) {
      stream.remainingContentBytes -= contentBytes;
      if (stream.remainingContentBytes < 0) return this.#onWrongLength(stream, "more");
    }
    this.#dataStream = stream;
    this.#paddingBytes = head.length - contentBytes;
  }

  onData(_head: FrameHeader, part: Buffer): void {
    if (this.#dataStream?.destroyed === false) this.#dataStream.receive(part);
  }

  onDataEnd(head: FrameHeader): void {
    const stream = this.#dataStream;
    this.#dataStream = undefined;
    if (!stream || stream.destroyed) return;
    if (this.#paddingBytes > 0) stream.creditBytes(this.#paddingBytes);
    if ((head.flags & flags.endStream) === 0) return;
    if (stream.remainingContentBytes) this.#onWrongLength(stream, "fewer");
    else stream.closeRemote();
  }

  /** RFC 9113, sections 6.2 and 8.1. */
  #onHeaders({ streamId, isLast, bytes }: HeaderBlock): void {
    // Even if the stream is closed: the next block needs the table as this one leaves it.
    const pairs = this.#decoder.decode(bytes);
    const stream = this.#options.streams.findReceiving({ streamId }, "HEADERS");
    if (!stream) return this.#options.flood.countIdleFrame();
    this.#options.flood.onCallFrame();
    const { onStreamError } = this.#options;
    if (stream.isRemoteClosed)
      return onStreamError(stream, errorCodes.streamClosed, "HEADERS after END_STREAM");
    if (!pairs) {
      const { bytes, pairs: most } = headerLimits;
      return onStreamError(
        stream,
        errorCodes.enhanceYourCalm,
        `more than ${bytes} bytes or ${most} of headers`,
      );
    }
    const isTrailer = stream.hasResponse;
    const headers = readHeaders(pairs, isTrailer ? "trailers" : "headers");
    const isInterim = Number(headers?.[":status"]) < 200;
    // A malformed response ends only its stream (RFC 9113, section 8.1.1).
    if (!headers) return onStreamError(stream, errorCodes.protocol, "malformed headers");
    if (isTrailer && !isLast)
      return onStreamError(stream, errorCodes.protocol, "trailers without END_STREAM");
    if (isInterim && isLast)
      return onStreamError(stream, errorCodes.protocol, "END_STREAM after an interim response");
    if (!isTrailer && !isInterim) stream.remainingContentBytes = contentLength(headers);
    if (isLast && stream.remainingContentBytes) return this.#onWrongLength(stream, "fewer");
    // Before the event, whose listener may reset the stream, which is closed if the request is complete.
    if (isLast) stream.isRemoteClosed = true;
    stream.receiveHeaders(headers, isLast ? flags.endStream : 0);
    if (isLast && !stream.destroyed) stream.closeRemote();
  }

  /** A response whose content has another length than its header states is malformed (RFC 9113, section 8.1.1). */
  #onWrongLength(stream: Http2Stream, than: "more" | "fewer"): void {
    const text = `${than} bytes of DATA than the header content-length states`;
    this.#options.onStreamError(stream, errorCodes.protocol, text);
  }

  /** PRIORITY is deprecated and has no effect, but its form is checked (RFC 9113, section 6.3). */
  #onPriority(head: FrameHeader): void {
    requireStream(head, "PRIORITY");
    const stream = this.#options.streams.get(head.streamId);
    if (!stream || head.length === 5) requireLength(head, 5, "PRIORITY");
    else this.#options.onStreamError(stream, errorCodes.frameSize, `PRIORITY of ${head.length} bytes`);
    this.#options.flood.countIdleFrame();
  }

  /** RFC 9113, section 6.4. */
  #onReset(head: FrameHeader, content: Buffer): void {
    requireStream(head, "RST_STREAM");
    requireLength(head, 4, "RST_STREAM");
    const { streams } = this.#options;
    streams.requireStarted(head, "RST_STREAM");
    const stream = streams.get(head.streamId);
    if (stream) stream.receiveReset(content.readUInt32BE());
    else this.#options.flood.countIdleFrame();
  }

  /** RFC 9113, section 6.5. */
  #onSettings(head: FrameHeader, content: Buffer): void {
    requireConnection(head, "SETTINGS");
    if (this.#hasSettings) this.#options.flood.countIdleFrame();
    if ((head.flags & flags.ack) !== 0) {
      requireLength(head, 0, "the acknowledgment of SETTINGS");
      if (this.#unacknowledgedSettings === 0)
        throw new ProtocolError(errorCodes.protocol, "an acknowledgment of SETTINGS that were not sent");
      this.#unacknowledgedSettings -= 1;
      return;
    }
    this.#hasSettings = true;
    const { remoteSettings, sender, streams, onSettings } = this.#options;
    const { initialWindowSize } = remoteSettings;
    const minTableBytes = applySettings(remoteSettings, content);
    sender.onSettings(streams.all, { initialWindowSize, minTableBytes });
    onSettings();
  }

  /** RFC 9113, section 6.7. */
  #onPing(head: FrameHeader, content: Buffer): void {
    requireConnection(head, "PING");
    requireLength(head, 8, "PING");
    const { sender, pings } = this.#options;
    const isAnswer = (head.flags & flags.ack) !== 0;
    if (isAnswer && pings.acknowledge(content)) return;
    this.#options.flood.countIdleFrame();
    if (!isAnswer) sender.acknowledgePing(content);
  }

  /** RFC 9113, section 6.8. */
  #onGoaway(head: FrameHeader, content: Buffer): void {
    requireConnection(head, "GOAWAY");
    if (content.byteLength < 8) throw new ProtocolError(errorCodes.frameSize, "GOAWAY of less than 8 bytes");
    this.#options.flood.countIdleFrame();
    const debugData = content.byteLength > 8 ? Buffer.from(content.subarray(8)) : undefined;
    const lastStreamId = content.readUInt32BE() & maxWindowBytes;
    // The streams above the previous one are already retried elsewhere.
    if (lastStreamId > this.#lastGoawayId)
      throw new ProtocolError(errorCodes.protocol, "GOAWAY with a higher last stream than the one before");
    this.#lastGoawayId = lastStreamId;
    this.#options.onGoaway(content.readUInt32BE(4), lastStreamId, debugData);
  }

  /** RFC 9113, section 6.9. */
  #onWindowUpdate(head: FrameHeader, content: Buffer): void {
    requireLength(head, 4, "WINDOW_UPDATE");
    const { streams, sender, onStreamError } = this.#options;
    const more = content.readUInt32BE() & maxWindowBytes;
    this.#options.flood.countIdleFrame();
    if (head.streamId === 0) {
      if (more === 0) throw new ProtocolError(errorCodes.protocol, "WINDOW_UPDATE by 0");
      return sender.increaseConnectionWindow(more);
    }
    streams.requireStarted(head, "WINDOW_UPDATE");
    const stream = streams.get(head.streamId);
    if (!stream) return;
    if (more === 0) return onStreamError(stream, errorCodes.protocol, "WINDOW_UPDATE by 0");
    if (stream.sendWindow + more > maxWindowBytes) {
      return onStreamError(stream, errorCodes.flowControl, "a window of more than 2^31 - 1 bytes");
    }
    sender.increaseWindow(stream, more);
  }

  /** RFC 9113, sections 3.4 and 4.3. */
  requireOrder(head: FrameHeader): void {
    if (!this.#hasSettings && (head.type !== frameTypes.settings || (head.flags & flags.ack) !== 0)) {
      throw new ProtocolError(errorCodes.protocol, "the server did not begin with the SETTINGS of HTTP/2");
    }
    if (this.#blocks.isOpen && head.type !== frameTypes.continuation) {
      throw new ProtocolError(errorCodes.protocol, `a frame of type ${head.type} inside a block of headers`);
    }
  }
}

function requireStream({ streamId }: FrameHeader, name: string): void {
  if (streamId === 0) throw new ProtocolError(errorCodes.protocol, `${name} on stream 0`);
}

function requireConnection({ streamId }: FrameHeader, name: string): void {
  if (streamId !== 0) throw new ProtocolError(errorCodes.protocol, `${name} on stream ${streamId}`);
}

function requireLength(head: FrameHeader, length: number, name: string): void {
  if (head.length === length) return;
  throw new ProtocolError(errorCodes.frameSize, `${name} of ${head.length} bytes; it has ${length}`);
}
