import { setProperty } from "../table/set-property.js";
import type { Reader } from "./reader.js";
import type { ValueKind } from "./value-kinds.js";
import type { Writer } from "./writer.js";

/** A map, as a property has it: an object, or a `Map` for 64-bit and bool keys. */
export type Entries<V> = { [key: string]: V } | Map<unknown, V>;

/**
 * Reads an entry into a map. An omitted value is the default of its type. An entry of plain JSON without a value is omitted.
 */
export function readEntry<K, V>(
  reader: Reader,
  map: Entries<V>,
  keyKind: ValueKind<K>,
  valueKind: ValueKind<V>,
): void {
  let key: K | undefined;
  let value: V | undefined;
  const end = reader.enter();
  for (let tag = reader.next(end); tag !== 0; tag = reader.next(end)) {
    if (tag === (8 | keyKind.wireType)) key = keyKind.read(reader);
    else if (tag === (16 | valueKind.wireType)) value = valueKind.read(reader, value);
    else reader.skip(tag);
  }
  const whole = value === undefined ? valueKind.empty() : value;
  if (whole !== undefined) putEntry(map, key === undefined ? keyKind.empty() : key, whole);
}

/** Puts an entry into a map in either form. */
export function putEntry<V>(map: Entries<V>, key: unknown, value: V): void {
  if (map instanceof Map) map.set(key, value);
  else if (typeof key === "number") map[key] = value;
  else setProperty(map, String(key), value);
}

/** Writes the entries of a map, each with its key and its value, even if they are the default. */
export function writeEntries<K, V>(
  writer: Writer,
  tag: number,
  map: Entries<V>,
  keyKind: ValueKind<K>,
  valueKind: ValueKind<V>,
): void {
  if (map instanceof Map) {
    for (const [key, value] of map) writeEntry(writer, tag, key as K, value, keyKind, valueKind);
    return;
  }
  const isNumeric = typeof keyKind.empty() === "number";
  // Keys, since pairs of key and value cost four times as much to make.
  for (const key of Object.keys(map)) {
    writeEntry(writer, tag, (isNumeric ? Number(key) : key) as K, map[key], keyKind, valueKind);
  }
}

function writeEntry<K, V>(
  writer: Writer,
  tag: number,
  key: K,
  value: V | undefined,
  keyKind: ValueKind<K>,
  valueKind: ValueKind<V>,
): void {
  // An entry of a wrapper or of plain JSON may be there and hold nothing.
  if (value === undefined) return;
  const start = writer.fork(tag);
  keyKind.write(writer, 8 | keyKind.wireType, key);
  valueKind.write(writer, 16 | valueKind.wireType, value);
  writer.join(start);
}
