/** The name that was likely meant: the most like it, or undefined where none is much like it. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const nearest = names
    .map((other) => ({ other, distance: editDistance(name.slice(0, mostRead), other.slice(0, mostRead)) }))
    .sort((a, b) => a.distance - b.distance)[0];
  const isNear = nearest !== undefined && nearest.distance <= Math.max(2, nearest.other.length / 3);
  return isNear ? nearest.other : undefined;
}

/** The work grows with the square of it. */
const mostRead = 200;

/** Levenshtein's distance: how many letters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
