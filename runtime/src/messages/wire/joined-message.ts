import { LazyTable } from "../table/define-table.js";
import { checkSerializable } from "../table/fill.js";
import { registerType } from "../table/known-types.js";
import type { LoadRules } from "../table/rules.js";
import type { FieldRow } from "../table/table.js";
import { toWriteError } from "./codec-error.js";
import { fromForeign, toForeign } from "./foreign-message.js";
import type { MessageKind } from "./message-kind.js";
import type { MessageType } from "./message-type.js";
import type { HasUnknownFields } from "./unknown-fields.js";

/** A codec of another generator: those of ts-proto have this form. Its messages differ from ours only in their unknown fields. */
export interface ForeignCodec {
  /** Writes a message. `finish` returns its bytes. */
  encode(message: never): { finish(): Uint8Array };
  /** Reads a message. */
  decode(bytes: Uint8Array): object;
}

/**
 * Joins a codec of another generator with a field table. Its messages have the form of ours: unknown fields, and properties that
 * are always present. The type is registered by its name, for Anys.
 *
 * @param rows returns the rows of its table. It is a function, because the messages of a file may refer to each other.
 * @param rules loads the validation rules of the API, if it has any
 */
export function joinMessage<T extends HasUnknownFields>(
  typeName: string,
  codec: ForeignCodec,
  rows: () => readonly FieldRow[],
  rules?: LoadRules,
): MessageType<T> {
  const type = new JoinedMessage<T>(typeName, codec, rows);
  type.rules = rules;
  registerType(type);
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
        const bytes = codec.encode(toForeign(this, message) as never).finish();
        // Other codecs write half of a surrogate pair as a replacement character.
        if (hasReplacement(bytes)) checkSerializable(this, message);
        return bytes;
      } catch (error) {
        throw toWriteError(error, message, this);
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

/** Whether bytes contain the UTF-8 of U+FFFD, be it in text or by chance. */
function hasReplacement(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) return true;
  }
  return false;
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
