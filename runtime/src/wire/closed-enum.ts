import { putEntry, readEntry, type Entries } from "./entries.js";
import type { Reader } from "./reader.js";
import { keepUnknown, type KeepsUnknown } from "./unknown-fields.js";
import { asInt32, type ValueKind } from "./value-kinds.js";
import { Writer } from "./writer.js";

/**
 * Reads a value of a closed enum. A number that it does not name is kept as an unknown field (Protocol Buffers,
 * "Enum Behavior"), and undefined is returned.
 */
export function readClosed(
  reader: Reader,
  message: KeepsUnknown,
  number: number,
  known: ReadonlySet<number>,
): number | undefined {
  const value = reader.int32();
  if (known.has(value)) return value;
  const writer = new Writer();
  writer.int32(0, value);
  keepUnknown(message, number, 0, writer.finish());
  return undefined;
}

/** Reads an entry of a map whose values are of a closed enum. One with a number that it does not name is kept whole. */
export function readClosedEntry<K>(
  reader: Reader,
  message: KeepsUnknown,
  number: number,
  map: Entries<number>,
  keyKind: ValueKind<K>,
  known: ReadonlySet<number>,
): void {
  const read = new Map<unknown, number>();
  const bytes = reader.peek();
  readEntry(reader, read, keyKind, asInt32);
  for (const [key, value] of read) {
    if (!known.has(value)) keepUnknown(message, number, 2, bytes);
    else putEntry(map, key, value);
  }
}
