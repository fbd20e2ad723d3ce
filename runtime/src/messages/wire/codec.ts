/**
 * The Protocol Buffers wire format: reader and writer, the kinds of values, and the message types that generated code defines. Uses
 * field tables. Works in browsers.
 *
 * @module
 */
import type { MessageTable } from "../table/table.js";
import { notBytesError, toReadError, toWriteError } from "./codec-error.js";
import type { MessageKind } from "./message-kind.js";
import { readFields } from "./read-fields.js";
import { Reader } from "./reader.js";
import { ReadingPlan, type Make } from "./reading-plan.js";
import { Writer } from "./writer.js";

/** Writes the fields of a message, in the order of their numbers. */
export type Write<T> = (message: T, writer: Writer) => void;

/** The codec of a message type. Generated code writes messages, and the table reads them. */
export class MessageCodec<T extends object> implements MessageKind<T> {
  readonly wireType = 2;
  readonly #table: MessageTable;
  readonly #make: Make;
  readonly #write: Write<T>;
  /** The number of bytes of the last length prefix. Most messages of a type need the same, and then nothing is moved. */
  #lengthBytes = 1;
  #plan: ReadingPlan | undefined;

  constructor(table: MessageTable, make: Make, write: Write<T>) {
    this.#table = table;
    this.#make = make;
    this.#write = write;
  }

  /** Encodes a message. */
  encode(message: T): Uint8Array {
    return this.#encode(message).finish();
  }

  encodeParts(message: T): Uint8Array | readonly Uint8Array[] {
    return this.#encode(message).finishParts();
  }

  #encode(message: T): Writer {
    const writer = new Writer();
    try {
      this.#write(message, writer);
    } catch (error) {
      throw toWriteError(error, message, this.#table);
    }
    return writer;
  }

  /** Decodes a message. Its `bytes` fields are views of the input. */
  decode(input: Uint8Array): T {
    if (!ArrayBuffer.isView(input)) throw notBytesError(input);
    const reader = new Reader(input);
    try {
      return this.#read(reader, reader.length);
    } catch (error) {
      throw toReadError(error, this.#table, reader.place, reader.length);
    }
  }

  write(writer: Writer, tag: number, message: T): void {
    const lengthBytes = this.#lengthBytes;
    const start = writer.fork(tag, lengthBytes);
    this.#write(message, writer);
    this.#lengthBytes = writer.join(start, lengthBytes);
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
    // The generated function creates messages of this type.
    return readFields(this.plan, reader, end, earlier) as T;
  }
}

const nothing = new Uint8Array(0);
