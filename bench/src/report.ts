/** One row of the report: the result of one contestant, compared with the baseline. */
export interface Row {
  /** The measured topic: `unary call, 1 in flight`. */
  readonly topic: string;
  /** The contestant: `stratus`, `grpc-js`. */
  readonly contestant: string;
  /** The cost of one unit of work: the median over all slices. */
  readonly cost: number;
  /** The quartiles of the cost. Undefined if every run measures the same, such as bytes of a bundle. */
  readonly costSpread?: Spread;
  /** Unit of the cost: `µs CPU`, `ms CPU`, `bytes`. */
  readonly unit: string;
  /** The cost as a part of the baseline's, from slices that ran side by side. */
  readonly ratio: number;
  /** The quartiles of the ratio over all rounds. */
  readonly spread?: Spread;
  /** The baseline of the ratio: `grpc-js`. */
  readonly beside: string;
}

/** The quartiles of a measured value: a quarter of the values is below the first, and a quarter above the second. */
export type Spread = readonly [lower: number, upper: number];

/** A number with as many digits as are meaningful: `97.5`, `1,420`. */
export const printNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);

/** The ratio and its quartiles: `0.31 (0.29–0.34)`. */
export const printRatio = ({ ratio, spread }: Row): string =>
  withSpread(ratio, spread, (value) => value.toFixed(2));

/** The cost, its quartiles and its unit: `243 (238–251) µs CPU`. */
export const printCost = ({ cost, costSpread, unit }: Row): string =>
  `${withSpread(cost, costSpread, printNumber)} ${unit}`.trimEnd();

function withSpread(value: number, spread: Spread | undefined, print: (value: number) => string): string {
  return spread ? `${print(value)} (${spread.map(print).join("–")})` : print(value);
}

/** A table for people, with columns of equal width. The first row is its head. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** The rows of a suite with all contestants. */
export const suiteTable = (rows: readonly Row[]): string =>
  printTable([
    ["what", "who", "cost", "ratio"],
    ...rows.map((row) => [row.topic, row.contestant, printCost(row), printRatio(row)]),
  ]);
