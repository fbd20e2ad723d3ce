/**
 * Matching: which message of an old value each message of a new value is. A server merges the elements of a list by
 * index and the values of a map by key, and keeps what a request neither carries nor clears. That is right if the same
 * element is at the place as before, and wrong if it is another one. The terms of this folder:
 *
 * - The **origin** of a new message is the old message that it is, or was copied from. A **known origin** is the same
 *   object. Other origins are proven by what a copy carries, or found by similarity if nothing can be hidden.
 * - An element is **unmoved** if its origin is the old message at its place, and **moved** if its origin was elsewhere.
 * - **Visible** is what a response shows: all fields except INPUT_ONLY ones. Only visible values are compared.
 * - The **identity** of an element is its IDENTIFIER and IMMUTABLE fields, `id` and `name`. A copy has the same one.
 *
 * @module
 */
import type { Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { listMessages } from "../fields/message-fields.js";
import type { KnownOrigins, MessageChange } from "./known-origins.js";
import { findOrigins } from "./copied-elements.js";
import { omitsUnknown, readSignature } from "./unknown-signature.js";

/** An element of a new list, or a value of a new map, with its match in the old one. */
export interface ElementMatch {
  /** Index or key. */
  readonly key: string;
  readonly element: Properties;
  /** The old element at this place; undefined if the place is new. */
  readonly previous: Properties | undefined;
  /** Whether `element` is `previous`, changed or not. */
  readonly isUnmoved: boolean;
  /** The old element of this list or map that `element` is or was copied from; undefined if none is found. */
  readonly origin: Properties | undefined;
  /**
   * Whether `element` was at another place, where it no longer is. An element at a new place counts as moved if it resembles
   * an old one and lacks INPUT_ONLY values.
   */
  readonly hasMoved: boolean;
  /**
   * An old element that a new object without an origin may have been written from, without the unknown fields that the
   * old element has.
   */
  readonly possibleOrigin?: Properties | undefined;
}

/** Matches the elements that a field of structures has after a change with those that it had before. */
export function matchElements(
  field: Field,
  { table, before, after, knownOrigins }: MessageChange<Properties>,
): ElementMatch[] {
  const [old, now] = [listMessages(before, field), listMessages(after, field)];
  if (field.shape.kind === "map")
    return matchMapValues(table, new Map(withKeys(old)), new Map(withKeys(now)), knownOrigins);
  const [left, right] = [old.map(([, one]) => one), now.map(([, one]) => one)];
  return matchListElements(table, left, right, knownOrigins);
}

function withKeys(messages: ReturnType<typeof listMessages>): [string, Properties][] {
  return messages.map(([key, message]) => [key ?? "", message]);
}

/**
 * Matches the elements of a list. An element is unmoved if it is the very object that was at its index, or a copy of it,
 * and the object is not elsewhere in the list. Copies are found by `findOrigins`.
 */
export function matchListElements(
  table: MessageTable,
  before: readonly Properties[],
  after: readonly Properties[],
  knownOrigins: KnownOrigins,
): ElementMatch[] {
  const indexes = new Map(before.map((element, index) => [element as object, index]));
  const known = after.map((element) => findKnownPlace(element, indexes, knownOrigins));
  const handedOver = new Set(known);
  const copies = findOrigins(table, { before, after, known });
  const origins = known.map((place, index) => place ?? copies.origins.get(index));
  const isUnmoved = (index: number): boolean =>
    origins[index] === index && (known[index] === index || !handedOver.has(index));
  return after.map((element, index) => {
    const origin = origins[index];
    return {
      key: String(index),
      element,
      previous: before[index],
      origin: typeof origin === "number" ? before[origin] : undefined,
      isUnmoved: isUnmoved(index),
      hasMoved:
        origin === elsewhere ||
        (origin === undefined
          ? before[index] === undefined && copies.incomplete.has(index)
          : origin !== index && !isUnmoved(origin)),
      possibleOrigin: copies.possibleOrigins.get(index),
    };
  });
}

/**
 * Matches the values of a map. A value is the old one of its key, unless one of these holds:
 *
 * - It is the very object that had another key.
 * - It has the unknown fields of exactly one old value, which had another key.
 * - It equals an old value whose key is missing or has another value now.
 * - The old value of its key has another key now, and the new one lacks its unknown fields.
 */
export function matchMapValues(
  table: MessageTable,
  before: ReadonlyMap<string, Properties>,
  after: ReadonlyMap<string, Properties>,
  knownOrigins: KnownOrigins,
): ElementMatch[] {
  const keys = new Map(Array.from(before, ([key, element]) => [element as object, key]));
  const isUnchangedAt = (key: string): boolean => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old === undefined || now === undefined) return false;
    return knownOrigins.get(now) === old || toCanonicalText(now) === toCanonicalText(old);
  };
  const changedKeys = [...before.keys()].filter((key) => !isUnchangedAt(key));
  const keyByText = new Map(changedKeys.map((key) => [toCanonicalText(before.get(key)), key]));
  const keyByUnknown = findKeysByUnknown(before);
  const findOrigin = (key: string, element: Properties): string | typeof elsewhere | undefined => {
    const known = findKnownPlace(element, keys, knownOrigins);
    if (known !== undefined || isUnchangedAt(key)) return known ?? key;
    const unknown = ownText(element);
    const isCopyOfOwn = unknown !== undefined && unknown === ownText(before.get(key));
    return isCopyOfOwn ? key : (keyByUnknown.get(unknown) ?? keyByText.get(toCanonicalText(element)));
  };
  const origins = new Map(Array.from(after, ([key, element]) => [key, findOrigin(key, element)]));
  const moved = new Set<unknown>(
    Array.from(origins).flatMap(([key, origin]) => (origin === key ? [] : [origin])),
  );
  const isOther = (key: string, element: Properties, previous: Properties): boolean =>
    moved.has(key) && omitsUnknown(readSignature(table, element), readSignature(table, previous));
  return Array.from(after, ([key, element]) => {
    const [origin, previous] = [origins.get(key), before.get(key)];
    const isSame = origin === key || (origin === undefined && !(previous && isOther(key, element, previous)));
    return {
      key,
      element,
      previous,
      origin: typeof origin === "string" ? before.get(origin) : undefined,
      isUnmoved: previous !== undefined && isSame,
      hasMoved:
        origin === elsewhere || (typeof origin === "string" && origin !== key && !isUnchangedAt(origin)),
    };
  });
}

/** Finds the key of each value that has unknown fields which no other value has, by their text. */
function findKeysByUnknown(before: ReadonlyMap<string, Properties>): ReadonlyMap<string | undefined, string> {
  const found = new Map<string | undefined, string>();
  const repeated = new Set<string | undefined>([undefined]);
  for (const [key, element] of before) {
    const text = ownText(element);
    if (found.has(text)) repeated.add(text);
    found.set(text, key);
  }
  for (const text of repeated) found.delete(text);
  return found;
}

function ownText(element: Properties | undefined): string | undefined {
  const unknown = element?.["_unknownFields"];
  return unknown === undefined ? undefined : toCanonicalText(unknown);
}

/** The place of a known origin that is not in this list or map. */
const elsewhere: unique symbol = Symbol("elsewhere");

function findKnownPlace<Place>(
  element: Properties,
  places: ReadonlyMap<object, Place>,
  knownOrigins: KnownOrigins,
): Place | typeof elsewhere | undefined {
  const origin = knownOrigins.get(element);
  return origin === undefined ? undefined : (places.get(origin) ?? elsewhere);
}
