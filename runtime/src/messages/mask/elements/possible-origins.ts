import { type Evidence, groupIndexes } from "./element-evidence.js";
import { omitsUnknown } from "./unknown-signature.js";

/**
 * Returns a function that finds an old element which a new object without a proven origin may have been written from,
 * field by field or through JSON, so that it lacks the unknown fields of the old one. Their keys are equal, or their
 * IMMUTABLE values are and they have another value in common, because a program may have renamed the copy. The function
 * yields undefined if the object is a new one.
 *
 * @param isPlaced Whether an old element is known to be somewhere in the new list.
 */
export function createPossibleOrigins(
  old: readonly Evidence[],
  isPlaced: (index: number) => boolean,
): (element: Evidence) => number | undefined {
  const indexes = groupIndexes(old, (one, index) =>
    isPlaced(index) || one.signature.texts.size === 0 ? [] : [...listTexts(one), one.immutable],
  );
  return (element) => {
    const { signature, immutable, ownValues } = element;
    // Nothing can be in common with an element that shows nothing but its key.
    const texts = ownValues.length === 0 ? [immutable] : [...listTexts(element), `${immutable} empty`];
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
function listTexts({ immutable, key, ownValues }: Evidence): string[] {
  return [
    ...new Set(ownValues.map((text) => `${immutable} ${text}`)),
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(ownValues.length === 0 ? [`${immutable} empty`] : []),
  ];
}
