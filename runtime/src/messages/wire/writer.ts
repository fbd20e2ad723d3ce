import { joinParts } from "./referenced-values.js";
import type { UnknownFields } from "./unknown-fields.js";
import { createBuffer, type WriteBuffer } from "./text.js";
import { initialBufferBytes, ValueWriter } from "./value-writer.js";
import { varintLength } from "./varint-length.js";

/** The maximum size of a buffer to reuse, in bytes. */
const keptSize = 1 << 18;
const none = /*@__PURE__*/ createBuffer(0);

/** An unused buffer for the next writer. */
let spare: WriteBuffer | undefined;

/**
 * Writes the fields of messages, of messages inside, and of lists. A message inside is written where it stays; its
 * length is put before it when it is known.
 */
export class Writer extends ValueWriter {
  constructor() {
    super(spare ?? createBuffer(initialBufferBytes));
    spare = undefined;
  }

  /** The bytes that were written. The writer is empty then. */
  finish(): Uint8Array {
    const parts = this.finishParts();
    return parts instanceof Uint8Array ? parts : joinParts(parts);
  }

  /** The same bytes as {@link finish}, in parts if there are large values: those are the arrays of the message. */
  finishParts(): Uint8Array | readonly Uint8Array[] {
    const { references } = this;
    this.references = undefined;
    const bytes = this.#finishOutput();
    return references ? references.joinWith(bytes) : bytes;
  }

  #finishOutput(): Uint8Array {
    const isKept = this.output.length <= keptSize;
    // A large buffer is given away as it is: a copy would be as large again.
    const bytes = isKept ? this.output.slice(0, this.at) : this.output.subarray(0, this.at);
    if (isKept) spare = this.buffer;
    this.buffer = none;
    this.output = none.bytes;
    this.at = 0;
    return bytes;
  }

  /**
   * Begins a message, or a packed list, that has its length before it; gives the place where it starts.
   * @param lengthBytes the number of bytes to reserve for the length. If it needs another number, the content is moved.
   */
  fork(tag: number, lengthBytes = 1): number {
    this.begin(tag, lengthBytes);
    this.at += lengthBytes;
    return this.at;
  }

  /**
   * Ends a message or a list, and gives the number of bytes that its length takes.
   * @param start What {@link fork} gave for it. Those that were begun later must have ended.
   * @param lengthBytes the same number as for `fork`
   */
  join(start: number, lengthBytes = 1): number {
    const { references } = this;
    const length = this.at - start + (references ? references.lengthFrom(start) : 0);
    if (length < 0x80 && lengthBytes === 1) {
      this.output[start - 1] = length;
      return 1;
    }
    const needed = varintLength(length);
    if (needed !== lengthBytes) this.#move(start, needed - lengthBytes);
    const end = this.at;
    this.at = start - lengthBytes;
    this.varint(length);
    this.at = end;
    return needed;
  }

  /** Moves what was written from a place on. */
  #move(start: number, by: number): void {
    this.reserve(by);
    this.output.copyWithin(start + by, start, this.at);
    this.at += by;
    this.references?.move(start, by);
  }

  /** Writes a tag alone: the start or the end of a group. */
  tag(tag: number): this {
    this.begin(tag, 0);
    return this;
  }

  /** Writes the fields that a message does not know, as they came. */
  unknown(fields: UnknownFields | undefined): void {
    if (fields === undefined) return;
    for (const { number, wireType, value } of fields) {
      const tag = number * 8 + wireType;
      if (wireType === 2) {
        this.bytes(tag, value);
        continue;
      }
      this.begin(tag, value.length);
      this.output.set(value, this.at);
      this.at += value.length;
      if (wireType === 3) this.tag(tag + 1);
    }
  }
}
