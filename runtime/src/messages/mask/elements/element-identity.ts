import type { Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { heldMessages } from "../fields/message-fields.js";
import type { Lineage, Succession } from "./lineage.js";
import { OldElements } from "./old-elements.js";

/**
 * Who an element of a list or a map is. A server merges elements by place, so
 * whatever it has at a place and a request does not name stays there: right
 * where the same element stands there, and wrong where another one does.
 */
export interface StandingElement {
  /** Index or key. */
  readonly key: string;
  readonly element: Properties;
  /** What stood at the place; undefined where nothing did. */
  readonly old: Properties | undefined;
  /** It is the element that stood there, changed or not. */
  readonly isSame: boolean;
  /** The old element of this list or map that it is, or was made of, wherever that was; undefined if there is none. */
  readonly origin: Properties | undefined;
  /** It stood elsewhere, and what stands there now is not it. */
  readonly hasMoved: boolean;
}

/** The elements that a field of structures, a list or a map, has in a new message, beside those of the old one. */
export function standingIn(
  field: Field,
  { table, before, after, lineage }: Succession<Properties>,
): StandingElement[] {
  const [old, now] = [heldMessages(before, field), heldMessages(after, field)];
  if (field.shape.kind === "map") return standingInMap(new Map(keyed(old)), new Map(keyed(now)), lineage);
  const [left, right] = [old.map(([, one]) => one), now.map(([, one]) => one)];
  return standingInList(table, left, right, lineage);
}

function keyed(held: ReturnType<typeof heldMessages>): [string, Properties][] {
  return held.map(([key, message]) => [key ?? "", message]);
}

/**
 * The elements of a list. The same element is at an index if it is the
 * very object, or else a copy of it: equal in every IDENTIFIER and IMMUTABLE
 * field and in `id` and `name`, alike in at least a quarter of the values that either
 * shows (if it has no identifier and no name), less like every other old
 * element, and the old one is not elsewhere in the list.
 */
export function standingInList(
  table: MessageTable,
  before: readonly Properties[],
  after: readonly Properties[],
  lineage: Lineage,
): StandingElement[] {
  const places = new Map(before.map((element, index) => [element as object, index]));
  const references = after.map((element) => placeOf(element, places, lineage));
  const standing = new Set(references);
  const made = new Map([...after.entries()].filter(([index]) => references[index] === undefined));
  const originOf = made.size > 0 ? new OldElements(table, before).originsOf(made) : undefined;
  const origins = references.map((reference, index) => reference ?? originOf?.(index));
  const isSame = (index: number): boolean =>
    origins[index] === index && (references[index] === index || !standing.has(index));
  return after.map((element, index) => {
    const old = before[index];
    const origin = origins[index];
    return {
      key: String(index),
      element,
      old,
      origin: typeof origin === "number" ? before[origin] : undefined,
      isSame: isSame(index),
      hasMoved: origin === elsewhere || (origin !== undefined && origin !== index && !isSame(origin)),
    };
  });
}

/**
 * The values of a map. Its key says who a value is, unless it is the very object
 * that stood elsewhere, or the equal of one whose own key has gone or holds
 * another value now.
 */
export function standingInMap(
  before: ReadonlyMap<string, Properties>,
  after: ReadonlyMap<string, Properties>,
  lineage: Lineage,
): StandingElement[] {
  const places = new Map(Array.from(before, ([key, element]) => [element as object, key]));
  const isThere = (key: string): boolean => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old === undefined || now === undefined) return false;
    return lineage.get(now) === old || dataText(now) === dataText(old);
  };
  const gone = [...before.keys()].filter((key) => !isThere(key));
  const lost = new Map(gone.map((key) => [dataText(before.get(key)), key]));
  return Array.from(after, ([key, element]) => {
    const origin = placeOf(element, places, lineage) ?? (isThere(key) ? key : lost.get(dataText(element)));
    return {
      key,
      element,
      old: before.get(key),
      origin: typeof origin === "string" ? before.get(origin) : undefined,
      isSame: before.has(key) && (origin ?? key) === key,
      hasMoved: origin === elsewhere || (origin !== undefined && origin !== key && !isThere(origin)),
    };
  });
}

/** The place of an element that was not in this list or map. */
const elsewhere: unique symbol = Symbol("elsewhere");

function placeOf<Place>(
  element: Properties,
  places: ReadonlyMap<object, Place>,
  lineage: Lineage,
): Place | typeof elsewhere | undefined {
  const old = lineage.get(element);
  return old === undefined ? undefined : (places.get(old) ?? elsewhere);
}
