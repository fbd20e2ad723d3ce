import { flags, type FrameHeader, frameTypes } from "./frame.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** Frames of one block, a megabyte in all: one that is allowed fits into five, and one with nothing in it costs work. */
const maxFragments = 64;

/** A block of headers: those of one HEADERS frame and of the CONTINUATION frames behind it (RFC 9113, section 4.3). */
export interface HeaderBlock {
  readonly streamId: number;
  /** Whether nothing comes on the stream after it. */
  readonly isLast: boolean;
  readonly bytes: Buffer;
}

/** Puts blocks of headers together. Until one is whole, no other frame may come. */
export class HeaderBlockAssembler {
  #head: FrameHeader | undefined;
  #fragments: Buffer[] = [];

  /** Whether the rest of a block is to come, and nothing else may. */
  get isOpen(): boolean {
    return this.#head !== undefined;
  }

  /**
   * Takes a HEADERS or CONTINUATION frame; gives the block that it completes.
   *
   * @throws A WireError if it cannot be a part of one (RFC 9113, section 6.10), or the block is too large to be read.
   */
  add(head: FrameHeader, content: Buffer): HeaderBlock | undefined {
    const part = head.type === frameTypes.headers ? this.#begin(head, content) : content;
    const first = this.#head;
    if (!first || first.streamId !== head.streamId) {
      throw new ProtocolError(errorCodes.protocol, "CONTINUATION of headers that nobody began");
    }
    if (this.#fragments.length === maxFragments) {
      throw new ProtocolError(
        errorCodes.enhanceYourCalm,
        `a block of headers of more than ${maxFragments} frames`,
      );
    }
    const isWhole = (head.flags & flags.endHeaders) !== 0;
    if (!isWhole) {
      // What is read is used again for what comes next.
      this.#fragments.push(Buffer.from(part));
      return undefined;
    }
    const bytes = this.#fragments.length === 0 ? part : Buffer.concat([...this.#fragments, part]);
    this.#head = undefined;
    this.#fragments = [];
    return { streamId: first.streamId, isLast: (first.flags & flags.endStream) !== 0, bytes };
  }

  /** Without padding and priority (RFC 9113, section 6.2). */
  #begin(head: FrameHeader, content: Buffer): Buffer {
    this.#head = head;
    const isPadded = (head.flags & flags.padded) !== 0;
    const from = Number(isPadded) + ((head.flags & flags.priority) === 0 ? 0 : 5);
    const padding = isPadded ? (content[0] ?? 0) : 0;
    if (from + padding > content.byteLength) {
      throw new ProtocolError(
        errorCodes.protocol,
        `HEADERS of ${content.byteLength} bytes with ${padding} of padding`,
      );
    }
    return content.subarray(from, content.byteLength - padding);
  }
}
