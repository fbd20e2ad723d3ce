/**
 * Splits names into words, and finds the known name that is most similar to a misspelled one. It imports nothing.
 *
 * @module
 */

/**
 * Splits a name in any case into words: `GetHTTPInfo_v2` is Get, HTTP, Info, v2. Lowercase letters after digits belong to the same
 * word: `K8sRelease` is K8s, Release, and `v1beta1` is one word.
 */
export function splitWords(name: string): string[] {
  return name.match(/(?:[A-Z]+(?![a-z])|[A-Z]?[a-z]+|(?=[0-9]))(?:[0-9]+[a-z]*)*/g) ?? [];
}

/** Whether a name starts with a word: `GetByName` starts with `Get`, but `Getaway` does not. */
export function startsWithWord(name: string, word: string): boolean {
  return splitWords(name)[0]?.toLowerCase() === word.toLowerCase();
}

/** The maximum number of characters to compare. The work of a comparison grows with its square. */
const maxComparedLength = 200;

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
  return name.slice(0, maxComparedLength).replaceAll(/[-_]/g, "").toLowerCase();
}

/** Returns the Damerau-Levenshtein distance: the number of letters to insert, delete, replace, or swap with the next. */
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
