/** One row of the report: the result of one contestant, compared with the baseline. */
export interface Row {
  /** The measured topic: `unary call, 1 in flight`. */
  readonly topic: string;
  /** The contestant: `stratus`, `grpc-js`. */
  readonly contestant: string;
  /** The cost of one unit of work: the median over all slices. */
  readonly cost: number;
  /** Unit of the cost: `µs CPU`, `ms CPU`, `bytes`. */
  readonly unit: string;
  /** The cost as a part of the baseline's, from slices that ran side by side. */
  readonly ratio: number;
  /** The quartiles of the ratio over all blocks of slices. */
  readonly spread?: readonly [number, number];
  /** The ratio that the project promises; undefined for a peer. */
  readonly target: number | undefined;
}

/** A row that misses what the project promises. */
export const isMissed = ({ ratio, target }: Row): boolean => target !== undefined && ratio > target;

/** The ratio and its quartiles: `0.31 (0.29 to 0.34)`. */
export function printRatio({ ratio, spread }: Row): string {
  const quartiles = spread ? ` (${spread.map((value) => value.toFixed(2)).join(" to ")})` : "";
  return `${ratio.toFixed(2)}${quartiles}`;
}

/** The rows as a table for people. */
export function printTable(rows: readonly Row[]): string {
  const head = ["what", "who", "cost", "ratio", "target"];
  const body = rows.map((row) => [
    row.topic,
    row.contestant,
    `${row.cost >= 100 ? row.cost.toFixed(0) : row.cost.toPrecision(3)} ${row.unit}`,
    printRatio(row),
    row.target === undefined ? "" : `at most ${row.target.toFixed(2)}${isMissed(row) ? " (missed)" : ""}`,
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
