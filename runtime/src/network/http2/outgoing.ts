import type { OutgoingHttpHeaders } from "node:http2";
import type { Duplex } from "node:stream";
import type { FloodGuard } from "./flood-guard.js";
import { flags, frameTypes } from "./frame.js";
import { HeaderEncoder } from "./hpack/header-encoder.js";
import { Outbox } from "./outbox.js";
import type { OwnStream } from "./own-stream.js";
import { largestWindow, type PeerSettings, settingsContent, usualWindow } from "./peer-settings.js";
import { errorCodes, WireError } from "./wire-error.js";

/** The first bytes that a client sends (RFC 9113, section 3.4). */
const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** Blocks of headers from this size on are copied before they are passed on. */
const largeBlockBytes = 1_024;

/** Sends frames on a connection, as far as the windows of the server allow. */
export class Outgoing {
  readonly #remote: PeerSettings;
  readonly #outbox: Outbox;
  readonly #encoder = new HeaderEncoder();
  /** Streams that have something to send, and wait for the connection. */
  readonly #waiting = new Set<OwnStream>();
  readonly #flood: FloodGuard;
  #window = usualWindow;

  constructor(socket: Duplex, remote: PeerSettings, flood: FloodGuard) {
    this.#remote = remote;
    this.#flood = flood;
    this.#outbox = new Outbox(socket);
    socket.on("drain", () => this.#sendWaiting());
  }

  /** Begins the connection, by the settings of this side. */
  greet(settings: Parameters<typeof settingsContent>[0]): void {
    this.#outbox.addBytes(preface);
    this.#outbox.add(frameTypes.settings, 0, 0, settingsContent(settings));
    this.#outbox.flush();
  }

  /** Follows what the server has said of itself. */
  follow(streams: readonly OwnStream[], windowBefore: number): void {
    this.#encoder.resize(this.#remote.headerTableSize);
    const more = this.#remote.initialWindowSize - windowBefore;
    // All streams at once, which may leave one with less than nothing (RFC 9113, section 6.9.2).
    if (more !== 0) for (const stream of streams) this.widen(stream, more);
    this.#outbox.add(frameTypes.settings, flags.ack, 0, nothing);
  }

  /** Begins a stream: with as many frames as its headers need (RFC 9113, section 4.3). */
  sendHeaders(id: number, headers: OutgoingHttpHeaders): void {
    const block = this.#encoder.encode(pairsOf(headers));
    const { maxFrameSize } = this.#remote;
    let place = 0;
    do {
      const part = block.subarray(place, place + maxFrameSize);
      const type = place === 0 ? frameTypes.headers : frameTypes.continuation;
      place += part.byteLength;
      // The next block overwrites this one.
      const content = block.byteLength >= largeBlockBytes ? Uint8Array.from(part) : part;
      this.#outbox.add(type, place < block.byteLength ? 0 : flags.endHeaders, id, content);
    } while (place < block.byteLength);
  }

  /** Sends what a stream has, as far as it may. */
  send(stream: OwnStream): void {
    while (this.#sendPart(stream));
  }

  /** Nothing of a stream is sent any more. */
  forget(stream: OwnStream): void {
    this.#waiting.delete(stream);
  }

  /** Ends a stream by a code. */
  reset({ id }: OwnStream, code: number): void {
    this.#flood.sent();
    this.#outbox.addNumber(frameTypes.rstStream, id, code);
  }

  /** Asks for a sign of life; with the flag of an answer, gives one. */
  ping(content: Buffer, flag: 0 | typeof flags.ack = 0): void {
    this.#outbox.add(frameTypes.ping, flag, 0, content);
  }

  /** Lets the server send so many bytes more, on a stream or on the connection. */
  credit(streamId: number, bytes: number): void {
    this.#outbox.addNumber(frameTypes.windowUpdate, streamId, bytes);
  }

  /** Ends the connection: with a code, and what was wrong (RFC 9113, section 6.8). Nothing is sent after it. */
  end(code: number, text: string): void {
    const content = Buffer.concat([Buffer.alloc(8), Buffer.from(text)]);
    content.writeUInt32BE(code, 4);
    this.#outbox.add(frameTypes.goaway, 0, 0, content);
    this.#outbox.close();
  }

  /**
   * The server takes so many bytes more of a stream.
   *
   * @throws A WireError if that is more than there are.
   */
  widen(stream: OwnStream, more: number): void {
    stream.sendWindow += more;
    if (stream.sendWindow > largestWindow) throw tooWide();
    this.send(stream);
  }

  /** The same of the connection. */
  widenAll(more: number): void {
    this.#window += more;
    if (this.#window > largestWindow) throw tooWide();
    this.#sendWaiting();
  }

  /** Sends one frame of a stream, within both windows (RFC 9113, section 6.9.1); false if there is nothing more to send, or it has to wait. */
  #sendPart(stream: OwnStream): boolean {
    if (stream.destroyed || stream.writableFinished) return false;
    const hasBytes = stream.writableLength > 0;
    if (!hasBytes && !stream.writableEnded) return false;
    if (hasBytes && stream.sendWindow <= 0) return false;
    if (hasBytes && (this.#window <= 0 || this.#outbox.isHeldUp)) {
      this.#waiting.add(stream);
      return false;
    }
    const part = stream.take(Math.min(stream.sendWindow, this.#window, this.#remote.maxFrameSize));
    this.#flood.sent();
    stream.sendWindow -= part.byteLength;
    this.#window -= part.byteLength;
    const isLast = stream.writableEnded && stream.writableLength === 0;
    this.#outbox.add(frameTypes.data, isLast ? flags.endStream : 0, stream.id, part);
    stream.sent();
    return true;
  }

  /** One frame of each stream in turn, so that a large message does not keep small ones waiting. */
  #sendWaiting(): void {
    while (this.#waiting.size > 0 && this.#window > 0 && !this.#outbox.isHeldUp) {
      for (const stream of this.#waiting) {
        this.#waiting.delete(stream);
        if (this.#sendPart(stream)) this.#waiting.add(stream);
        break;
      }
    }
  }
}

const nothing = new Uint8Array();

function tooWide(): WireError {
  return new WireError(errorCodes.flowControl, "a window of more than 2^31 - 1 bytes");
}

function* pairsOf(headers: OutgoingHttpHeaders): Iterable<[name: string, value: string]> {
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const one of value) yield [name, one];
    else yield [name, String(value)];
  }
}
