import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { findMissingInputOnly } from "../fields/input-only.js";
import { createPossibleOrigins } from "./possible-origins.js";
import { collectEvidence, groupIndexes, type Evidence } from "./element-evidence.js";
import { haveSameIdentity, isVisiblyEmpty, listValueTexts } from "./element-features.js";
import { createProof } from "./proven-origins.js";
import { carriesServerValues } from "./server-values.js";
import { SimilarityIndex } from "./similarity-index.js";
import { readSignature } from "./unknown-signature.js";

/** A list before and after a change. */
interface ListChange {
  readonly before: readonly Properties[];
  readonly after: readonly Properties[];
  /** For each element of `after`, where the object was before; undefined for a new object. */
  readonly known: readonly unknown[];
}

/** The origins of the new objects in a list. */
interface CopyOrigins {
  /** The indexes of the old elements, by those of the new objects. */
  readonly origins: ReadonlyMap<number, number>;
  /** Old elements that new objects without an origin may have been written from, by the indexes of the new objects. */
  readonly possibleOrigins: ReadonlyMap<number, Properties>;
  /**
   * By the indexes of new objects that lack INPUT_ONLY values, those of the old elements that they resemble, or may be
   * because one of the two shows nothing.
   */
  readonly incomplete: ReadonlyMap<number, number>;
}

/**
 * Finds the old elements that the new objects of a list were copied from.
 *
 * Similarity is enough if no old element can have values that the program does not see. Otherwise those values could go
 * to another element, so the list must prove where a copy comes from (`createProof`). Similarity with an old element
 * that has no unknown fields, and of which no copy is proven, is still enough in two cases:
 *
 * - The new object carries all INPUT_ONLY values of its type, and none that may be a copy of it too lacks them.
 * - It is at the index of the old element, has a value that no other old element has, and no element was added, removed or
 *   moved.
 */
export function findOrigins(table: MessageTable, { before, after, known }: ListChange): CopyOrigins {
  const newElements = new Map([...after.entries()].filter(([index]) => known[index] === undefined));
  const possibleOrigins = new Map<number, Properties>();
  const mayHide = before.some((element) => findMissingInputOnly(table, element) !== undefined);
  const isPlain = before.map((element) => readSignature(table, element).texts.size === 0);
  if (newElements.size === 0 || (!mayHide && !isPlain.includes(false)))
    return { origins: findSimilar(table, before, newElements), possibleOrigins, incomplete: new Map() };
  const [old = [], now = []] = [before, after].map((all) => all.map((one) => collectEvidence(table, one)));
  const prove = createProof({ old, now, known, mayHide });
  const origins = new Map<number, number>();
  for (const index of newElements.keys()) {
    const origin = prove(index);
    if (origin !== undefined) origins.set(index, origin);
  }
  const placed = new Set<unknown>([...known, ...origins.values()]);
  const findPossible = createPossibleOrigins(old, (index) => placed.has(index));
  const comparable = new Map<number, Properties>();
  for (const [index, element] of newElements) {
    const evidence = now[index];
    if (origins.has(index) || evidence === undefined) continue;
    const possible = before[findPossible(evidence) ?? -1];
    if (possible !== undefined) possibleOrigins.set(index, possible);
    else if (evidence.signature.texts.size === 0) comparable.set(index, element);
  }
  // Every old element has one copy: a new object that resembles one whose copy is proven is another one.
  const plain = before.map((element, index) => (isPlain[index] && !placed.has(index) ? element : undefined));
  const hasOwnValue = createOwnValueTest(old);
  const isInPlace =
    before.length === after.length &&
    after.every((_, index) => isAt(known[index] ?? origins.get(index), index));
  const similar = findSimilar(table, plain, comparable);
  const incomplete = new Map(
    Array.from(comparable).flatMap(([index, element]): [number, number][] => {
      if (!mayHide || !findMissingInputOnly(table, element)) return [];
      const origin =
        similar.get(index) ?? plain.findIndex((one, at) => one && mayBeFilledOrEmptied(now[index], old[at]));
      return origin < 0 ? [] : [[index, origin]];
    }),
  );
  // If an element that lacks INPUT_ONLY values may be the old one, another one that has them does not take its place.
  const claimed = new Set(incomplete.values());
  for (const [index, origin] of similar) {
    const isOwn = isInPlace && origin === index && hasOwnValue(index, now[index]);
    if (incomplete.has(index) ? isOwn : !claimed.has(origin)) origins.set(index, origin);
  }
  return { origins, possibleOrigins, incomplete };
}

/** Whether two elements can be the same one, and at least one of them has no visible value, so that nothing disproves it. */
function mayBeFilledOrEmptied(one: Evidence | undefined, other: Evidence | undefined): boolean {
  if (one === undefined || other === undefined || !haveSameIdentity(one.features, other.features))
    return false;
  return isVisiblyEmpty(one.features) || isVisiblyEmpty(other.features);
}

/** Returns a test whether an element has a visible value that only the old element at its index has. */
function createOwnValueTest(old: readonly Evidence[]): (index: number, element?: Evidence) => boolean {
  let indexes: ReadonlyMap<string, readonly number[]> | undefined;
  return (index, element) => {
    indexes ??= groupIndexes(old, ({ features }) => [...new Set(listValueTexts(features))]);
    const texts = element ? listValueTexts(element.features) : [];
    return texts.some((text) => isOnly(indexes?.get(text), index));
  };
}

function isOnly(indexes: readonly number[] = [], index: number): boolean {
  return indexes.length === 1 && indexes[0] === index;
}

function isAt(origin: unknown, index: number): boolean {
  return origin === undefined || origin === index;
}

/**
 * Finds origins by similarity. An element that is similar to none is a copy of the old one at its index if it carries what
 * the server wrote there, unless a copy of that one is elsewhere.
 */
function findSimilar(
  table: MessageTable,
  before: readonly (Properties | undefined)[],
  newElements: ReadonlyMap<number, Properties>,
): Map<number, number> {
  if (newElements.size === 0) return new Map();
  const findOrigin = new SimilarityIndex(table, before).findOrigins(newElements);
  const origins = new Map(
    Array.from(newElements.keys()).flatMap((place): [number, number][] => {
      const origin = findOrigin(place);
      return origin === undefined ? [] : [[place, origin]];
    }),
  );
  const placed = new Set(origins.values());
  for (const [place, element] of newElements) {
    const old = before[place];
    if (old === undefined || origins.has(place) || placed.has(place)) continue;
    if (findMissingInputOnly(table, element) === undefined && carriesServerValues(table, element, old))
      origins.set(place, place);
  }
  return origins;
}
