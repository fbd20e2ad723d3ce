import { isSerialized, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { isInputOnly } from "../fields/input-only.js";
import {
  type ElementFeatures,
  extractFeatures,
  haveSameIdentity,
  isVisiblyEmpty,
} from "./element-features.js";
import { listEmptyStructures, unknownFieldsPath } from "./visible-values.js";

/**
 * How much of an old element is in a new one that is too different to be matched with it:
 *
 * - `same identity`: the two have an equal field, an equal inner value or a field with the same empty structures, and equal
 *   identity fields.
 * - `other identity`: they have one of these, but not all identity fields are equal.
 * - `unknown`: nothing is equal, because one of the two has no visible value.
 * - `none`: nothing is equal.
 */
export type Overlap = "same identity" | "other identity" | "unknown" | "none";

/** Classifies the overlap of a new element with an old one. */
export function classifyOverlap(table: MessageTable, element: Properties, old: Properties): Overlap {
  const [features, oldFeatures] = [extractFeatures(table, element), extractFeatures(table, old)];
  const hasEqualField = table.fields.some(
    (field) =>
      !isInputOnly(field) &&
      isSerialized(element, field) &&
      isSerialized(old, field) &&
      toCanonicalText(readField(element, field)) === toCanonicalText(readField(old, field)),
  );
  const oldStructures = new Set(listEmptyStructures(table, old));
  const hasEqualStructure = listEmptyStructures(table, element).some((one) => oldStructures.has(one));
  if (hasEqualField || hasEqualStructure || haveEqualValue(features, oldFeatures))
    return haveSameIdentity(features, oldFeatures) ? "same identity" : "other identity";
  return isVisiblyEmpty(features) || isVisiblyEmpty(oldFeatures) ? "unknown" : "none";
}

function haveEqualValue({ values }: ElementFeatures, other: ElementFeatures): boolean {
  return Array.from(values).some(
    ([path, texts]) =>
      !path.endsWith(unknownFieldsPath) && texts.some((text) => other.values.get(path)?.includes(text)),
  );
}
