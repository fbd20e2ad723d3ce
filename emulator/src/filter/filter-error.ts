/** A filter that cannot be used: not of the language, or not of this type of resource. */
export class FilterError extends Error {
  override readonly name = "FilterError";
  /** Position in the filter, in UTF-16 code units from 0. */
  readonly position: number;

  constructor(problem: string, filter: string, position: number) {
    super(`position ${position}: ${problem}; ${around(filter, position)}`);
    this.position = position;
  }
}

const reach = 24;

/** The filter on both sides of a position, short enough for a status. */
function around(filter: string, position: number): string {
  const from = Math.max(0, position - reach);
  const to = Math.min(filter.length, position + reach);
  const before = `${from > 0 ? "..." : ""}${filter.slice(from, position)}`;
  return `at the mark >< in: ${before}><${filter.slice(position, to)}${to < filter.length ? "..." : ""}`;
}
