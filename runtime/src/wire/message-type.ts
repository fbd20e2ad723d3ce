import { LazyTable } from "../table/define-table.js";
import { makeKnown } from "../table/known-types.js";
import type { FieldRow, MessageTable } from "../table/table.js";
import { defineCodec, type MessageFns, type MessageKind } from "./codec.js";
import type { Reader } from "./reader.js";
import type { KeepsUnknown } from "./unknown-fields.js";
import type { Writer } from "./writer.js";

/**
 * A message type: its field table, and the codec that writes messages and reads them. Generated code has one for each
 * message, of the same name as its interface: `Disk.create({ spec })`, `Disk.encode(disk)`, `Disk.decode(bytes)`. It
 * goes wherever a table goes: to `toJson`, to `diffMask`, to `maskFor`.
 */
export interface MessageType<T> extends MessageTable<T> {
  /**
   * The message in the Protocol Buffers wire format.
   * @throws Error where the message holds what its type does not allow.
   */
  encode(message: T): Uint8Array;
  /**
   * Reads a message. Its `bytes` are views of the input.
   * @throws Error where the input is no such message.
   */
  decode(bytes: Uint8Array): T;
  /** What the codecs of other messages need of this one. For generated code alone. */
  readonly wire: MessageKind<T>;
}

/**
 * A message type, as generated code writes it. The program knows it by its name from here on, wherever an Any names it.
 *
 * @param write Writes the fields of a message, in the order of their numbers.
 * @param read Reads fields up to an end into a message, or into a new one.
 * @param rows The rows of its table; a function, since messages of one file may name each other.
 */
export function defineMessage<T extends KeepsUnknown>(
  typeName: string,
  write: (message: T, writer: Writer) => void,
  read: (reader: Reader, end: number, message?: T) => T,
  rows: () => readonly FieldRow[],
): MessageType<T> {
  const type = new WireMessage<T>(typeName, defineCodec(write, read), rows);
  makeKnown(type);
  return type;
}

class WireMessage<T> extends LazyTable<T> implements MessageType<T> {
  readonly wire: MessageKind<T>;
  // Properties, so that they can be handed on without their object: `frames.map(Disk.decode)`.
  readonly encode: (message: T) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => T;

  constructor(typeName: string, wire: MessageFns<T>, rows: () => readonly FieldRow[]) {
    super(typeName, rows);
    this.wire = wire;
    this.encode = (message) => wire.encode(message).finish();
    this.decode = (bytes) => wire.decode(bytes);
  }
}
