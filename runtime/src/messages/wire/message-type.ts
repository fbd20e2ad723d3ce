import { LazyTable } from "../table/define-table.js";
import { registerType } from "../table/known-types.js";
import type { LoadRules } from "../table/rules.js";
import type { FieldRow, MessageTable } from "../table/table.js";
import { MessageCodec, type Write } from "./codec.js";
import type { MessageKind } from "./message-kind.js";
import type { Make } from "./reading-plan.js";

/**
 * A message type: its field table and codec. Generated code has one for each message, with the name of its interface:
 * `Disk.create({ spec })`, `Disk.encode(disk)`, `Disk.decode(bytes)`. Functions such as `toJson`, `diffMask` and `maskFor` accept it.
 */
export interface MessageType<T> extends MessageTable<T> {
  /**
   * Encodes a message in the Protocol Buffers wire format.
   *
   * @throws MessageError that names the place of a value that does not fit.
   */
  encode(message: T): Uint8Array;
  /**
   * Decodes a message. Its `bytes` fields are views of the input.
   *
   * @throws MessageError with the reason and the position, if the input is not such a message.
   */
  decode(bytes: Uint8Array): T;
  /**
   * The part that the codecs of other messages use. For generated code only. It has no type parameter, because one for each message
   * would take a tenth of the compile time of an SDK.
   */
  readonly wire: MessageKind<unknown>;
}

/**
 * Defines a message type. It is registered by its name, for Anys.
 *
 * @param make creates a message from the values of its properties, in the order of the rows
 * @param write writes the fields of a message, in the order of their numbers
 * @param rows returns the rows of its table. It is a function, because the messages of a file may refer to each other.
 * @param rules loads the validation rules of the API, if it has any
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
  registerType(type);
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
