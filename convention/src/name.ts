/** Words of a name in any casing: `GetHTTPInfo_v2` is Get, HTTP, Info, v2. */
export function wordsOf(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g) ?? [];
}

/** The name starts with the word, at a word boundary: `GetByName` with `Get`, not `Getaway`. */
export function startsWithWord(name: string, word: string): boolean {
  return wordsOf(name)[0]?.toLowerCase() === word.toLowerCase();
}
