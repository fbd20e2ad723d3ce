/**
 * Splits names into words, and finds the known name that is most similar to a misspelled one. It imports nothing.
 *
 * @module
 */

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

/** The work of comparing two names grows with the square of it. */
const maxCompared = 200;

/**
 * Returns the name that a misspelled one most likely means, or undefined if no name is close enough. The closest name
 * needs the fewest letters inserted, deleted, replaced or swapped, at most a third of its length. Case, underscores
 * and hyphens are ignored.
 */
export function nearestName(misspelled: string, names: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const name of names) {
    const [from, to] = [plainForm(misspelled), plainForm(name)];
    const edits = editDistance(from, to);
    if (edits >= fewest || edits > Math.max(1, Math.max(from.length, to.length) / 3)) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}

function plainForm(name: string): string {
  return name.slice(0, maxCompared).replaceAll(/[-_]/g, "").toLowerCase();
}

/** Levenshtein's distance with swaps: how many letters to insert, delete, replace, or swap with the next. */
function editDistance(from: string, to: string): number {
  let beforePrevious: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : Infinity;
      const inserted = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, swapped, inserted, (previous[column] ?? 0) + 1));
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length] ?? 0;
}
