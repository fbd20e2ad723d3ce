import { explained } from "./endless-message.js";
import { Reader } from "./reader.js";
import type { KeepsUnknown } from "./unknown-fields.js";
import type { ValueKind } from "./value-kinds.js";
import { Writer } from "./writer.js";

/** How messages of one type are read and written inside of others. */
export interface MessageKind<T> extends ValueKind<T> {
  /** Reads a group, which ends by a tag and has no length. */
  readGroup(reader: Reader, number: number, earlier?: T): T;
  /** Writes a group behind its tag. */
  writeGroup(writer: Writer, tag: number, value: T): void;
}

/** Writes messages of one type in the Protocol Buffers wire format, and reads them. */
export interface MessageFns<T> extends MessageKind<T> {
  /** Writes a message behind what the writer holds, and returns the writer: `encode(message).finish()` are the bytes. */
  encode(message: T, writer?: Writer): Writer;
  /**
   * Reads a message. Its `bytes` are views of the input.
   * @throws Error when the input is no such message.
   */
  decode(input: Uint8Array): T;
}

/**
 * The codec of a type of message, from what it does itself.
 *
 * @param write Writes the fields of a message, in the order of their numbers.
 * @param read Reads fields up to an end into a message, or into a new one.
 */
export function defineCodec<T extends KeepsUnknown>(
  write: (message: T, writer: Writer) => void,
  read: (reader: Reader, end: number, message?: T) => T,
): MessageFns<T> {
  // What the length of the last message inside took: most of one type take the same, and need not be moved.
  let room = 1;
  return {
    wireType: 2,
    encode(message, writer = new Writer()) {
      try {
        write(message, writer);
      } catch (error) {
        throw explained(error, message);
      }
      return writer;
    },
    decode(input) {
      if (!ArrayBuffer.isView(input))
        throw new TypeError(`a message is read from bytes, not ${typeof input}`);
      const reader = new Reader(input);
      return read(reader, reader.length);
    },
    write(writer, tag, message) {
      const left = room;
      const start = writer.fork(tag, left);
      write(message, writer);
      room = writer.join(start, left);
    },
    read: (reader, earlier) => read(reader, reader.enter(), earlier),
    writeGroup(writer, tag, message) {
      write(message, writer.tag(tag));
      writer.tag(tag + 1);
    },
    readGroup: (reader, number, earlier) => read(reader, reader.enterGroup(number), earlier),
    empty: () => read(new Reader(nothing), 0),
  };
}

const nothing = new Uint8Array(0);
