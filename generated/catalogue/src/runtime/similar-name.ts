/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/similar-name.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The share of equal pairs of letters from which two names are near. */
const minSimilarity = 0.5;

/** Suggests the known name with the most pairs of letters in common. Returns undefined if none is near. Case is ignored. */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  const pairs = listPairs(name);
  const measureSimilarity = (other: string): number => {
    const others = listPairs(other);
    const common = pairs.filter((pair) => others.includes(pair)).length;
    return (2 * common) / (pairs.length + others.length);
  };
  const [best = ""] = known.toSorted((a, b) => measureSimilarity(b) - measureSimilarity(a));
  return measureSimilarity(best) >= minSimilarity ? `did you mean ${best}?` : undefined;
}

/** Lists the pairs of letters of a name, with its start and end, so that short names have some. */
function listPairs(name: string): readonly string[] {
  const text = `^${name.slice(0, 100).toLowerCase()}$`;
  return Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
}
