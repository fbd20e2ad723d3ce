/**
 * Splits a name in any case and script into words: `GetHTTPInfo_v2` is Get, HTTP, Info, v2, and `获取User` is 获取, User.
 * Lowercase letters after digits belong to the same word.
 */
export function splitWords(name: string): string[] {
  return (
    name
      .normalize("NFC")
      .replaceAll(/[^\p{ID_Continue}]/gu, " ")
      .match(wordPattern) ?? []
  );
}

/** Letters of scripts without case form words of their own. A mark belongs to the letter before it. */
const wordPattern =
  /(?:[\p{Lu}\p{Lt}]+(?![\p{Ll}\p{M}])|[\p{Lu}\p{Lt}]?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{Nl}\p{M}]+|(?=\p{Nd}))(?:\p{Nd}+[\p{Ll}\p{M}]*)*/gu;

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

/** Returns the form in which names are equal that a file system or a reader may take for one. */
export function foldCase(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase();
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

/** Returns the word with a capital first letter, if there is one: `ß` stays. */
function capital(word: string): string {
  const [first = ""] = word;
  const upper = first.toUpperCase();
  return ([...upper].length === 1 ? upper : first) + word.slice(first.length);
}

function prefixDigit(name: string): string {
  return /^\p{ID_Start}/u.test(name) || name === "" ? name : `_${name}`;
}
