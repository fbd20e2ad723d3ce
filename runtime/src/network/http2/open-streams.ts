import type { FrameHeader } from "./frame.js";
import type { Http2Stream } from "./http2-stream.js";
import { maxWindowBytes } from "./settings.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/**
 * Identifiers of streams that the client has reset, which are remembered. Frames of older streams are treated as late.
 */
const maxResetIds = 1_000;

/**
 * The streams of a connection by their identifiers, and the streams that the client has reset (RFC 9113, section 5.1).
 */
export class OpenStreams {
  readonly #open = new Map<number, Http2Stream>();
  /** Undefined until the client resets a stream. */
  #resetIds: Set<number> | undefined;
  /** The highest identifier that is no longer remembered. */
  #lastForgottenId = 0;
  /** Bytes that the server may still send on reset streams, before it knows of the reset: the rest of their windows. */
  #lateBytes = 0;
  #nextId: number;

  /** `firstId` is the identifier of the first stream. */
  constructor(firstId = 1) {
    this.#nextId = firstId;
  }

  /** The number of open streams. */
  get size(): number {
    return this.#open.size;
  }

  /** A copy of the open streams, so that streams may close during a loop. */
  get all(): readonly Http2Stream[] {
    return [...this.#open.values()];
  }

  /** Opens the next stream. Throws if the stream identifiers are exhausted (RFC 9113, section 5.1.1). */
  open(make: (id: number) => Http2Stream): Http2Stream {
    const id = this.#nextId;
    if (id > maxWindowBytes) throw new Error("the stream identifiers of the HTTP/2 connection are exhausted");
    this.#nextId += 2;
    const stream = make(id);
    this.#open.set(id, stream);
    return stream;
  }

  /** Returns an open stream. */
  get(id: number): Http2Stream | undefined {
    return this.#open.get(id);
  }

  /** Removes a closed stream. */
  delete({ id }: Http2Stream): void {
    this.#open.delete(id);
  }

  /** Notes that the client resets a stream. The server may have sent more of it meanwhile. */
  addReset({ id, receiveWindow }: Http2Stream): void {
    this.#lateBytes += receiveWindow;
    const ids = (this.#resetIds ??= new Set()).add(id);
    if (ids.size <= maxResetIds) return;
    const [oldest = 0] = ids;
    ids.delete(oldest);
    this.#lastForgottenId = Math.max(this.#lastForgottenId, oldest);
  }

  /**
   * Counts DATA of a stream that the client has reset.
   *
   * @throws A ProtocolError if it exceeds the windows of those streams (RFC 9113, section 6.9.1).
   */
  countLateData({ length, streamId }: FrameHeader): void {
    this.#lateBytes -= length;
    if (this.#lateBytes >= 0) return;
    throw new ProtocolError(errorCodes.flowControl, `DATA on stream ${streamId}, beyond its window`);
  }

  /**
   * Returns the stream of a HEADERS or DATA frame, which the server may have ended already; undefined if the client has
   * reset it.
   *
   * @throws A ProtocolError if the stream is closed or was never opened (RFC 9113, section 5.1).
   */
  findReceiving({ streamId }: Pick<FrameHeader, "streamId">, name: string): Http2Stream | undefined {
    const stream = this.#open.get(streamId);
    if (stream && !stream.isClosed) return stream;
    this.requireStarted({ streamId }, name);
    if (!stream && (this.#resetIds?.has(streamId) || streamId <= this.#lastForgottenId)) return undefined;
    throw new ProtocolError(errorCodes.streamClosed, `${name} on stream ${streamId}, which is closed`);
  }

  /** @throws A ProtocolError if the client never opened the stream of a frame. */
  requireStarted({ streamId }: Pick<FrameHeader, "streamId">, name: string): void {
    if (streamId % 2 === 1 && streamId < this.#nextId) return;
    throw new ProtocolError(errorCodes.protocol, `${name} on stream ${streamId}, which was never opened`);
  }
}
