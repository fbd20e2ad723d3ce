import { readDouble, readFloat } from "./float.js";
import { int64Of, uint64Of } from "./int64.js";
import { readText, readUncheckedText } from "./text.js";
import { keepUnknown, shortestVarint, type KeepsUnknown } from "./unknown-fields.js";

/** How deep messages may be in each other. */
const deepest = 100;

/** Wire types (Protocol Buffers encoding, "Message Structure"). */
const varint = 0;
const bit64 = 1;
const delimited = 2;
const groupStart = 3;
const groupEnd = 4;
const bit32 = 5;

/**
 * Reads the values of a message one behind the other. What lies beyond the end of the bytes reads as 0; whoever reads
 * a message or a list asks before each piece whether there is one, and learns there that a piece was too long.
 */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #length: number;
  #at = 0;
  #depth = 1;
  /** Halves of the 64-bit varint that was read last. */
  #lower = 0;
  #upper = 0;
  /** Where the tag stands that ended the last group. */
  #groupEnd = 0;

  /** @param bytes A whole message. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#length = bytes.length;
  }

  /** Number of bytes: the end of the outermost message. */
  get length(): number {
    return this.#length;
  }

  /**
   * The tag of the next field of a message; 0 at the message's end.
   * @param end What {@link enter} or {@link enterGroup} gave for the message.
   */
  next(end: number): number {
    const at = this.#at;
    if (at >= end) return this.#leave(end);
    const byte = this.#bytes[at] ?? 0;
    if (byte >= 0x80 || byte < 8) return this.#longTag();
    this.#at = at + 1;
    return byte;
  }

  /** Begins a message that has its length before it; gives its end. */
  enter(): number {
    const end = this.#end();
    if (++this.#depth > deepest) throw tooDeep();
    return end;
  }

  /** Begins a message that is a group; gives what stands for its end. */
  enterGroup(number: number): number {
    if (++this.#depth > deepest) throw tooDeep();
    return -number;
  }

  /** Begins a packed list; gives its end. */
  enterList(): number {
    return this.#end();
  }

  /** Whether a packed list has more elements. */
  isInList(end: number): boolean {
    if (this.#at > end) throw tooLong("an element is longer than its list");
    return this.#at < end;
  }

  uint32(): number {
    const byte = this.#bytes[this.#at++] ?? 0;
    return byte < 0x80 ? byte : this.#longVarint(byte) >>> 0;
  }

  int32(): number {
    const byte = this.#bytes[this.#at++] ?? 0;
    return byte < 0x80 ? byte : this.#longVarint(byte) | 0;
  }

  sint32(): number {
    const value = this.uint32();
    return (value >>> 1) ^ -(value & 1);
  }

  int64(): bigint {
    const byte = this.#bytes[this.#at] ?? 0;
    if (byte < 0x80) {
      this.#at++;
      return BigInt(byte);
    }
    this.#varint64();
    return int64Of(this.#lower, this.#upper);
  }

  uint64(): bigint {
    this.#varint64();
    return uint64Of(this.#lower, this.#upper);
  }

  sint64(): bigint {
    this.#varint64();
    const sign = -(this.#lower & 1);
    const lower = ((this.#lower >>> 1) | (this.#upper << 31)) ^ sign;
    return int64Of(lower, (this.#upper >>> 1) ^ sign);
  }

  bool(): boolean {
    const byte = this.#bytes[this.#at] ?? 0;
    if (byte < 0x80) {
      this.#at++;
      return byte !== 0;
    }
    this.#varint64();
    return (this.#lower | this.#upper) !== 0;
  }

  fixed32(): number {
    return this.sfixed32() >>> 0;
  }

  sfixed32(): number {
    const bytes = this.#bytes;
    const at = this.#at;
    this.#at = at + 4;
    return (
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)
    );
  }

  fixed64(): bigint {
    const lower = this.sfixed32();
    return uint64Of(lower, this.sfixed32());
  }

  sfixed64(): bigint {
    const lower = this.sfixed32();
    return int64Of(lower, this.sfixed32());
  }

  float(): number {
    const at = this.#at;
    this.#at = at + 4;
    return readFloat(this.#bytes, at);
  }

  double(): number {
    const at = this.#at;
    this.#at = at + 8;
    return readDouble(this.#bytes, at);
  }

  /** Text, which must be UTF-8. */
  string(): string {
    const end = this.#end();
    const start = this.#at;
    this.#at = end;
    return readText(this.#bytes, start, end);
  }

  /** Text, with replacement characters for what is no UTF-8. */
  uncheckedString(): string {
    const end = this.#end();
    const start = this.#at;
    this.#at = end;
    return readUncheckedText(this.#bytes, start, end);
  }

  /** A view of the bytes that are read; a plain one, also where these are a Buffer. */
  bytes(): Uint8Array {
    const end = this.#end();
    const start = this.#at;
    this.#at = end;
    return this.#view(start, end);
  }

  /** The bytes that come next, behind their length, which are not read by this. */
  peek(): Uint8Array {
    const start = this.#at;
    const bytes = this.bytes();
    this.#at = start;
    return bytes;
  }

  /** Keeps a field that the message does not know. */
  keep(message: KeepsUnknown, tag: number): void {
    const start = this.#at;
    this.skip(tag);
    const end = this.#at;
    keepUnknown(message, tag >>> 3, tag & 7, this.#valueOf(tag & 7, start, end));
  }

  /** Passes over the value behind a tag. */
  skip(tag: number): void {
    switch (tag & 7) {
      case varint:
        this.#varint64();
        break;
      case bit64:
        this.#at += 8;
        break;
      case delimited:
        this.#at = this.#end();
        break;
      case groupStart:
        this.#skipGroup(this.enterGroup(tag >>> 3));
        break;
      case bit32:
        this.#at += 4;
        break;
      default:
        throw new Error(`illegal tag: field ${tag >>> 3} has wire type ${tag & 7}`);
    }
    if (this.#at > this.#length) throw tooLong("a field is longer than its message");
  }

  #skipGroup(end: number): void {
    for (let tag = this.next(end); tag !== 0; tag = this.next(end)) this.skip(tag);
  }

  /** The value that was passed over: a varint as short as it can be, text without its length, a group without its end. */
  #valueOf(wireType: number, start: number, end: number): Uint8Array {
    if (wireType === varint) return shortestVarint(this.#view(start, end));
    if (wireType === groupStart) return this.#view(start, this.#groupEnd);
    if (wireType !== delimited) return this.#view(start, end);
    this.#at = start;
    const length = this.uint32();
    this.#at = end;
    return this.#view(end - length, end);
  }

  #view(start: number, end: number): Uint8Array {
    const { buffer, byteOffset } = this.#bytes;
    return new Uint8Array(buffer, byteOffset + start, end - start);
  }

  /** The end of what has its length before it. */
  #end(): number {
    const end = this.uint32() + this.#at;
    if (end > this.#length) throw tooLong("a length leads beyond the end");
    return end;
  }

  /** A tag that is not one byte with the number of a field. */
  #longTag(): number {
    let tag = 0;
    for (let index = 0; index < 5; index++) {
      const byte = this.#bytes[this.#at++] ?? 0;
      if (index === 4 && byte > 0x0f) throw new Error("illegal tag: it is longer than 32 bits");
      tag |= (byte & 0x7f) << (index * 7);
      if (byte < 0x80) break;
    }
    if (this.#at > this.#length) throw tooLong("a tag has no end");
    if (tag >>> 3 === 0) throw new Error("illegal tag: there is no field number 0");
    return tag >>> 0;
  }

  /** The end of a message, or the next tag of a group, whose end cannot be told before it is there. */
  #leave(end: number): number {
    if (end < 0) return this.#nextInGroup(-end);
    if (this.#at > end) throw tooLong("a field is longer than its message");
    this.#depth--;
    return 0;
  }

  #nextInGroup(group: number): number {
    const at = this.#at;
    if (at >= this.#length) throw tooLong("a group has no end");
    const tag = this.#longTag();
    if ((tag & 7) !== groupEnd) return tag;
    if (tag >>> 3 !== group) throw new Error("illegal tag: the end of another group");
    this.#groupEnd = at;
    this.#depth--;
    return 0;
  }

  /** The lower half of a varint of several bytes, of which the first was read. */
  #longVarint(first: number): number {
    const bytes = this.#bytes;
    let value = first & 0x7f;
    for (let shift = 7; shift < 70; shift += 7) {
      const byte = bytes[this.#at++] ?? 0;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error("invalid varint: it is longer than 64 bits");
  }

  #varint64(): void {
    const bytes = this.#bytes;
    let lower = 0;
    let upper = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[this.#at++] ?? 0;
      const bits = byte & 0x7f;
      if (shift < 32) lower |= bits << shift;
      if (shift === 28) upper = bits >>> 4;
      else if (shift > 28) upper |= bits << (shift - 32);
      if (byte < 0x80) {
        this.#lower = lower;
        this.#upper = upper;
        return;
      }
    }
    throw new Error("invalid varint: it is longer than 64 bits");
  }
}

function tooDeep(): RangeError {
  return new RangeError(`a message is nested more than ${deepest} levels deep`);
}

function tooLong(what: string): RangeError {
  return new RangeError(`premature EOF: ${what}`);
}
