import { capital } from "../../kit/text/casing.js";

export { splitWords } from "../../kit/text/casing.js";

/** Returns words in lower camel case: `listAllPets`. A name that would start with a digit gets an underscore. */
export function lowerCamel(words: readonly string[]): string {
  const [first = "", ...more] = words;
  return prefixDigit(first.toLowerCase() + more.map(capital).join(""));
}

/** Returns words in upper camel case: `ListAllPets`. */
export function upperCamel(words: readonly string[]): string {
  return prefixDigit(words.map(capital).join(""));
}

/** Returns words in kebab case: `list-all-pets`. */
export function kebab(words: readonly string[]): string {
  return words.map((word) => word.toLowerCase()).join("-");
}

/** Whether two words are the same noun in singular or plural: `courses` and `course`, `buses` and `bus`. */
export function isSameNoun(a: string, b: string): boolean {
  if (a[0]?.toLowerCase() !== b[0]?.toLowerCase()) return false;
  const stems = new Set(listStems(a));
  return listStems(b).some((stem) => stems.has(stem));
}

function listStems(word: string): string[] {
  const lower = word.toLowerCase();
  const endings: readonly (readonly [RegExp, string])[] = [
    [/ies$/, "y"],
    [/es$/, ""],
    [/s$/, ""],
  ];
  return [
    lower,
    ...endings.filter(([end]) => end.test(lower)).map(([end, start]) => lower.replace(end, start)),
  ];
}

function prefixDigit(name: string): string {
  return /^[A-Za-z]/.test(name) || name === "" ? name : `_${name}`;
}
