import { isScalar, isSerialized, readField, type Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { isInputOnly } from "../fields/input-only.js";
import { listStructurePaths, listVisibleValues, unknownFieldsPath } from "./visible-values.js";

/** The visible content of an element, for comparisons. */
export interface ElementFeatures {
  /** The texts of the visible values at each path. A path through an inner list may have several. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The texts of the identity fields, in the order of `findIdentityFields`; undefined for an absent one. */
  readonly identity: readonly (string | undefined)[];
  /** For an element without any visible value that the SDK knows, the paths of its structures; otherwise undefined. */
  readonly emptyShape: string | undefined;
}

/** Extracts the features of an element. */
export function extractFeatures(table: MessageTable, element: Properties): ElementFeatures {
  const values = new Map<string, string[]>();
  for (const { path, text } of listVisibleValues(table, element)) {
    const texts = values.get(path);
    if (texts) texts.push(text);
    else values.set(path, [text]);
  }
  const identity = table
    .once(findIdentityFields)
    .map(({ field }) =>
      isSerialized(element, field) ? toCanonicalText(readField(element, field)) : undefined,
    );
  const isEmpty = Array.from(values.keys()).every((path) => path.endsWith(unknownFieldsPath));
  return { values, identity, emptyShape: isEmpty ? listStructurePaths(table, element).join() : undefined };
}

/** A field that an element and its copy have in common. */
interface IdentityField {
  readonly field: Field;
  /** Whether the field identifies the element. A field that is only IMMUTABLE may have one value in many elements. */
  readonly isIdentifier: boolean;
}

/** Names of fields that identify an element in its list, in the order in which they are tried. */
const keyNames: readonly string[] = ["id", "name", "key"];

/**
 * Finds the identity fields of a type: first IDENTIFIER fields, then `id`, `name` and `key`, then other IMMUTABLE fields.
 * The result is kept with the table.
 */
export function findIdentityFields({ fields }: MessageTable): readonly IdentityField[] {
  const rank = ({ field: { behaviors, name } }: IdentityField): number =>
    behaviors.includes("IDENTIFIER")
      ? -1
      : keyNames.includes(name)
        ? keyNames.indexOf(name)
        : keyNames.length;
  const found = fields.flatMap((field) => {
    // No response shows the field, so it cannot identify an element.
    if (isInputOnly(field)) return [];
    const isKey = keyNames.includes(field.name) && field.shape.kind === "single" && isScalar(field);
    const isIdentifier = field.behaviors.includes("IDENTIFIER") || isKey;
    return isIdentifier || field.behaviors.includes("IMMUTABLE") ? [{ field, isIdentifier }] : [];
  });
  return found.sort((one, other) => rank(one) - rank(other));
}

/** Whether two elements have equal identity fields. Otherwise neither is a copy of the other. */
export function haveSameIdentity({ identity }: ElementFeatures, other: ElementFeatures): boolean {
  return identity.every((text, index) => text === other.identity[index]);
}

/** Whether an element has no visible value that the SDK knows. */
export function isVisiblyEmpty({ emptyShape }: ElementFeatures): boolean {
  return emptyShape !== undefined;
}

/** Lists the visible values of an element, each as a text with its path. */
export function listValueTexts({ values }: ElementFeatures): string[] {
  return [...values].flatMap(([path, texts]) => texts.map((text) => `${path} ${text}`));
}
