import { type ElementFeatures, isVisiblyEmpty } from "./element-features.js";
import { type Evidence, groupIndexes } from "./element-evidence.js";
import { omitsUnknown } from "./unknown-signature.js";
import { unknownFieldsPath } from "./visible-values.js";

/**
 * Returns a function that finds an old element which a new object without a proven origin may have been written from,
 * field by field, so that it lacks the unknown fields of the old one. Either their keys are equal, or their identities are
 * and they have a value in common. The function yields undefined if the object is a new one.
 *
 * @param isPlaced Whether an old element is known to be somewhere in the new list.
 */
export function createPossibleOrigins(
  old: readonly Evidence[],
  isPlaced: (index: number) => boolean,
): (element: Evidence) => number | undefined {
  const indexes = groupIndexes(old, (one, index) =>
    isPlaced(index) || one.signature.texts.size === 0 ? [] : [...listTexts(one), identityText(one.features)],
  );
  return (element) => {
    const { features, signature } = element;
    const identity = identityText(features);
    // Nothing can be in common with an element that shows nothing.
    const texts = isVisiblyEmpty(features) ? [identity] : [...listTexts(element), `${identity} empty`];
    for (const text of texts) {
      const found = indexes.get(text)?.find((index) => {
        const other = old[index];
        return other !== undefined && omitsUnknown(signature, other.signature);
      });
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The texts of which two elements have one in common if the one may have been written from the other. */
function listTexts({ features, key }: Evidence): string[] {
  const identity = identityText(features);
  const values = [...features.values].flatMap(([path, texts]) =>
    path.endsWith(unknownFieldsPath) ? [] : texts.map((text) => `${identity} ${path} ${text}`),
  );
  return [
    ...new Set(values),
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(isVisiblyEmpty(features) ? [`${identity} empty`] : []),
  ];
}

function identityText({ identity }: ElementFeatures): string {
  return JSON.stringify(identity);
}
