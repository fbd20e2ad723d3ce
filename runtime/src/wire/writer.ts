import { writeDouble, writeFloat } from "./float.js";
import { lowerHalf, outOfRange, splitInt64, splitUint64, upperHalf } from "./int64.js";
import { writeLongText } from "./text.js";
import { varintLength } from "./varint-length.js";
import type { UnknownFields } from "./unknown-fields.js";

/** Text of more characters is left to the platform; what is shorter costs less than calling it. */
const shortText = 40;

const firstSize = 2048;
/** A larger buffer is not kept for the next message. */
const keptSize = 1 << 18;
const none = new Uint8Array(0);

/** A buffer that no writer uses, which spares the next one to make its own. */
let spare: Uint8Array | undefined;

/**
 * Writes the fields of a message one behind the other into one buffer, which grows. A message inside is written where
 * it stays; its length is put before it when it is known.
 *
 * Each method takes the tag of the field, which is its number and its wire type. A tag of 0 is not written: the
 * elements of packed lists have none.
 */
export class Writer {
  #bytes: Uint8Array;
  #at = 0;
  /** Places of the lengths that are not known yet. */
  readonly #open: number[] = [];

  constructor() {
    this.#bytes = spare ?? new Uint8Array(firstSize);
    spare = undefined;
  }

  /** The bytes that were written. The writer is empty then. */
  finish(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#at);
    if (this.#bytes.length <= keptSize) spare = this.#bytes;
    this.#bytes = none;
    this.#at = 0;
    return bytes;
  }

  /** @throws RangeError where the value is no integer of 32 bits, as all that take a number do. */
  int32(tag: number, value: number): void {
    if (value !== (value | 0)) throw outOfRange("int32", value);
    this.#begin(tag, 10);
    if (value < 0) this.#varint64(value, -1);
    else this.#varint(value);
  }

  uint32(tag: number, value: number): void {
    if (value !== value >>> 0) throw outOfRange("uint32", value);
    this.#begin(tag, 5);
    this.#varint(value);
  }

  sint32(tag: number, value: number): void {
    if (value !== (value | 0)) throw outOfRange("sint32", value);
    this.#begin(tag, 5);
    this.#varint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  fixed32(tag: number, value: number): void {
    if (value !== value >>> 0) throw outOfRange("fixed32", value);
    this.#begin(tag, 4);
    this.#word(value);
  }

  sfixed32(tag: number, value: number): void {
    if (value !== (value | 0)) throw outOfRange("sfixed32", value);
    this.#begin(tag, 4);
    this.#word(value);
  }

  int64(tag: number, value: bigint): void {
    splitInt64(value);
    this.#begin(tag, 10);
    this.#varint64(lowerHalf(), upperHalf());
  }

  uint64(tag: number, value: bigint): void {
    splitUint64(value);
    this.#begin(tag, 10);
    this.#varint64(lowerHalf(), upperHalf());
  }

  sint64(tag: number, value: bigint): void {
    splitInt64(value);
    this.#begin(tag, 10);
    const lower = lowerHalf();
    const upper = upperHalf();
    const sign = upper >> 31;
    this.#varint64((lower << 1) ^ sign, ((upper << 1) | (lower >>> 31)) ^ sign);
  }

  fixed64(tag: number, value: bigint): void {
    splitUint64(value);
    this.#begin(tag, 8);
    this.#word(lowerHalf());
    this.#word(upperHalf());
  }

  sfixed64(tag: number, value: bigint): void {
    splitInt64(value);
    this.#begin(tag, 8);
    this.#word(lowerHalf());
    this.#word(upperHalf());
  }

  bool(tag: number, value: boolean): void {
    this.#begin(tag, 1);
    this.#bytes[this.#at++] = value ? 1 : 0;
  }

  /** @throws RangeError where the value is no number, or a finite one that a float cannot hold. */
  float(tag: number, value: number): void {
    const isTooLarge = !Number.isFinite(Math.fround(value)) && Number.isFinite(value);
    if (typeof value !== "number" || isTooLarge) throw outOfRange("float", value);
    this.#begin(tag, 4);
    writeFloat(this.#bytes, this.#at, value);
    this.#at += 4;
  }

  /** @throws RangeError where the value is no number. */
  double(tag: number, value: number): void {
    if (typeof value !== "number") throw outOfRange("double", value);
    this.#begin(tag, 8);
    writeDouble(this.#bytes, this.#at, value);
    this.#at += 8;
  }

  /** @throws TypeError where the value is no string. What is no character, half of a pair, becomes U+FFFD. */
  string(tag: number, value: string): void {
    if (typeof value !== "string") throw new TypeError(`invalid string: ${String(value)}`);
    const { length } = value;
    this.#begin(tag, 3 * length + 5);
    const bytes = this.#bytes;
    const start = this.#at;
    if (length <= shortText) {
      let index = 0;
      for (; index < length; index++) {
        const unit = value.charCodeAt(index);
        if (unit >= 0x80) break;
        bytes[start + 1 + index] = unit;
      }
      if (index === length) {
        bytes[start] = length;
        this.#at = start + 1 + length;
        return;
      }
    }
    this.#at = writeLongText(bytes, start, value);
  }

  /** @throws TypeError where the value is no array of bytes. */
  bytes(tag: number, value: Uint8Array): void {
    if (!ArrayBuffer.isView(value)) throw new TypeError(`invalid bytes: ${String(value)}`);
    this.#begin(tag, value.length + 5);
    this.#varint(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /** Begins a message, or a packed list, that has its length before it. */
  fork(tag: number): this {
    this.#begin(tag, 1);
    this.#open.push(this.#at++);
    return this;
  }

  /** Ends the message or list that was begun last. */
  join(): this {
    const start = this.#open.pop() ?? 0;
    const length = this.#at - start - 1;
    if (length < 0x80) {
      this.#bytes[start] = length;
      return this;
    }
    const more = varintLength(length) - 1;
    this.#reserve(more);
    this.#bytes.copyWithin(start + 1 + more, start + 1, this.#at);
    this.#at = start;
    this.#varint(length);
    this.#at += length;
    return this;
  }

  /** Writes a tag alone: the start or the end of a group. */
  tag(tag: number): this {
    this.#begin(tag, 0);
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
      this.#begin(tag, value.length);
      this.#bytes.set(value, this.#at);
      this.#at += value.length;
      if (wireType === 3) this.tag(tag + 1);
    }
  }

  /** Makes room for a tag and what follows it, and writes the tag. */
  #begin(tag: number, more: number): void {
    this.#reserve(5 + more);
    if (tag >= 0x80) this.#varint(tag);
    else if (tag !== 0) this.#bytes[this.#at++] = tag;
  }

  #reserve(more: number): void {
    if (this.#at + more > this.#bytes.length) this.#grow(more);
  }

  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(firstSize, 2 * this.#bytes.length, this.#at + more));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }

  #varint(value: number): void {
    const bytes = this.#bytes;
    let rest = value;
    let at = this.#at;
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.#at = at;
  }

  #varint64(lower: number, upper: number): void {
    const bytes = this.#bytes;
    let low = lower >>> 0;
    let high = upper >>> 0;
    let at = this.#at;
    while (high !== 0 || low >= 0x80) {
      bytes[at++] = (low & 0x7f) | 0x80;
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    bytes[at++] = low;
    this.#at = at;
  }

  #word(value: number): void {
    const bytes = this.#bytes;
    const at = this.#at;
    bytes[at] = value;
    bytes[at + 1] = value >>> 8;
    bytes[at + 2] = value >>> 16;
    bytes[at + 3] = value >>> 24;
    this.#at = at + 4;
  }
}
