import { printCost, printNumber, printRatio, type Row } from "./report.js";

/** The limit of a row. */
export interface Goal {
  readonly suite: string;
  /** The topic, or what matches the topics. */
  readonly topic: string | RegExp;
  /** The unit of the row. By default any. */
  readonly unit?: string;
  /** By default `stratus`. */
  readonly contestant?: string;
  /** The limit of the ratio, or of the cost if it is of that. */
  readonly max: number;
  readonly of?: "cost";
  /** The figure before the work on this row, for docs/performance.md. Rows without it are in test/FIGURES.md. */
  readonly before?: string;
}

/** The limits of all suites. A row has the first goal that matches it. */
export const goals: readonly Goal[] = [
  { suite: "type-check", topic: "type-check of a generated SDK", max: 1.2, before: "1.43 to 1.86" },
  { suite: "shapes", topic: "decode, text that is not English", max: 1, before: "1.50" },
  { suite: "shapes", topic: "decode, deep nesting", max: 1, before: "1.18" },
  { suite: "shapes", topic: "decode, maps of messages", max: 1, before: "1.09" },
  { suite: "shapes", topic: "decode, packed numbers", max: 1, before: "1.03" },
  { suite: "shapes", topic: "decode, the median of all shapes", max: 0.8, before: "0.90" },
  { suite: "cold", topic: "first call of a fresh process", unit: "ms CPU", max: 0.55, before: "0.72" },
  { suite: "mask", topic: "mask of a full update request", max: 0.35, before: "0.59" },
  // Connect takes its HTTP/2 from Node.
  {
    suite: "bundles",
    topic: "program for Node, one file",
    max: 70_000,
    of: "cost",
    before: "104,000 bytes",
  },
  { suite: "bundles", topic: "page, first load", max: 1, before: "1.27" },
  { suite: "bundles", topic: "page, one file, checks requests", max: 1, before: "2.20" },
  { suite: "start", topic: "command line: help", max: 1.15, before: "1.25" },
  { suite: "start", topic: "command line: list", max: 1.8, before: "2.4" },
  { suite: "start", topic: "MCP server, start to first answer", max: 300, of: "cost", before: "1,000 ms" },
  { suite: "start", topic: "MCP server, memory", max: 55, of: "cost", before: "70 MB" },
  {
    suite: "emulator",
    topic: "create, with client",
    contestant: "emulator",
    max: 250,
    of: "cost",
    before: "470 µs CPU",
  },
  // The whole has messages that a tenth has not, such as the descriptors.
  { suite: "scale", topic: /^an editor/, max: 1.2, before: "" },
  // The objects of a tenth fit into the cache of a processor.
  { suite: "scale", topic: /million messages$/, max: 1.2, before: "" },
  { suite: "scale", topic: /million/, max: 1.2 },
  { suite: "scale", topic: /./, max: 1.1, before: "" },

  { suite: "generation", topic: /./, max: 0.2 },
  { suite: "call", topic: "unary call, 1 in flight", unit: "µs CPU", max: 0.55 },
  { suite: "call", topic: "unary call, 16 in flight", unit: "µs CPU", max: 0.45 },
  { suite: "call", topic: /^unary call/, unit: "µs CPU", max: 0.4 },
  { suite: "call", topic: /^allocations/, max: 0.55 },
  { suite: "call", topic: /^p\d\d of a unary call/, max: 1 },
  { suite: "checks", topic: /^call with/, contestant: "checked", max: 1.05 },
  { suite: "checks", topic: /^first call with/, contestant: "checked", max: 2, of: "cost" },
  { suite: "volume", topic: /./, max: 0.8 },
  { suite: "transfer", topic: /./, max: 1.1 },
  { suite: "connections", topic: "memory of an idle connection", max: 25, of: "cost" },
  { suite: "connections", topic: "heap of an idle connection", max: 12, of: "cost" },
  { suite: "mask", topic: "parse and print 100 paths", max: 5 },
  { suite: "messages", topic: /^decode/, max: 1 / 1.2 },
  { suite: "messages", topic: /^encode/, max: 1 / 1.8 },
  { suite: "shapes", topic: "encode, the median of all shapes", max: 1 / 1.2 },
  { suite: "shapes", topic: /./, max: 1 },
  { suite: "load", topic: "import, whole process", max: 0.9 },
  { suite: "load", topic: "import, above an empty process", max: 0.4 },
  { suite: "load", topic: "bundle, minified", max: 0.4 },
  { suite: "load", topic: "of it, loaded at the start", max: 0.4 },
  { suite: "catalogue", topic: "catalogue call beyond fetch", max: 15, of: "cost" },
  { suite: "catalogue", topic: /^listeners left/, max: 0, of: "cost" },
  {
    suite: "catalogue",
    topic: /^listeners left/,
    contestant: "stratus, fetch injected",
    max: 0,
    of: "cost",
  },
  { suite: "catalogue", topic: "catalogue client, gzip", max: 4000, of: "cost" },
  { suite: "web", topic: /^unary call/, max: 1 },
  { suite: "bundles", topic: /^program for Node/, max: 70_000, of: "cost" },
  { suite: "openapi", topic: /./, unit: "ms CPU", max: 0.25 },
  { suite: "openapi", topic: /./, unit: "MB", max: 500, of: "cost" },
];

/** Whether a row meets its goal. A row is unclear if its median misses the goal, but a quarter of its rounds meets it. */
export type Verdict = "met" | "unclear" | "missed";

/** A row that has a goal. */
export interface JudgedRow {
  readonly row: Row;
  readonly goal: Goal;
  readonly verdict: Verdict;
}

/** Judges the rows of a suite that have goals. */
export function judge(suite: string, rows: readonly Row[]): JudgedRow[] {
  return rows.flatMap((row) => {
    const goal = goals.find((one) => one.suite === suite && matches(one, row));
    return goal ? [{ row, goal, verdict: readVerdict(row, goal) }] : [];
  });
}

function matches({ topic, unit, contestant = "stratus" }: Goal, row: Row): boolean {
  const isTopic = typeof topic === "string" ? topic === row.topic : topic.test(row.topic);
  return isTopic && contestant === row.contestant && (unit ?? row.unit) === row.unit;
}

function readVerdict(row: Row, { max, of }: Goal): Verdict {
  const [value, spread] = of === "cost" ? [row.cost, row.costSpread] : [row.ratio, row.spread];
  if (value <= max) return "met";
  return spread !== undefined && spread[0] <= max ? "unclear" : "missed";
}

/** The goals for docs/performance.md that none of the rows has. Their suites must have run. */
export const goalsWithoutRows = (judged: readonly JudgedRow[]): Goal[] =>
  goals.filter((goal) => goal.before !== undefined && !judged.some((one) => one.goal === goal));

/** The table of verdicts: its head, and a line for each row. */
export function verdictTable(judged: readonly JudgedRow[]): string[][] {
  const inOrder = judged.toSorted((a, b) => goals.indexOf(a.goal) - goals.indexOf(b.goal));
  return [
    ["what", "beside", "before", "now", "goal", "verdict"],
    ...inOrder.map(({ row, goal, verdict }) => [
      row.topic,
      row.beside === row.contestant ? "" : row.beside,
      goal.before ?? "",
      goal.of === "cost" ? printCost(row) : printRatio(row),
      goal.of === "cost" ? `${printNumber(goal.max)} ${row.unit}` : goal.max.toFixed(2),
      verdict,
    ]),
  ];
}
