import type { Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { findMissingInputOnly } from "../fields/input-only.js";
import {
  type ElementFeatures,
  extractFeatures,
  findIdentityFields,
  haveSameIdentity,
  isVisiblyEmpty,
  listValueTexts,
} from "./element-features.js";
import { unknownFieldsPath } from "./visible-values.js";

/** The old elements of a list, indexed by their values, to find the one that a new element was made from. */
export class SimilarityIndex {
  readonly #table: MessageTable;
  readonly #features: readonly (ElementFeatures | undefined)[];
  /** The indexes of the elements that have a value, by its text. */
  readonly #byValue = new Map<string, number[]>();

  /** @param elements The old elements; undefined for one that is not compared. */
  constructor(table: MessageTable, elements: readonly (Properties | undefined)[]) {
    this.#table = table;
    this.#features = elements.map((element) => element && extractFeatures(this.#table, element));
    for (const [index, features] of this.#features.entries()) {
      if (features === undefined) continue;
      for (const text of new Set([...listIdentityTexts(features), ...listValueTexts(features)])) {
        const indexes = this.#byValue.get(text);
        if (indexes) indexes.push(index);
        else this.#byValue.set(text, [index]);
      }
    }
  }

  /**
   * Finds the indexes of the old elements that new elements, given by their own indexes, were most likely made from. The
   * returned function yields undefined for an element that is similar to none.
   */
  findOrigins(elements: ReadonlyMap<number, Properties>): (place: number) => number | undefined {
    const featuresByPlace = new Map(
      Array.from(elements, ([place, element]) => [place, extractFeatures(this.#table, element)]),
    );
    const haveEmptyMoved = this.#haveEmptyElementsMoved(featuresByPlace);
    return (place) => {
      const [element, features] = [elements.get(place), featuresByPlace.get(place)];
      if (element === undefined || features === undefined) return undefined;
      const isFilled = !haveEmptyMoved && this.#isFilledOrEmptied(element, features, place);
      return this.#findMostSimilar(features, place) ?? (isFilled ? place : undefined);
    };
  }

  /** Whether an element without visible values may have moved. Then no element counts as filled or emptied. */
  #haveEmptyElementsMoved(featuresByPlace: ReadonlyMap<number, ElementFeatures>): boolean {
    const hasChanged = (place: number): boolean =>
      featuresByPlace.get(place)?.emptyShape !== this.#features[place]?.emptyShape;
    const changedShapes = new Set(
      this.#features.flatMap((features, place) =>
        features && isVisiblyEmpty(features) && hasChanged(place) ? [features.emptyShape] : [],
      ),
    );
    return Array.from(featuresByPlace).some(
      ([place, features]) =>
        isVisiblyEmpty(features) && hasChanged(place) && changedShapes.has(features.emptyShape),
    );
  }

  /**
   * Finds the old element with the highest similarity:
   *
   * - 0, never chosen: another identity, or too few common values. Without an identifier, a copy must share half of its
   *   values. A quarter is enough at its own index, because most edits leave elements where they are.
   * - Otherwise 1, so that an equal identifier is enough, and 2 for each common value, known or unknown.
   * - 1 more if all values are equal. It is less than a common value, so equality only decides between elements that
   *   have the same number of values in common.
   *
   * Between equals the element at the same index wins, then the one with the rarest common value.
   */
  #findMostSimilar(features: ElementFeatures, place: number): number | undefined {
    let [best, highest] = [undefined as number | undefined, 0];
    for (const index of [place, ...this.#findCandidates(features)]) {
      const similarity = this.#similarity(features, index, place);
      if (similarity > highest) [best, highest] = [index, similarity];
    }
    return best;
  }

  #similarity(features: ElementFeatures, index: number, place: number): number {
    const old = this.#features[index];
    if (old === undefined || !haveSameIdentity(features, old)) return 0;
    if (isVisiblyEmpty(features) && isVisiblyEmpty(old) && features.emptyShape !== old.emptyShape) return 0;
    const { known, unknown } = compareValues(features, old);
    const hasIdentifier = this.#table
      .once(findIdentityFields)
      .some(({ isIdentifier }, at) => isIdentifier && features.identity[at] !== undefined);
    const divisor = index === place ? 4 : 2;
    if (!hasIdentifier && known.common * divisor < known.total) return 0;
    // A copy at the same place may have lost all unknown fields.
    const hasEqualUnknown = unknown.common === unknown.total || (index === place && unknown.ofFirst === 0);
    const isEqual = known.common === known.total && hasEqualUnknown;
    return 1 + (known.common + unknown.common) * 2 + Number(isEqual);
  }

  /**
   * Whether one of two elements has no visible value, the other one has some, and they can be the same element: the only
   * value was set or cleared. An element that lacks an INPUT_ONLY value is not accepted, because that value could belong
   * to another one.
   */
  #isFilledOrEmptied(element: Properties, features: ElementFeatures, index: number): boolean {
    const old = this.#features[index];
    if (old === undefined || !haveSameIdentity(features, old)) return false;
    if (findMissingInputOnly(this.#table, element)) return false;
    const [unknown, oldUnknown] = [features, old].map(({ values }) => values.get(unknownFieldsPath)?.join());
    return unknown === oldUnknown && (isVisiblyEmpty(features) || isVisiblyEmpty(old));
  }

  /**
   * Finds the elements elsewhere that can be similar enough. An element that shares half of the values shares at least
   * one of any half and one more, so looking up that many values, the rarest ones, finds all of them.
   */
  #findCandidates(features: ElementFeatures): Iterable<number> {
    const [identity, values] = [listIdentityTexts(features), listValueTexts(features)];
    const [wanted, count] = identity.length > 0 ? [identity, 1] : [values, Math.floor(values.length / 2) + 1];
    const found = wanted.map((text) => this.#byValue.get(text) ?? []);
    return new Set(
      found
        .sort((left, right) => left.length - right.length)
        .slice(0, count)
        .flat(),
    );
  }
}

function listIdentityTexts({ identity }: ElementFeatures): string[] {
  return identity.flatMap((text, index) => (text === undefined ? [] : [`${index} ${text}`]));
}

/** The number of values that two elements have in common, and of all: at each path, those of the longer one. */
interface ValueCounts {
  common: number;
  total: number;
  /** The number of values of the first element. */
  ofFirst: number;
}

function compareValues(
  { values }: ElementFeatures,
  other: ElementFeatures,
): { readonly known: ValueCounts; readonly unknown: ValueCounts } {
  const known = { common: 0, total: 0, ofFirst: 0 };
  const unknown = { common: 0, total: 0, ofFirst: 0 };
  for (const path of new Set([...values.keys(), ...other.values.keys()])) {
    const [here, there] = [values.get(path) ?? [], other.values.get(path) ?? []];
    const texts = new Set(there);
    const counts = path.endsWith(unknownFieldsPath) ? unknown : known;
    counts.common += Math.min(here.filter((text) => texts.has(text)).length, there.length);
    counts.total += Math.max(here.length, there.length);
    counts.ofFirst += here.length;
  }
  return { known, unknown };
}
