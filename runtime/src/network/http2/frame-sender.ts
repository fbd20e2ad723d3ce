import type { OutgoingHttpHeaders } from "node:http2";
import type { Duplex } from "node:stream";
import type { FloodGuard } from "./flood-guard.js";
import { flags, frameTypes } from "./frame.js";
import { HeaderEncoder } from "./hpack/header-encoder.js";
import { WriteBuffer } from "./write-buffer.js";
import type { Http2Stream } from "./http2-stream.js";
import { maxWindowBytes, type Http2Settings, encodeSettings, defaultWindowBytes } from "./settings.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** The connection preface of a client (RFC 9113, section 3.4). */
const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** Field blocks from this size on are copied, since the write buffer does not copy them, in bytes. */
const largeBlockBytes = 1_024;

/** The maximum size of a DATA frame. Servers may allow 16 MB, and other streams would wait for all of it. */
const maxDataBytes = 64 * 1024;

/** Acknowledgments that may wait until the server reads from its socket. */
const maxUnsentAcknowledgments = 1_000;

/** Sends frames on a connection, within the flow-control windows of the server (RFC 9113, section 5.2). */
export class FrameSender {
  readonly #remote: Http2Settings;
  readonly #buffer: WriteBuffer;
  readonly #encoder = new HeaderEncoder();
  /** Streams that wait for the flow-control window of the connection, or for the socket; undefined until one does. */
  #blockedStreams: Set<Http2Stream> | undefined;
  readonly #flood: FloodGuard;
  #connectionWindow = defaultWindowBytes;
  /** Acknowledgments since the server last read from a full socket. */
  #unsentAcknowledgments = 0;

  constructor(socket: Duplex, remote: Http2Settings, flood: FloodGuard) {
    this.#remote = remote;
    this.#flood = flood;
    this.#buffer = new WriteBuffer(socket);
    socket.on("drain", () => {
      this.#unsentAcknowledgments = 0;
      this.#sendBlocked();
    });
  }

  /** Sends the connection preface and the settings of the client. */
  sendPreface(settings: Parameters<typeof encodeSettings>[0]): void {
    this.#buffer.addBytes(preface);
    this.#buffer.add(frameTypes.settings, 0, 0, encodeSettings(settings));
    this.#buffer.flush();
  }

  /** Sends changed settings of the client (RFC 9113, section 6.5). */
  sendSettings(settings: Parameters<typeof encodeSettings>[0]): void {
    this.#buffer.add(frameTypes.settings, 0, 0, encodeSettings(settings));
  }

  /** Acknowledges changed settings of the server, before any frame that obeys them (RFC 9113, section 6.5.3). */
  onSettings(
    streams: readonly Http2Stream[],
    before: { readonly initialWindowSize: number; readonly minTableBytes: number },
  ): void {
    this.#acknowledge(frameTypes.settings, nothing);
    this.#encoder.resize(before.minTableBytes);
    this.#encoder.resize(this.#remote.headerTableSize);
    const more = this.#remote.initialWindowSize - before.initialWindowSize;
    // The window of a stream may become negative (RFC 9113, section 6.9.2).
    if (more !== 0) for (const stream of streams) this.increaseWindow(stream, more);
  }

  /** Opens a stream with a HEADERS frame and as many CONTINUATION frames as needed (RFC 9113, section 4.3). */
  sendHeaders(id: number, headers: OutgoingHttpHeaders): void {
    const block = this.#encoder.encode(listHeaders(headers));
    const { maxFrameSize } = this.#remote;
    let offset = 0;
    do {
      const part = block.subarray(offset, offset + maxFrameSize);
      const type = offset === 0 ? frameTypes.headers : frameTypes.continuation;
      offset += part.byteLength;
      // The next field block overwrites this one.
      const content = block.byteLength >= largeBlockBytes ? Uint8Array.from(part) : part;
      this.#buffer.add(type, offset < block.byteLength ? 0 : flags.endHeaders, id, content);
    } while (offset < block.byteLength);
  }

