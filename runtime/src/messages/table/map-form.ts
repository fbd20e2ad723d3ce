import { setProperty } from "./set-property.js";
import type { MapKey } from "./table.js";

/** An entry of a map. Keys are text, as in masks and JSON: `true`, `-5`. */
export type MapEntry = readonly [key: string, value: unknown];

/** Whether maps with these keys are a `Map`: those with 64-bit or boolean keys. All other maps are plain objects. */
export function isMapObject(key: MapKey): boolean {
  return key === "bool" || key.endsWith("64");
}

/** Lists the entries of a map in either form. An entry without a value is not serialized, and is omitted. */
export function mapEntries(map: unknown): MapEntry[] {
  const entries: MapEntry[] = [];
  if (map instanceof Map) {
    for (const [key, value] of map) if (value !== undefined) entries.push([String(key), value]);
    return entries;
  }
  const object = (map ?? {}) as { readonly [key: string]: unknown };
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value !== undefined) entries.push([key, value]);
  }
  return entries;
}

/** Whether a map in either form has an entry that is serialized. Does not create a list. */
export function hasEntries(map: unknown): boolean {
  if (map instanceof Map) {
    for (const value of map.values()) if (value !== undefined) return true;
    return false;
  }
  const object = (map ?? {}) as { readonly [key: string]: unknown };
  for (const key in object) if (Object.hasOwn(object, key) && object[key] !== undefined) return true;
  return false;
}

/** Lists the elements of a list with their indexes, or the entries of a map. */
export function listEntries(several: unknown): MapEntry[] {
  if (!Array.isArray(several)) return mapEntries(several);
  return several.map((value: unknown, index): MapEntry => [String(index), value]);
}

/** Creates a map from entries, in the form for these keys. */
export function toMap(key: MapKey, entries: Iterable<MapEntry>): object {
  if (isMapObject(key))
    return new Map(Array.from(entries, ([text, value]) => [keyFromText(key, text), value]));
  const map = {};
  for (const [text, value] of entries) setProperty(map, text, value);
  return map;
}

function keyFromText(key: MapKey, text: string): bigint | boolean {
  return key === "bool" ? text === "true" : BigInt(text);
}
