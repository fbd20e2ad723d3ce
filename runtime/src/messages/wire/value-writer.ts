import { writeAscii } from "./ascii.js";
import { writeDouble, writeFloat } from "./float.js";
import { lowerHalf, outOfRangeError, splitInt64, splitUint64, upperHalf } from "./int64.js";
import { ReferencedValues } from "./referenced-values.js";
import { createBuffer, maxEncodedBytes, writeLongText, type WriteBuffer } from "./text.js";
import { writeUtf8 } from "./utf8.js";

/** Maximum length of text to encode in JavaScript. For longer text, the platform's encoder is faster. */
const shortText = 40;

/** Values of `bytes` fields from this size on are not copied into the buffer, in bytes. */
const largeBytes = 1 << 16;

/** The initial size of a buffer, in bytes. */
export const initialBufferBytes = 2048;

/**
 * Writes single values in sequence into one buffer, which grows.
 *
 * Each method takes the tag of the field, which is its number and its wire type. A tag of 0 is not written: the
 * elements of packed lists have none.
 */
export class ValueWriter {
  protected output: Uint8Array;
  protected buffer: WriteBuffer;
  /** The position of the next value. */
  protected at = 0;
  /** The large values, which are not in the output. */
  protected references: ReferencedValues | undefined;

  protected constructor(buffer: WriteBuffer) {
    this.buffer = buffer;
    this.output = buffer.bytes;
  }

  /** @throws RangeError if the value is not an integer of 32 bits, as all that take a number do. */
  int32(tag: number, value: number): void {
    if (value !== (value | 0)) throw outOfRangeError("int32", value);
    this.begin(tag, 10);
    if (value < 0) this.#varint64(value, -1);
    else this.varint(value);
  }

  uint32(tag: number, value: number): void {
    if (value !== value >>> 0) throw outOfRangeError("uint32", value);
    this.begin(tag, 5);
    this.varint(value);
  }

  sint32(tag: number, value: number): void {
    if (value !== (value | 0)) throw outOfRangeError("sint32", value);
    this.begin(tag, 5);
    this.varint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  fixed32(tag: number, value: number): void {
    if (value !== value >>> 0) throw outOfRangeError("fixed32", value);
    this.begin(tag, 4);
    this.#word(value);
  }

  sfixed32(tag: number, value: number): void {
    if (value !== (value | 0)) throw outOfRangeError("sfixed32", value);
    this.begin(tag, 4);
    this.#word(value);
  }

  int64(tag: number, value: bigint): void {
    splitInt64(value);
    this.begin(tag, 10);
    this.#varint64(lowerHalf(), upperHalf());
  }

  uint64(tag: number, value: bigint): void {
    splitUint64(value);
    this.begin(tag, 10);
    this.#varint64(lowerHalf(), upperHalf());
  }

  sint64(tag: number, value: bigint): void {
    splitInt64(value);
    this.begin(tag, 10);
    const lower = lowerHalf();
    const upper = upperHalf();
    const sign = upper >> 31;
    this.#varint64((lower << 1) ^ sign, ((upper << 1) | (lower >>> 31)) ^ sign);
  }

  fixed64(tag: number, value: bigint): void {
    splitUint64(value);
    this.begin(tag, 8);
    this.#word(lowerHalf());
    this.#word(upperHalf());
  }

  sfixed64(tag: number, value: bigint): void {
    splitInt64(value);
    this.begin(tag, 8);
    this.#word(lowerHalf());
    this.#word(upperHalf());
  }

  bool(tag: number, value: boolean): void {
    this.begin(tag, 1);
    this.output[this.at++] = value ? 1 : 0;
  }

  /** @throws RangeError if the value is not a number, or a finite one that a float cannot hold. */
  float(tag: number, value: number): void {
    const isTooLarge = !Number.isFinite(Math.fround(value)) && Number.isFinite(value);
    if (typeof value !== "number" || isTooLarge) throw outOfRangeError("float", value);
    this.begin(tag, 4);
    writeFloat(this.output, this.at, value);
    this.at += 4;
  }

  /** @throws RangeError if the value is not a number. */
  double(tag: number, value: number): void {
    if (typeof value !== "number") throw outOfRangeError("double", value);
    this.begin(tag, 8);
    writeDouble(this.output, this.at, value);
    this.at += 8;
  }

  /** @throws TypeError if the value is not a string, or has half of a surrogate pair. */
  string(tag: number, value: string): void {
    if (typeof value !== "string") throw new TypeError(`invalid string: ${String(value)}`);
    const { length } = value;
    this.begin(tag, length <= shortText ? 3 * length + 5 : maxEncodedBytes(value));
    const start = this.at;
    if (length > shortText) {
      this.at = writeLongText(this.buffer, start, value);
      return;
    }
    const ascii = writeAscii(this.output, start + 1, value);
    this.at = start + 1 + ascii;
    if (ascii < length) this.at = writeUtf8(this.output, this.at, value, ascii);
    // Three bytes for each character are fewer than 128, so that the length takes one.
    this.output[start] = this.at - start - 1;
  }

  /** @throws TypeError if the value is not an array of bytes. */
  bytes(tag: number, value: Uint8Array): void {
    if (!ArrayBuffer.isView(value)) throw new TypeError(`invalid bytes: ${String(value)}`);
    if (value.length >= largeBytes) return this.#refer(tag, value);
    this.begin(tag, value.length + 5);
    this.varint(value.length);
    this.output.set(value, this.at);
    this.at += value.length;
  }

  /** Writes the length of a large value and refers to its bytes. */
  #refer(tag: number, value: Uint8Array): void {
    this.begin(tag, 5);
    this.varint(value.length);
    (this.references ??= new ReferencedValues()).add(this.at, value);
  }

  /** Ensures the capacity for a tag and its value, and writes the tag. */
  protected begin(tag: number, more: number): void {
    this.reserve(5 + more);
    if (tag >= 0x80) this.varint(tag);
    else if (tag !== 0) this.output[this.at++] = tag;
  }

  protected reserve(more: number): void {
    if (this.at + more > this.output.length) this.#grow(more);
  }

  #grow(more: number): void {
    const { output, at } = this;
    // A little more: the lengths of what is around a large value come yet, and would double it.
    this.buffer = createBuffer(Math.max(2 * output.length, at + more + initialBufferBytes));
    this.output = this.buffer.bytes;
    this.output.set(output.subarray(0, at));
  }

  protected varint(value: number): void {
    const bytes = this.output;
    let rest = value;
    let at = this.at;
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.at = at;
  }

  #varint64(lower: number, upper: number): void {
    const bytes = this.output;
    let low = lower >>> 0;
    let high = upper >>> 0;
    let at = this.at;
    while (high !== 0 || low >= 0x80) {
      bytes[at++] = (low & 0x7f) | 0x80;
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    bytes[at++] = low;
    this.at = at;
  }

  #word(value: number): void {
    const bytes = this.output;
    const at = this.at;
    bytes[at] = value;
    bytes[at + 1] = value >>> 8;
    bytes[at + 2] = value >>> 16;
    bytes[at + 3] = value >>> 24;
    this.at = at + 4;
  }
}
