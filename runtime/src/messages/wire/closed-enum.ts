import type { ListPosition, UnrecognizedValue } from "../table/unrecognized-enum.js";
import { putEntry, readEntry, type Entries } from "./entries.js";
import type { Reader } from "./reader.js";
import { addUnknownField, type HasUnknownFields } from "./unknown-fields.js";
import { asInt32, type ValueKind } from "./value-kinds.js";
import { Writer } from "./writer.js";

/** A field of a closed enum. */
export interface ClosedField {
  readonly number: number;
  /** Proto name. */
  readonly field: string;
  /** The numbers that the enum has. */
  readonly known: ReadonlySet<number>;
}

/**
 * Reads a value of a closed enum. A number that the enum does not have is stored as an unknown field (Protocol Buffers,
 * "Enum Behavior"), and the result is undefined.
 *
 * @param list The values before it, if it is in a list.
 */
export function readClosed(
  reader: Reader,
  message: HasUnknownFields,
  { number, field, known }: ClosedField,
  list?: readonly unknown[],
): number | undefined {
  const value = reader.int32();
  if (known.has(value)) return value;
  const writer = new Writer();
  writer.int32(0, value);
  const position = list && { index: list.length, recognized: list };
  const unrecognized: UnrecognizedValue = position ? { field, value, position } : { field, value };
  addUnknownField(message, number, 0, writer.finish(), unrecognized);
  return undefined;
}

/**
 * Copies the recognized values of the lists that have unrecognized ones, so that the positions stay true if the lists
 * change. While a message is read, they refer to the lists themselves.
 */
export function copyRecognizedValues(message: HasUnknownFields): void {
  const copies = new Map<ListPosition["recognized"], ListPosition["recognized"]>();
  message._unknownFields = message._unknownFields?.map((field) => {
    // The functions of this file have set it.
    const position = (field.unrecognized as UnrecognizedValue | undefined)?.position;
    if (position === undefined) return field;
    const recognized = copies.get(position.recognized) ?? position.recognized.slice();
    copies.set(position.recognized, recognized);
    return { ...field, unrecognized: { ...field.unrecognized, position: { ...position, recognized } } };
  });
}

/** Reads an entry of a map of closed enums. An entry with an unrecognized number is stored whole as an unknown field. */
export function readClosedEntry<K>(
  reader: Reader,
  message: HasUnknownFields,
  { number, field, known }: ClosedField,
  map: Entries<number>,
  keyKind: ValueKind<K>,
): void {
  const read = new Map<unknown, number>();
  const bytes = reader.peek();
  readEntry(reader, read, keyKind, asInt32);
  for (const [key, value] of read) {
    if (!known.has(value)) addUnknownField(message, number, 2, bytes, { field, value, key });
    else putEntry(map, key, value);
  }
}
