/** Something that takes a stretch of a day. */
export interface Stretch {
  readonly startMinute: number;
  readonly endMinute: number;
}

/** A stretch and its column among those of the same time. */
export interface Placed<T extends Stretch> {
  readonly one: T;
  /** Counted from 0. */
  readonly column: number;
  /** How many columns share the time; at least 1. */
  readonly columns: number;
}

/**
 * Puts the stretches of a day side by side where they meet, so that none lies over another: each into the first
 * column that is free by then. A stretch that meets no other has the whole width.
 */
export function layOutColumns<T extends Stretch>(stretches: readonly T[]): readonly Placed<T>[] {
  const inOrder = stretches.toSorted((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute);
  const groups: T[][] = [];
  let groupEnd = Number.NEGATIVE_INFINITY;
  for (const one of inOrder) {
    if (one.startMinute >= groupEnd) groups.push([]);
    groups.at(-1)?.push(one);
    groupEnd = Math.max(groupEnd, one.endMinute);
  }
  return groups.flatMap(sideBySide);
}

function sideBySide<T extends Stretch>(group: readonly T[]): readonly Placed<T>[] {
  const ends: number[] = [];
  const placed = group.map((one) => {
    const free = ends.findIndex((end) => end <= one.startMinute);
    const column = free < 0 ? ends.length : free;
    ends[column] = one.endMinute;
    return { one, column };
  });
  return placed.map((place) => ({ ...place, columns: ends.length }));
}
