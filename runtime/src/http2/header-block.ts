import { flags, type FrameHead, frameTypes } from "./frame.js";
import { errorCodes, WireError } from "./wire-error.js";

/** CONTINUATION frames of one block. A block that is allowed at all fits into five. */
const mostParts = 64;

/** A block of headers: those of one HEADERS frame and of the CONTINUATION frames behind it (RFC 9113, section 4.3). */
export interface HeaderBlock {
  readonly streamId: number;
  /** Whether nothing comes on the stream after it. */
  readonly isLast: boolean;
  readonly bytes: Buffer;
}

/** Puts blocks of headers together. Until one is whole, no other frame may come. */
export class HeaderBlocks {
  readonly #maxBytes: number;
  #head: FrameHead | undefined;
  #parts: Buffer[] = [];
  #byteLength = 0;

  /** `maxBytes` limits a block before it is read. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether the rest of a block is to come, and nothing else may. */
  get isOpen(): boolean {
    return this.#head !== undefined;
  }

  /**
   * Takes a HEADERS or CONTINUATION frame; gives the block that it completes.
   *
   * @throws A WireError if it cannot be a part of one, or the block is too large.
   */
  take(head: FrameHead, content: Buffer): HeaderBlock | undefined {
    const part = head.type === frameTypes.headers ? this.#begin(head, content) : content;
    const first = this.#head;
    if (!first || first.streamId !== head.streamId) {
      throw new WireError(errorCodes.protocol, "CONTINUATION of headers that nobody began");
    }
    this.#byteLength += part.byteLength;
    if (this.#byteLength > this.#maxBytes || this.#parts.length === mostParts) {
      throw new WireError(
        errorCodes.enhanceYourCalm,
        `a block of headers of more than ${this.#maxBytes} bytes or ${mostParts} frames`,
      );
    }
    const isWhole = (head.flags & flags.endHeaders) !== 0;
    if (!isWhole) {
      // What is read is used again for what comes next.
      this.#parts.push(Buffer.from(part));
      return undefined;
    }
    const bytes = this.#parts.length === 0 ? part : Buffer.concat([...this.#parts, part]);
    this.#head = undefined;
    this.#parts = [];
    this.#byteLength = 0;
    return { streamId: first.streamId, isLast: (first.flags & flags.endStream) !== 0, bytes };
  }

  /** Without padding and priority. */
  #begin(head: FrameHead, content: Buffer): Buffer {
    this.#head = head;
    const isPadded = (head.flags & flags.padded) !== 0;
    const from = Number(isPadded) + ((head.flags & flags.priority) === 0 ? 0 : 5);
    const padding = isPadded ? (content[0] ?? 0) : 0;
    if (from + padding > content.byteLength) {
      throw new WireError(
        errorCodes.protocol,
        `HEADERS of ${content.byteLength} bytes with ${padding} of padding`,
      );
    }
    return content.subarray(from, content.byteLength - padding);
  }
}
