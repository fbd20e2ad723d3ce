/**
 * The room of the wire format: reader and writer of Protocol Buffers, the kinds of values that
 * codecs are made of, and the message types that generated code defines with them. It knows
 * field tables, and nothing of calls. Runs in browsers too.
 *
 * @module
 */
import type { MessageTable } from "../table/table.js";
import { noBytes, unreadable, unwritable } from "./codec-error.js";
import type { MessageKind } from "./message-kind.js";
import { readFields } from "./read-fields.js";
import { Reader } from "./reader.js";
import { ReadingPlan, type Make } from "./reading-plan.js";
import { Writer } from "./writer.js";

/** Writes the fields of a message, in the order of their numbers. */
export type Write<T> = (message: T, writer: Writer) => void;

/** The codec of a type of message: it is written by generated code, and read by its table. */
export class MessageCodec<T extends object> implements MessageKind<T> {
  readonly wireType = 2;
  readonly #table: MessageTable;
  readonly #make: Make;
  readonly #write: Write<T>;
  /** The bytes that the length of the last message inside took: most of one type take the same, and need not be moved. */
  #room = 1;
  #plan: ReadingPlan | undefined;

  constructor(table: MessageTable, make: Make, write: Write<T>) {
    this.#table = table;
    this.#make = make;
    this.#write = write;
  }

  /** The bytes of a message. */
  encode(message: T): Uint8Array {
    const writer = new Writer();
    try {
      this.#write(message, writer);
    } catch (error) {
      throw unwritable(error, message, this.#table);
    }
    return writer.finish();
  }

  /** Reads a message. Its `bytes` are views of the input. */
  decode(input: Uint8Array): T {
    if (!ArrayBuffer.isView(input)) throw noBytes(input);
    const reader = new Reader(input);
    try {
      return this.#read(reader, reader.length);
    } catch (error) {
      throw unreadable(error, this.#table, reader.place, reader.length);
    }
  }

  write(writer: Writer, tag: number, message: T): void {
    const left = this.#room;
    const start = writer.fork(tag, left);
    this.#write(message, writer);
    this.#room = writer.join(start, left);
  }

  read(reader: Reader, earlier?: T): T {
    return this.#read(reader, reader.enter(), earlier);
  }

  writeGroup(writer: Writer, tag: number, message: T): void {
    this.#write(message, writer.tag(tag));
    writer.tag(tag + 1);
  }

  readGroup(reader: Reader, number: number, earlier?: T): T {
    return this.#read(reader, reader.enterGroup(number), earlier);
  }

  empty(): T {
    return this.#read(new Reader(nothing), 0);
  }

  /** The plan to read a message. */
  get plan(): ReadingPlan {
    return (this.#plan ??= new ReadingPlan(this.#table, this.#make));
  }

  #read(reader: Reader, end: number, earlier?: T): T {
    // The generated function makes messages of its type.
    return readFields(this.plan, reader, end, earlier) as T;
  }
}

const nothing = new Uint8Array(0);
