import { LazyTable } from "../table/define-table.js";
import { makeKnown } from "../table/known-types.js";
import type { LoadRules } from "../table/rules.js";
import type { FieldRow } from "../table/table.js";
import { unwritable } from "./codec-error.js";
import { fromForeign, toForeign } from "./foreign-message.js";
import type { MessageKind } from "./message-kind.js";
import type { MessageType } from "./message-type.js";
import type { HasUnknownFields } from "./unknown-fields.js";

/**
 * A codec that another generator printed: ts-proto's have this form. Its messages are those of the type but for their
 * unknown fields, at every level; a type that says so would cost the compiler more than all else.
 */
export interface ForeignCodec {
  /** Writes a message; `finish` gives its bytes. */
  encode(message: never): { finish(): Uint8Array };
  /** Reads a message. */
  decode(bytes: Uint8Array): object;
}

/**
 * A message type whose codec another generator printed, joined with its field table. Whoever takes a message type takes
 * it as one: unknown fields have our form in its messages, and a property that may hold a message or a plain value is
 * there, if undefined. The program knows it by its name from here on, wherever an Any names it.
 *
 * @param rows The rows of its table; a function, since messages of one file may name each other.
 * @param rules Loads what the API states about its values, if it states something.
 */
export function joinMessage<T extends HasUnknownFields>(
  typeName: string,
  codec: ForeignCodec,
  rows: () => readonly FieldRow[],
  rules?: LoadRules,
): MessageType<T> {
  const type = new JoinedMessage<T>(typeName, codec, rows);
  type.rules = rules;
  makeKnown(type);
  return type;
}

class JoinedMessage<T extends HasUnknownFields> extends LazyTable<T> implements MessageType<T> {
  // Properties, so that they can be handed on without their object: `frames.map(Disk.decode)`.
  readonly encode: (message: T) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => T;
  readonly wire: MessageKind<T>;

  constructor(typeName: string, codec: ForeignCodec, rows: () => readonly FieldRow[]) {
    super(typeName, rows);
    this.encode = (message) => {
      try {
        return codec.encode(toForeign(this, message) as never).finish();
      } catch (error) {
        throw unwritable(error, message, this);
      }
    };
    this.decode = (bytes) => {
      const message = codec.decode(bytes);
      fromForeign(this, message);
      return message as T;
    };
    this.wire = messageKind(this);
  }
}

/** The part that our codecs need of a type that is known by its whole messages alone. */
function messageKind<T>({ encode, decode }: Pick<MessageType<T>, "encode" | "decode">): MessageKind<T> {
  // Whoever reads the pieces of a message one behind the other reads one message.
  const readBehind = (earlier: T | undefined, bytes: Uint8Array): T =>
    decode(earlier === undefined ? bytes : Uint8Array.from([...encode(earlier), ...bytes]));
  return {
    wireType: 2,
    write: (writer, tag, message) => writer.bytes(tag, encode(message)),
    read: (reader, earlier) => readBehind(earlier, reader.bytes()),
    writeGroup: (writer, tag, message) =>
      writer.unknown([{ number: tag >>> 3, wireType: tag & 7, value: encode(message) }]),
    readGroup(reader, number, earlier) {
      const holder: HasUnknownFields = {};
      reader.keep(holder, number * 8 + groupStart);
      return readBehind(earlier, holder._unknownFields?.[0]?.value ?? new Uint8Array(0));
    },
    empty: () => decode(new Uint8Array(0)),
  };
}

const groupStart = 3;
