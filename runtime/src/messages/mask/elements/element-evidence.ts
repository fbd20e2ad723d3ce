import { isSerialized, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { type ElementFeatures, extractFeatures, findIdentityFields } from "./element-features.js";
import { readSignature, type UnknownSignature } from "./unknown-signature.js";
import { unknownFieldsPath } from "./visible-values.js";

/** Everything that can prove where an element comes from. */
export interface Evidence {
  readonly signature: UnknownSignature;
  readonly features: ElementFeatures;
  /** The text of the first key field that it has; undefined without one. */
  readonly key: string | undefined;
  /** The text of its IMMUTABLE values. */
  readonly immutable: string;
  /** The texts of the visible values that the SDK knows, each with its path, without that of the key. */
  readonly ownValues: readonly string[];
  /** The text of what is visible of it, its unknown fields included. */
  readonly visible: string;
}

/** The evidence of a list before and after a change. */
export interface ListEvidence {
  readonly old: readonly Evidence[];
  readonly now: readonly Evidence[];
  /** For each new element, the index at which the object was before; undefined for a new object. */
  readonly known: readonly unknown[];
  /** Whether an old element may have INPUT_ONLY values, which no response shows. */
  readonly mayHide: boolean;
}

/** Collects the evidence of an element. */
export function collectEvidence(table: MessageTable, element: Properties): Evidence {
  const fields = table.once(findIdentityFields);
  const keyField = fields.find(
    ({ field, isIdentifier }) => isIdentifier && isSerialized(element, field),
  )?.field;
  const features = extractFeatures(table, element);
  return {
    signature: readSignature(table, element),
    features,
    key: keyField && `${keyField.name} ${toCanonicalText(readField(element, keyField))}`,
    immutable: JSON.stringify(features.identity.filter((_, index) => fields[index]?.isIdentifier === false)),
    ownValues: [...features.values].flatMap(([path, texts]) =>
      path.endsWith(unknownFieldsPath) || path === keyField?.name
        ? []
        : texts.map((text) => `${path} ${text}`),
    ),
    visible: `${JSON.stringify([...features.values].sort())} ${features.emptyShape}`,
  };
}

/** Returns the text of the visible values of an element that the SDK knows, which a copy through JSON has. */
export function knownText({ features: { values, emptyShape } }: Evidence): string {
  const known = [...values].filter(([path]) => !path.endsWith(unknownFieldsPath));
  return `${JSON.stringify(known.sort())} ${emptyShape}`;
}

/** Groups the indexes of elements by the texts that they have. */
export function groupIndexes(
  all: readonly Evidence[],
  listTexts: (one: Evidence, index: number) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, one] of all.entries()) {
    for (const text of listTexts(one, index)) {
      const group = groups.get(text);
      if (group) group.push(index);
      else groups.set(text, [index]);
    }
  }
  return groups;
}
