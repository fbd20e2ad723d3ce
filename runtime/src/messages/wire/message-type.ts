import { LazyTable } from "../table/define-table.js";
import { makeKnown } from "../table/known-types.js";
import type { LoadRules } from "../table/rules.js";
import type { FieldRow, MessageTable } from "../table/table.js";
import { MessageCodec, type Write } from "./codec.js";
import type { MessageKind } from "./message-kind.js";
import type { Make } from "./reading-plan.js";

/**
 * A message type: its field table, and the codec that writes messages and reads them. Generated code has one for each
 * message, of the same name as its interface: `Disk.create({ spec })`, `Disk.encode(disk)`, `Disk.decode(bytes)`. It
 * goes wherever a table goes: to `toJson`, to `diffMask`, to `maskFor`.
 */
export interface MessageType<T> extends MessageTable<T> {
  /**
   * The message in the Protocol Buffers wire format.
   * @throws A MessageError that names the place, if the message holds what its type does not allow.
   */
  encode(message: T): Uint8Array;
  /**
   * Reads a message. Its `bytes` are views of the input.
   * @throws A MessageError that says why and at which byte, if the input is not such a message.
   */
  decode(bytes: Uint8Array): T;
  /**
   * The part that the codecs of other messages need of this one. For generated code alone, which gives it messages of the type:
   * a type of its own for each message would be a tenth of what the compiler does for an SDK.
   */
  readonly wire: MessageKind<unknown>;
}

/**
 * A message type, as generated code writes it. The program knows it by its name from here on, wherever an Any names it.
 *
 * @param make Makes a message of the values of its properties, in the order of its rows.
 * @param write Writes the fields of a message, in the order of their numbers.
 * @param rows The rows of its table; a function, since messages of one file may name each other.
 * @param rules Loads what the API states about its values, if it states something.
 */
export function defineMessage<T extends object>(
  typeName: string,
  make: Make,
  write: Write<T>,
  rows: () => readonly FieldRow[],
  rules?: LoadRules,
): MessageType<T> {
  const type = new WireMessage<T>(typeName, make, write, rows);
  type.rules = rules;
  makeKnown(type);
  return type;
}

/** A program loads many types of which it needs few, so all that a type has is made on first use. */
class WireMessage<T extends object> extends LazyTable<T> implements MessageType<T> {
  /** Makes a message of the values of its properties; whoever fills requests looks for it. */
  readonly make: Make;
  readonly #write: Write<T>;
  #wire: MessageCodec<T> | undefined;
  #encode: ((message: T) => Uint8Array) | undefined;
  #decode: ((bytes: Uint8Array) => T) | undefined;

  constructor(typeName: string, make: Make, write: Write<T>, rows: () => readonly FieldRow[]) {
    super(typeName, rows);
    this.make = make;
    this.#write = write;
  }

  get wire(): MessageCodec<T> {
    return (this.#wire ??= new MessageCodec<T>(this, this.make, this.#write));
  }

  // Functions that are given, so that they can be handed on without their object: `frames.map(Disk.decode)`.
  get encode(): (message: T) => Uint8Array {
    const { wire } = this;
    return (this.#encode ??= (message) => wire.encode(message));
  }

  get decode(): (bytes: Uint8Array) => T {
    const { wire } = this;
    return (this.#decode ??= (bytes) => wire.decode(bytes));
  }
}
