import { putEntry, readEntry, type Entries } from "./entries.js";
import type { Reader } from "./reader.js";
import { keepUnknown, type KeepsUnknown } from "./unknown-fields.js";
import { asInt32, type ValueKind } from "./value-kinds.js";
import { Writer } from "./writer.js";

/** What the object of an enum knows of its values. */
interface Enum<T extends number> {
  isKnown(value: number): value is T;
}

/**
 * Reads a value of a closed enum. A number that it does not name is kept as an unknown field (Protocol Buffers,
 * "Enum Behavior"), and undefined is returned.
 */
export function readClosed<T extends number>(
  reader: Reader,
  message: KeepsUnknown,
  number: number,
  values: Enum<T>,
): T | undefined {
  const value = reader.int32();
  if (values.isKnown(value)) return value;
  const writer = new Writer();
  writer.int32(0, value);
  keepUnknown(message, number, 0, writer.finish());
  return undefined;
}

/** Reads an entry of a map whose values are of a closed enum. One with a number that it does not name is kept whole. */
export function readClosedEntry<K, T extends number>(
  reader: Reader,
  message: KeepsUnknown,
  number: number,
  map: Entries<T>,
  keyKind: ValueKind<K>,
  values: Enum<T>,
): void {
  const read = new Map<unknown, number>();
  const bytes = reader.peek();
  readEntry(reader, read, keyKind, asInt32);
  for (const [key, value] of read) {
    if (!values.isKnown(value)) keepUnknown(message, number, 2, bytes);
    else putEntry(map, key, value);
  }
}
