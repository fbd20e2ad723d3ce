import type { KeptPlace, KeptValue } from "../table/kept-value.js";
import { putEntry, readEntry, type Entries } from "./entries.js";
import type { Reader } from "./reader.js";
import { keepUnknown, type KeepsUnknown } from "./unknown-fields.js";
import { asInt32, type ValueKind } from "./value-kinds.js";
import { Writer } from "./writer.js";

/** A field of a closed enum. */
export interface ClosedField {
  readonly number: number;
  /** Its name in the proto. */
  readonly field: string;
  /** The numbers that the enum names. */
  readonly known: ReadonlySet<number>;
}

/**
 * Reads a value of a closed enum. A number that it does not name is kept as an unknown field (Protocol Buffers,
 * "Enum Behavior"), and undefined is returned.
 *
 * @param list The values before it, if it is in a list.
 */
export function readClosed(
  reader: Reader,
  message: KeepsUnknown,
  { number, field, known }: ClosedField,
  list?: readonly unknown[],
): number | undefined {
  const value = reader.int32();
  if (known.has(value)) return value;
  const writer = new Writer();
  writer.int32(0, value);
  const place = list && { behind: list.length, among: list };
  const kept: KeptValue = place ? { field, value, place } : { field, value };
  keepUnknown(message, number, 0, writer.finish(), kept);
  return undefined;
}

/**
 * Says where the values that were kept were in their lists, in words that stay true when the lists change: while a
 * message is read, they point at the lists themselves.
 */
export function settlePlaces(message: KeepsUnknown): void {
  const copies = new Map<KeptPlace["among"], KeptPlace["among"]>();
  message._unknownFields = message._unknownFields?.map((field) => {
    // The functions of this file have made the note.
    const place = (field.kept as KeptValue | undefined)?.place;
    if (place === undefined) return field;
    const among = copies.get(place.among) ?? place.among.slice();
    copies.set(place.among, among);
    return { ...field, kept: { ...field.kept, place: { ...place, among } } };
  });
}

/** Reads an entry of a map whose values are of a closed enum. One with a number that it does not name is kept whole. */
export function readClosedEntry<K>(
  reader: Reader,
  message: KeepsUnknown,
  { number, field, known }: ClosedField,
  map: Entries<number>,
  keyKind: ValueKind<K>,
): void {
  const read = new Map<unknown, number>();
  const bytes = reader.peek();
  readEntry(reader, read, keyKind, asInt32);
  for (const [key, value] of read) {
    if (!known.has(value)) keepUnknown(message, number, 2, bytes, { field, value, key });
    else putEntry(map, key, value);
  }
}
