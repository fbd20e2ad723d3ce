/**
 * Matching: which message of an old value each message of a new value is. A server merges the elements of a list by
 * index and the values of a map by key, and keeps what a request neither carries nor clears. That is right if the same
 * element is at the place as before, and wrong if it is another one. The terms of this folder:
 *
 * - The **origin** of a new message is the old message that it is, or was copied from. A **known origin** is the same
 *   object. Other origins are found by similarity.
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
import { SimilarityIndex } from "./similarity-index.js";

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
  /** Whether `element` was at another place, where it no longer is. */
  readonly hasMoved: boolean;
}

/** Matches the elements that a field of structures has after a change with those that it had before. */
export function matchElements(
  field: Field,
  { table, before, after, knownOrigins }: MessageChange<Properties>,
): ElementMatch[] {
  const [old, now] = [listMessages(before, field), listMessages(after, field)];
  if (field.shape.kind === "map")
    return matchMapValues(new Map(withKeys(old)), new Map(withKeys(now)), knownOrigins);
  const [left, right] = [old.map(([, one]) => one), now.map(([, one]) => one)];
  return matchListElements(table, left, right, knownOrigins);
}

function withKeys(messages: ReturnType<typeof listMessages>): [string, Properties][] {
  return messages.map(([key, message]) => [key ?? "", message]);
}

/**
 * Matches the elements of a list. An element is unmoved if it is the very object that was at its index. A new object is
 * unmoved if all of this holds:
 *
 * - It has the identity of the old element at its index.
 * - No other old element is more similar to it.
 * - Without an identifier, it has at least a quarter of its visible values in common with the old element.
 * - The old element is not elsewhere in the list.
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
  const newElements = new Map([...after.entries()].filter(([index]) => known[index] === undefined));
  const findOrigin =
    newElements.size > 0 ? new SimilarityIndex(table, before).findOrigins(newElements) : undefined;
  const origins = known.map((place, index) => place ?? findOrigin?.(index));
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
      hasMoved: origin === elsewhere || (origin !== undefined && origin !== index && !isUnmoved(origin)),
    };
  });
}

/**
 * Matches the values of a map. A value is the old one of its key, unless it is the very object that had another key, or
 * equals an old value whose key is missing or has another value now.
 */
export function matchMapValues(
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
  return Array.from(after, ([key, element]) => {
    const origin =
      findKnownPlace(element, keys, knownOrigins) ??
      (isUnchangedAt(key) ? key : keyByText.get(toCanonicalText(element)));
    return {
      key,
      element,
      previous: before.get(key),
      origin: typeof origin === "string" ? before.get(origin) : undefined,
      isUnmoved: before.has(key) && (origin ?? key) === key,
      hasMoved: origin === elsewhere || (origin !== undefined && origin !== key && !isUnchangedAt(origin)),
    };
  });
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
