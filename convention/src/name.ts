/**
 * Words of a name in any casing: `GetHTTPInfo_v2` is Get, HTTP, Info, v2. Small letters behind digits are of the same
 * word: `K8sRelease` is K8s, Release, and `v1beta1` is one.
 */
export function wordsOf(name: string): string[] {
  return name.match(/(?:[A-Z]+(?![a-z])|[A-Z]?[a-z]+|(?=[0-9]))(?:[0-9]+[a-z]*)*/g) ?? [];
}

/** The name starts with the word, at a word boundary: `GetByName` with `Get`, not `Getaway`. */
export function startsWithWord(name: string, word: string): boolean {
  return wordsOf(name)[0]?.toLowerCase() === word.toLowerCase();
}
