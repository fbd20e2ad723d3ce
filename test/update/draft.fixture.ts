import { ScalarType, type DescField } from "@bufbuild/protobuf";
import { isRequired } from "../mask/tree.fixture.js";
import { localName } from "../mask/generated-message.fixture.js";
import type { Draft } from "./api-pool.fixture.js";

/** Where the objects of a draft come from: the unchanged copy of each that was read. What is not in it is new. */
export type Origins = WeakMap<object, object>;

/** All objects in a value, itself among them. */
export function objectsIn(value: unknown, found: WeakSet<object> = new WeakSet()): WeakSet<object> {
  if (typeof value !== "object" || value === null || found.has(value)) return found;
  found.add(value);
  const inside = value instanceof Map ? value.values() : Object.values(value);
  for (const one of inside) objectsIn(one, found);
  return found;
}

/** A copy of what was read, with each object of the draft entered as the copy's. */
export function copyOf<T>(value: T, origins: Origins): T {
  return copyAny(value, origins) as T;
}

function copyAny(value: unknown, origins: Origins): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value)) return value.map((one: unknown) => copyAny(one, origins));
  if (value instanceof Map)
    return new Map(Array.from(value, ([key, held]: [unknown, unknown]) => [key, copyAny(held, origins)]));
  const entries = Object.entries(value).map(([name, held]) => [name, copyAny(held, origins)] as const);
  // As a spread does: a key `__proto__` is a property of its own.
  const copy: Draft = Object.fromEntries(entries);
  origins.set(value, copy);
  return copy;
}

/** Visits the objects of a value and of its copy. */
export function align(one: unknown, copy: unknown, visit: (one: object, copy: object) => void): void {
  if (typeof one !== "object" || typeof copy !== "object" || one === null || copy === null) return;
  visit(one, copy);
  if (one instanceof Uint8Array) return;
  if (one instanceof Map && copy instanceof Map)
    for (const [key, held] of one) align(held, copy.get(key), visit);
  else for (const [name, held] of Object.entries(one)) align(held, (copy as Draft)[name], visit);
}

/** What a message of generated code holds for a field; undefined for a member that is not set. */
export function readField(draft: Draft, field: DescField): unknown {
  if (!field.oneof) return draft[localName(field)];
  const member = draft[localName(field.oneof)] as { $case: string; value: unknown } | undefined;
  return member?.$case === localName(field) ? member.value : undefined;
}

/** Whether a message of generated code has got a property for a field that it was read without. */
export function hasNewProperty(field: DescField, before: Draft | undefined, after: Draft): boolean {
  const name = localName(field.oneof ?? field);
  return before !== undefined && !Object.hasOwn(before, name) && Object.hasOwn(after, name);
}

/** Sets a field of a message of generated code; undefined takes a member, a message or an optional value away. */
export function writeField(draft: Draft, field: DescField, value: unknown): void {
  if (!field.oneof) draft[localName(field)] = value;
  else if (value !== undefined) draft[localName(field.oneof)] = { $case: localName(field), value };
  else if (readField(draft, field) !== undefined) draft[localName(field.oneof)] = undefined;
}

/** The entries of a map field, by text. */
export function mapEntries(value: unknown): Map<string, unknown> {
  const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value ?? {});
  return new Map(entries.map(([key, held]) => [String(key), held]));
}

/** Sets a key of a map field, or takes it away. */
export function writeKey(map: unknown, field: DescField, key: string, value: unknown): void {
  if (map instanceof Map) {
    const typed =
      field.fieldKind === "map" && field.mapKey === ScalarType.BOOL ? key === "true" : BigInt(key);
    if (value === undefined) map.delete(typed);
    else map.set(typed, value);
  } else if (value === undefined) delete (map as Draft)[key];
  else setOwn(map as Draft, key, value);
}

/** Assigned, a key `__proto__` would be the object's prototype. */
export function setOwn(map: Draft, key: string, value: unknown): void {
  Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Whether a field holds messages that have fields of their own to the API, not a value of google.protobuf. */
export function holdsMessages(field: DescField): boolean {
  return field.message !== undefined && !field.message.typeName.startsWith("google.protobuf.");
}

/** Whether a message holds what its types do not name. */
export function holdsUnknown(value: unknown): boolean {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return false;
  if (value instanceof Map) return [...value.values()].some(holdsUnknown);
  return Object.hasOwn(value, "_unknownFields") || Object.values(value).some(holdsUnknown);
}

/** The messages of a field by their keys; one that stands alone has none. */
export function heldByKey(field: DescField, value: unknown): Map<string, unknown> {
  if (field.fieldKind === "map") return mapEntries(value);
  return new Map(value === undefined ? [] : [["", value]]);
}

/** A field that is not cleared: a required one, or one of a closed enum of which the client may not see the number. */
export function isFirm(field: DescField, draft: Draft): boolean {
  return isRequired(field) || (field.enum?.open === false && readField(draft, field) === undefined);
}