  /** Sends what a stream has written, as far as the windows allow. */
  send(stream: Http2Stream): void {
    while (this.#sendPart(stream));
  }

  /** Sends nothing more of a stream. */
  forgetStream(stream: Http2Stream): void {
    this.#blockedStreams?.delete(stream);
  }

  /** Sends RST_STREAM (RFC 9113, section 6.4). */
  sendReset({ id }: Http2Stream, code: number): void {
    this.#flood.allowReplies();
    this.#buffer.addNumber(frameTypes.rstStream, id, code);
  }

  /** Sends PING (RFC 9113, section 6.7). */
  sendPing(content: Buffer): void {
    this.#buffer.add(frameTypes.ping, 0, 0, content);
  }

  /** Acknowledges a PING (RFC 9113, section 6.7). */
  acknowledgePing(content: Buffer): void {
    this.#acknowledge(frameTypes.ping, content);
  }

  /** Sends WINDOW_UPDATE for a stream, or for the connection with the identifier 0 (RFC 9113, section 6.9). */
  sendWindowUpdate(streamId: number, bytes: number): void {
    this.#buffer.addNumber(frameTypes.windowUpdate, streamId, bytes);
  }

  /** Sends GOAWAY with a code and debug data, as the last frame (RFC 9113, section 6.8). */
  sendGoaway(code: number, text: string): void {
    const content = Buffer.concat([Buffer.alloc(8), Buffer.from(text)]);
    content.writeUInt32BE(code, 4);
    this.#buffer.add(frameTypes.goaway, 0, 0, content);
    this.#buffer.close();
  }

  /**
   * Increases the flow-control window of a stream, and sends what waits for it.
   *
   * @throws A ProtocolError if the window exceeds the maximum (RFC 9113, section 6.9.1).
   */
  increaseWindow(stream: Http2Stream, more: number): void {
    stream.sendWindow += more;
    if (stream.sendWindow > maxWindowBytes) throw windowOverflow();
    this.send(stream);
  }

  /** Increases the flow-control window of the connection, as {@link increaseWindow} does for a stream. */
  increaseConnectionWindow(more: number): void {
    this.#connectionWindow += more;
    if (this.#connectionWindow > maxWindowBytes) throw windowOverflow();
    this.#sendBlocked();
  }

  /**
   * Sends an acknowledgment.
   *
   * @throws A ProtocolError if too many wait, since a server that does not read them would fill the memory.
   */
  #acknowledge(type: number, content: Uint8Array): void {
    if (this.#buffer.needsDrain) this.#unsentAcknowledgments += 1;
    if (this.#unsentAcknowledgments > maxUnsentAcknowledgments) {
      const text = `more than ${maxUnsentAcknowledgments} acknowledgments that the server does not read`;
      throw new ProtocolError(errorCodes.enhanceYourCalm, text);
    }
    this.#buffer.add(type, flags.ack, 0, content);
  }

  /**
   * Sends one DATA frame of a stream, within both windows (RFC 9113, section 6.9.1). Returns false if nothing is left to
   * send, or the stream must wait.
   */
  #sendPart(stream: Http2Stream): boolean {
    if (stream.destroyed || stream.writableFinished) return false;
    const hasBytes = stream.writableLength > 0;
    if (!hasBytes && !stream.writableEnded) return false;
    if (hasBytes && stream.sendWindow <= 0) return false;
    if (hasBytes && (this.#connectionWindow <= 0 || this.#buffer.isFull)) {
      (this.#blockedStreams ??= new Set()).add(stream);
      return false;
    }
    const maxBytes = Math.min(
      stream.sendWindow,
      this.#connectionWindow,
      this.#remote.maxFrameSize,
      maxDataBytes,
    );
    const bytes = hasBytes ? Math.min(stream.writableLength, maxBytes) : 0;
    this.#flood.allowReplies(bytes);
    this.#addData(stream, bytes);
    stream.onSent();
    return true;
  }

  #addData(stream: Http2Stream, byteLength: number): void {
    stream.sendWindow -= byteLength;
    this.#connectionWindow -= byteLength;
    const isLast = stream.writableEnded && stream.writableLength === byteLength;
    this.#buffer.addHeader(byteLength, frameTypes.data, isLast ? flags.endStream : 0, stream.id);
    for (let rest = byteLength; rest > 0;) {
      const part = stream.takeBytes(rest);
      this.#buffer.addBytes(part);
      rest -= part.byteLength;
    }
  }

  /** Sends one frame of each waiting stream in turn, so that a large message does not block small ones. */
  #sendBlocked(): void {
    const blocked = this.#blockedStreams;
    if (!blocked) return;
    while (blocked.size > 0 && this.#connectionWindow > 0 && !this.#buffer.isFull) {
      for (const stream of blocked) {
        blocked.delete(stream);
        if (this.#sendPart(stream)) blocked.add(stream);
        break;
      }
    }
  }
}

const nothing = new Uint8Array();

function windowOverflow(): ProtocolError {
  return new ProtocolError(errorCodes.flowControl, "a window of more than 2^31 - 1 bytes");
}

function* listHeaders(headers: OutgoingHttpHeaders): Iterable<[name: string, value: string]> {
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) yield [name, one];
    else yield [name, String(value)];
  }
}
