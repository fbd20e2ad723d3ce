import type { UnknownFields } from "./unknown-fields.js";
import { createBuffer, type WriteBuffer } from "./text.js";
import { initialBufferBytes, ValueWriter } from "./value-writer.js";
import { varintLength } from "./varint-length.js";

/** A larger buffer is not kept for the next message. */
const keptSize = 1 << 18;
const none = /*@__PURE__*/ createBuffer(0);

/** A buffer that no writer uses, which spares the next one to make its own. */
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
    const isKept = this.output.length <= keptSize;
    // A large buffer is given away as it is: a copy would be as large again.
    const bytes = isKept ? this.output.slice(0, this.at) : this.output.subarray(0, this.at);
    if (isKept) spare = this.room;
    this.room = none;
    this.output = none.bytes;
    this.at = 0;
    return bytes;
  }

  /**
   * Begins a message, or a packed list, that has its length before it; gives the place where it starts.
   * @param room How many bytes to leave for the length. If it takes more or fewer, what was written is moved.
   */
  fork(tag: number, room = 1): number {
    this.begin(tag, room);
    this.at += room;
    return this.at;
  }

  /**
   * Ends a message or a list, and gives the number of bytes that its length takes.
   * @param start What {@link fork} gave for it. Those that were begun later must have ended.
   * @param room The room that was given to fork.
   */
  join(start: number, room = 1): number {
    const length = this.at - start;
    if (length < 0x80 && room === 1) {
      this.output[start - 1] = length;
      return 1;
    }
    const needed = varintLength(length);
    if (needed !== room) this.#move(start, needed - room);
    const end = this.at;
    this.at = start - room;
    this.varint(length);
    this.at = end;
    return needed;
  }

  /** Moves what was written from a place on. */
  #move(start: number, by: number): void {
    this.reserve(by);
    this.output.copyWithin(start + by, start, this.at);
    this.at += by;
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
