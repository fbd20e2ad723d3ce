import { capital } from "../../kit/text/casing.js";

export { splitWords } from "../../kit/text/casing.js";

/** `listAllPets` for list, all, Pets; a name that would start with a digit gets an underscore. */
export function lowerCamel(words: readonly string[]): string {
  const [first = "", ...more] = words;
  return started(first.toLowerCase() + more.map(capital).join(""));
}

/** `ListAllPets` for list, all, Pets. */
export function upperCamel(words: readonly string[]): string {
  return started(words.map(capital).join(""));
}

/** `list-all-pets` for list, all, Pets. */
export function kebab(words: readonly string[]): string {
  return words.map((word) => word.toLowerCase()).join("-");
}

/** The words are one but for number: `courses` and `course`, `buses` and `bus`. */
export function isSameThing(a: string, b: string): boolean {
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

function started(name: string): string {
  return /^[A-Za-z]/.test(name) || name === "" ? name : `_${name}`;
}
