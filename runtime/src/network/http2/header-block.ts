import { flags, type FrameHeader, frameTypes } from "./frame.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/**
 * HEADERS and CONTINUATION frames of one block, a megabyte in all. A block within the limits fits into five frames, and
 * empty frames cost work.
 */
const maxFragments = 64;

/** A field block: the HEADERS frame and its CONTINUATION frames (RFC 9113, section 4.3). */
export interface HeaderBlock {
  readonly streamId: number;
  /** Whether the HEADERS frame has the flag END_STREAM. */
  readonly isLast: boolean;
  readonly bytes: Buffer;
}

/** Assembles field blocks. While one is incomplete, no other frame may arrive (RFC 9113, section 6.10). */
export class HeaderBlockAssembler {
  #head: FrameHeader | undefined;
  #fragments: Buffer[] = [];

  /** Whether a block is incomplete. */
  get isOpen(): boolean {
    return this.#head !== undefined;
  }

  /**
   * Adds a HEADERS or CONTINUATION frame. Returns the block that it completes.
   *
   * @throws A ProtocolError if the frame does not continue the block, or the block has too many frames.
   */
  add(head: FrameHeader, content: Buffer): HeaderBlock | undefined {
    const part = head.type === frameTypes.headers ? this.#begin(head, content) : content;
    const first = this.#head;
    if (!first || first.streamId !== head.streamId) {
      throw new ProtocolError(errorCodes.protocol, "CONTINUATION without HEADERS");
    }
    if (this.#fragments.length === maxFragments) {
      throw new ProtocolError(
        errorCodes.enhanceYourCalm,
        `a block of headers of more than ${maxFragments} frames`,
      );
    }
    const isWhole = (head.flags & flags.endHeaders) !== 0;
    if (!isWhole) {
      // The bytes that were passed in are overwritten by the next ones.
      this.#fragments.push(Buffer.from(part));
      return undefined;
    }
    const bytes = this.#fragments.length === 0 ? part : Buffer.concat([...this.#fragments, part]);
    this.#head = undefined;
    this.#fragments = [];
    return { streamId: first.streamId, isLast: (first.flags & flags.endStream) !== 0, bytes };
  }

  /** Starts a block, without padding and priority (RFC 9113, section 6.2). */
  #begin(head: FrameHeader, content: Buffer): Buffer {
    this.#head = head;
    const isPadded = (head.flags & flags.padded) !== 0;
    const from = Number(isPadded) + ((head.flags & flags.priority) === 0 ? 0 : 5);
    if (from > content.byteLength) {
      const text = `HEADERS of ${content.byteLength} bytes, without the fields that their flags announce`;
      throw new ProtocolError(errorCodes.frameSize, text);
    }
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
