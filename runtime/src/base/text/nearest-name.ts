/** Most edits that still make a name look like a misspelling of another. */
const farthest = 3;

/** The name that a misspelled one most likely means; undefined if none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(farthest, Math.ceil(name.length / 2)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(plainForm(name), plainForm(candidate));
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** The end of an error that may be about a misspelled name: `; did you mean "x"?`, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : `; did you mean "${nearest}"?`;
}

/** `secondaryDisks` and `secondary_disks` are the same name in two styles. */
function plainForm(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Fewest insertions, deletions and replacements that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, unit] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= to.length; column++) {
      const kept = (row[column - 1] ?? 0) + (unit === to[column - 1] ? 0 : 1);
      next.push(Math.min(kept, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
