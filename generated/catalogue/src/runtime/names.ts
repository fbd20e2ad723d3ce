/* Copied by `stratus openapi` from src/rest/runtime/names.ts of protoc-gen-stratus. DO NOT EDIT. */
import { OptionsError } from "./options-error.js";

/** The share of equal pairs of letters from which two names are near. */
const minSimilarity = 0.5;

/** The number of known names that a message lists. */
const maxListed = 12;

/**
 * Throws an `OptionsError` for a name that is not known, because plain JavaScript would silently ignore a misspelled
 * one. The message begins with `prefix`. It has the text of `place`, which says where a name belongs, else the most
 * similar known name, else the known names.
 */
export function checkNames(
  given: object,
  known: readonly string[],
  prefix = "",
  place: (name: string) => string | undefined = () => undefined,
): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const fix = place(name) ?? suggestName(name, known);
    throw new OptionsError("OPTION_UNKNOWN", `${prefix}${name} is unknown; ${fix}`, name);
  }
}

function suggestName(name: string, known: readonly string[]): string {
  const ranked = known.map((other) => [measureSimilarity(name, other), other] as const);
  const [best] = ranked.toSorted(([a], [b]) => b - a);
  if (best && best[0] >= minSimilarity) return `did you mean ${best[1]}?`;
  if (known.length === 0) return "there are none";
  return `the known names are ${known.slice(0, maxListed).join(", ")}${known.length > maxListed ? ", ..." : ""}`;
}

/** Returns the share of the pairs of letters that two names have in common, from 0 to 1. Case is ignored. */
function measureSimilarity(a: string, b: string): number {
  const [first, second] = [listPairs(a), listPairs(b)];
  const common = first.filter((pair) => second.includes(pair)).length;
  return (2 * common) / Math.max(1, first.length + second.length);
}

/** Lists the pairs of letters of a name, with its start and end, so that short names have some. */
function listPairs(name: string): readonly string[] {
  const text = `^${name.slice(0, 100).toLowerCase()}$`;
  return Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
}
