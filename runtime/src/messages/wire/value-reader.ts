import { readDouble, readFloat, readWord } from "./float.js";
import { joinInt64, joinUint64 } from "./int64.js";
import { readText, readUncheckedText } from "./text.js";

/**
 * Reads single values in sequence. Reading past the end of the buffer yields zeros instead of an error. The decode loop checks the
 * position before each field and reports an overrun there, so individual reads need no bounds check.
 */
export class ValueReader {
  protected readonly input: Uint8Array;
  /** The number of bytes. */
  protected readonly size: number;
  /** The position of the next value. */
  protected at = 0;
  /** Halves of the 64-bit varint that was read last. */
  #lower = 0;
  #upper = 0;

  /** @param input A whole message. */
  constructor(input: Uint8Array) {
    this.input = input;
    this.size = input.length;
  }

  uint32(): number {
    const byte = this.input[this.at++] ?? 0;
    return byte < 0x80 ? byte : this.#longVarint(byte) >>> 0;
  }

  int32(): number {
    const byte = this.input[this.at++] ?? 0;
    return byte < 0x80 ? byte : this.#longVarint(byte) | 0;
  }

  sint32(): number {
    const value = this.uint32();
    return (value >>> 1) ^ -(value & 1);
  }

  int64(): bigint {
    const byte = this.input[this.at] ?? 0;
    if (byte < 0x80) {
      this.at++;
      return BigInt(byte);
    }
    this.varint64();
    return joinInt64(this.#lower, this.#upper);
  }

  uint64(): bigint {
    this.varint64();
    return joinUint64(this.#lower, this.#upper);
  }

  sint64(): bigint {
    this.varint64();
    const sign = -(this.#lower & 1);
    const lower = ((this.#lower >>> 1) | (this.#upper << 31)) ^ sign;
    return joinInt64(lower, (this.#upper >>> 1) ^ sign);
  }

  bool(): boolean {
    const byte = this.input[this.at] ?? 0;
    if (byte < 0x80) {
      this.at++;
      return byte !== 0;
    }
    this.varint64();
    return (this.#lower | this.#upper) !== 0;
  }

  fixed32(): number {
    return this.sfixed32() >>> 0;
  }

  sfixed32(): number {
    const at = this.at;
    this.at = at + 4;
    return readWord(this.input, at);
  }

  fixed64(): bigint {
    const lower = this.sfixed32();
    return joinUint64(lower, this.sfixed32());
  }

  sfixed64(): bigint {
    const lower = this.sfixed32();
    return joinInt64(lower, this.sfixed32());
  }

  float(): number {
    const at = this.at;
    this.at = at + 4;
    return readFloat(this.input, at);
  }

  double(): number {
    const at = this.at;
    this.at = at + 8;
    return readDouble(this.input, at);
  }

  /** Text, which must be UTF-8. */
  string(): string {
    const end = this.lengthEnd();
    const start = this.at;
    this.at = end;
    return readText(this.input, start, end);
  }

  /** Text, with replacement characters for what is not UTF-8. */
  uncheckedString(): string {
    const end = this.lengthEnd();
    const start = this.at;
    this.at = end;
    return readUncheckedText(this.input, start, end);
  }

  /** A view of the bytes that are read; a plain one, even if these are a Buffer. */
  bytes(): Uint8Array {
    const end = this.lengthEnd();
    const start = this.at;
    this.at = end;
    return this.view(start, end);
  }

  protected view(start: number, end: number): Uint8Array {
    const { buffer, byteOffset } = this.input;
    return new Uint8Array(buffer, byteOffset + start, end - start);
  }

  /** Reads a length; gives the end of what it is the length of. */
  protected lengthEnd(): number {
    const end = this.uint32() + this.at;
    if (end > this.size) throw truncatedError("a length leads beyond the end");
    return end;
  }

  /** The lower half of a varint of several bytes, of which the first was read. */
  #longVarint(first: number): number {
    const bytes = this.input;
    let value = first & 0x7f;
    for (let shift = 7; shift < 70; shift += 7) {
      const byte = bytes[this.at++] ?? 0;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error("invalid varint: it is longer than 64 bits");
  }

  /** Reads a varint into the two halves. Most have four bytes at most, which are all in the lower one. */
  protected varint64(): void {
    const bytes = this.input;
    let lower = 0;
    this.#upper = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[this.at++] ?? 0;
      lower |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.#lower = lower;
        return;
      }
    }
    const byte = bytes[this.at++] ?? 0;
    this.#lower = lower | (byte << 28);
    let upper = (byte & 0x7f) >>> 4;
    if (byte >= 0x80) upper |= this.#lastBytes();
    this.#upper = upper;
  }

  /** The bytes of a varint from the sixth on, as bits of the upper half. */
  #lastBytes(): number {
    const bytes = this.input;
    let upper = 0;
    for (let shift = 3; shift < 38; shift += 7) {
      const byte = bytes[this.at++] ?? 0;
      upper |= (byte & 0x7f) << shift;
      if (byte < 0x80) return upper;
    }
    throw new Error("invalid varint: it is longer than 64 bits");
  }
}

/** Creates the error for input that ends too early. */
export function truncatedError(what: string): RangeError {
  return new RangeError(`premature EOF: ${what}`);
}
