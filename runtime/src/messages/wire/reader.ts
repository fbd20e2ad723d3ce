import { addUnknownField, toShortestVarint, type HasUnknownFields } from "./unknown-fields.js";
import { maxNesting } from "../table/nesting.js";
import { truncatedError, ValueReader } from "./value-reader.js";

/** Wire types (Protocol Buffers encoding, "Message Structure"). */
const varint = 0;
const bit64 = 1;
const delimited = 2;
const groupStart = 3;
const groupEnd = 4;
const bit32 = 5;

/** Reads the fields of messages, of messages inside, and of lists. */
export class Reader extends ValueReader {
  /** How many messages are open. */
  #depth = 1;
  /** The position of the tag that ended the last group. */
  #groupEnd = 0;

  /** The end of the outermost message. */
  get length(): number {
    return this.size;
  }

  /** Its position. */
  get place(): number {
    return this.at;
  }

  /**
   * The tag of the next field of a message; 0 at the message's end.
   * @param end What {@link enter} or {@link enterGroup} gave for the message.
   */
  next(end: number): number {
    const at = this.at;
    if (at >= end) return this.#leave(end);
    const byte = this.input[at] ?? 0;
    if (byte >= 0x80 || byte < 8) return this.#longTag();
    this.at = at + 1;
    return byte;
  }

  /** Begins a message that has its length before it; gives its end. */
  enter(): number {
    const end = this.lengthEnd();
    if (++this.#depth > maxNesting) throw tooDeep();
    return end;
  }

  /** Begins a message that is a group; gives the mark of its end. */
  enterGroup(number: number): number {
    if (++this.#depth > maxNesting) throw tooDeep();
    return -number;
  }

  /** Begins a packed list; gives its end. */
  enterList(): number {
    return this.lengthEnd();
  }

  /** The number of elements of the packed list that begins at the position, without one that is longer than the list. */
  countElements(wireType: number, end: number): number {
    if (wireType === bit64) return (end - this.at) >>> 3;
    if (wireType === bit32) return (end - this.at) >>> 2;
    let count = 0;
    for (let at = this.at; at < end; at++) if ((this.input[at] ?? 0) < 0x80) count++;
    return count;
  }

  /** Ends a packed list after its elements. */
  leaveList(end: number): void {
    if (this.at !== end) throw truncatedError("an element is longer than its list");
  }

  /** Whether a packed list has more elements. */
  isInList(end: number): boolean {
    if (this.at > end) throw truncatedError("an element is longer than its list");
    return this.at < end;
  }

  /** The bytes that come next, behind their length, which are not read by this. */
  peek(): Uint8Array {
    const start = this.at;
    const bytes = this.bytes();
    this.at = start;
    return bytes;
  }

  /** Keeps a field that the message does not know. */
  keep(message: HasUnknownFields, tag: number): void {
    const start = this.at;
    this.skip(tag);
    const end = this.at;
    addUnknownField(message, tag >>> 3, tag & 7, this.#copyValue(tag & 7, start, end));
  }

  /** Passes over the value behind a tag. */
  skip(tag: number): void {
    switch (tag & 7) {
      case varint:
        this.varint64();
        break;
      case bit64:
        this.at += 8;
        break;
      case delimited:
        this.at = this.lengthEnd();
        break;
      case groupStart:
        this.#skipGroup(this.enterGroup(tag >>> 3));
        break;
      case bit32:
        this.at += 4;
        break;
      default:
        throw new Error(`illegal tag: field ${tag >>> 3} has wire type ${tag & 7}`);
    }
    if (this.at > this.size) throw truncatedError("a field is longer than its message");
  }

  #skipGroup(end: number): void {
    for (let tag = this.next(end); tag !== 0; tag = this.next(end)) this.skip(tag);
  }

  /** The value that was passed over: a varint as short as it can be, text without its length, a group without its end. */
  #copyValue(wireType: number, start: number, end: number): Uint8Array {
    if (wireType === varint) return toShortestVarint(this.view(start, end));
    if (wireType === groupStart) return this.view(start, this.#groupEnd);
    if (wireType !== delimited) return this.view(start, end);
    this.at = start;
    const length = this.uint32();
    this.at = end;
    return this.view(end - length, end);
  }

  /** A tag that is not one byte with the number of a field. */
  #longTag(): number {
    let tag = 0;
    for (let index = 0; index < 5; index++) {
      const byte = this.input[this.at++] ?? 0;
      if (index === 4 && byte > 0x0f) throw new Error("illegal tag: it is longer than 32 bits");
      tag |= (byte & 0x7f) << (index * 7);
      if (byte < 0x80) break;
    }
    if (this.at > this.size) throw truncatedError("a tag has no end");
    if (tag >>> 3 === 0) throw new Error("illegal tag: there is no field number 0");
    return tag >>> 0;
  }

  /** The end of a message; for a group, the next tag, because a group has no length. */
  #leave(end: number): number {
    if (end < 0) return this.#nextInGroup(-end);
    if (this.at > end) throw truncatedError("a field is longer than its message");
    this.#depth--;
    return 0;
  }

  #nextInGroup(group: number): number {
    const at = this.at;
    if (at >= this.size) throw truncatedError("a group has no end");
    const tag = this.#longTag();
    if ((tag & 7) !== groupEnd) return tag;
    if (tag >>> 3 !== group) throw new Error("illegal tag: the end of another group");
    this.#groupEnd = at;
    this.#depth--;
    return 0;
  }
}

function tooDeep(): RangeError {
  return new RangeError(`a message is nested more than ${maxNesting} levels deep`);
}
