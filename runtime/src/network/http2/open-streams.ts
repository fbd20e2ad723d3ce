import type { FrameHeader } from "./frame.js";
import type { Http2Stream } from "./http2-stream.js";
import { maxWindowBytes } from "./settings.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** Streams whose numbers are kept because this side has reset them. Frames of older ones are taken for late ones. */
const maxResetIds = 1_000;

/** The streams of a connection: those that are open, and what is known of those that are over. */
export class OpenStreams {
  readonly #open = new Map<number, Http2Stream>();
  readonly #resetIds = new Set<number>();
  /** The last stream that was reset and is not kept any more. */
  #lastForgottenId = 0;
  /** Bytes that the server, who may not know of a reset yet, may send on such streams: what was left of their windows. */
  #lateBytes = 0;
  #nextId = 1;

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** All that are open, to go through while some of them end. */
  get all(): readonly Http2Stream[] {
    return [...this.#open.values()];
  }

  /** Begins the next one. Throws if there are no numbers left. */
  open(make: (id: number) => Http2Stream): Http2Stream {
    const id = this.#nextId;
    if (id > maxWindowBytes) throw new Error("the HTTP/2 session has used up the numbers of its streams");
    this.#nextId += 2;
    const stream = make(id);
    this.#open.set(id, stream);
    return stream;
  }

  /** The stream with a number, if it is open. */
  get(id: number): Http2Stream | undefined {
    return this.#open.get(id);
  }

  /** Nothing comes or goes on it any more. */
  delete({ id }: Http2Stream): void {
    this.#open.delete(id);
  }

  /** This side ends it, whatever the server has sent meanwhile. */
  addReset({ id, receiveWindow }: Http2Stream): void {
    this.#lateBytes += receiveWindow;
    const [oldest = 0] = this.#resetIds.add(id);
    if (this.#resetIds.size <= maxResetIds) return;
    this.#resetIds.delete(oldest);
    this.#lastForgottenId = Math.max(this.#lastForgottenId, oldest);
  }

  /**
   * Data has come of a stream that this side has reset.
   *
   * @throws A WireError if it is more than the windows of such streams allowed (RFC 9113, section 6.9.1).
   */
  countLateData({ length, streamId }: FrameHeader): void {
    this.#lateBytes -= length;
    if (this.#lateBytes >= 0) return;
    throw new ProtocolError(errorCodes.flowControl, `DATA on stream ${streamId}, beyond its window`);
  }

  /**
   * The stream on which a part of an answer may come; undefined if this side has reset it.
   *
   * @throws A WireError if nothing may come on it (RFC 9113, section 5.1).
   */
  findReceiving({ streamId }: Pick<FrameHeader, "streamId">, name: string): Http2Stream | undefined {
    const stream = this.#open.get(streamId);
    if (stream && !stream.isRemoteClosed) return stream;
    this.requireStarted({ streamId }, name);
    if (!stream && (this.#resetIds.has(streamId) || streamId <= this.#lastForgottenId)) return undefined;
    throw new ProtocolError(errorCodes.streamClosed, `${name} on stream ${streamId}, which is over`);
  }

  /** @throws A WireError if this side never began the stream of a frame. */
  requireStarted({ streamId }: Pick<FrameHeader, "streamId">, name: string): void {
    if (streamId % 2 === 1 && streamId < this.#nextId) return;
    throw new ProtocolError(errorCodes.protocol, `${name} on stream ${streamId}, which nobody began`);
  }
}
