/** Words of a name in any casing, letters and digits of ASCII only: `GetHTTPInfo_v2` is Get, HTTP, Info, v2. */
export function wordsOf(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g) ?? [];
}

/**
 * Lower camel case for the name of an rpc, a service or a package: the first
 * word in lower case, the others as they are but for their first letter.
 * `GetByName` is `getByName`, `IAMPolicy` is `iamPolicy`, `get_by_name` is
 * `getByName`.
 */
export function lowerCamel(name: string): string {
  const [first = "", ...more] = wordsOf(name);
  const camel = first.toLowerCase() + more.map(capital).join("");
  return /^[A-Za-z_]/.test(camel) ? camel : `_${camel}`;
}

/** Upper camel case, for the name of a class. */
export function upperCamel(name: string): string {
  const camel = wordsOf(name).map(capital).join("");
  return /^[A-Za-z_]/.test(camel) ? camel : `_${camel}`;
}

/** The name starts with one of the words, at a word boundary: `GetByName` with `Get`, not `Getaway`. */
export function startsWithWord(name: string, starts: readonly string[]): boolean {
  const first = wordsOf(name)[0]?.toLowerCase();
  return first !== undefined && starts.some((start) => start.toLowerCase() === first);
}

/** The second word of a name in lower case. */
export function secondWord(name: string): string | undefined {
  return wordsOf(name)[1]?.toLowerCase();
}

/** The word with a capital first letter. */
export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
