import type { UnknownFields } from "./unknown-fields.js";
import { makeRoom, type Room } from "./text.js";
import { firstSize, ValueWriter } from "./value-writer.js";
import { varintLength } from "./varint-length.js";

/** A larger buffer is not kept for the next message. */
const keptSize = 1 << 18;
const none = makeRoom(0);

/** A buffer that no writer uses, which spares the next one to make its own. */
let spare: Room | undefined;

/**
 * Writes the fields of messages, of messages inside, and of lists. A message inside is written where it stays; its
 * length is put before it when it is known.
 */
export class Writer extends ValueWriter {
  constructor() {
    super(spare ?? makeRoom(firstSize));
    spare = undefined;
  }

  /** The bytes that were written. The writer is empty then. */
  finish(): Uint8Array {
    const bytes = this.output.slice(0, this.at);
    if (this.output.length <= keptSize) spare = this.room;
    this.room = none;
    this.output = none.bytes;
    this.at = 0;
    return bytes;
  }

  /** Begins a message, or a packed list, that has its length before it; gives the place of the length. */
  fork(tag: number): number {
    this.begin(tag, 1);
    return this.at++;
  }

  /**
   * Ends a message or a list.
   * @param start What {@link fork} gave for it. Those that were begun later must have ended.
   */
  join(start: number): void {
    const length = this.at - start - 1;
    if (length < 0x80) {
      this.output[start] = length;
      return;
    }
    const more = varintLength(length) - 1;
    this.reserve(more);
    this.output.copyWithin(start + 1 + more, start + 1, this.at);
    this.at = start;
    this.varint(length);
    this.at += length;
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
