/** How one case of the suite ended. */
export type Outcome = "passed" | "failed" | "skipped";

/** One case of the suite. */
export interface Case {
  /** Its name: `Required.Proto3.JsonInput.Int64FieldMaxValue.JsonOutput`. */
  readonly name: string;
  readonly outcome: Outcome;
  /** What the runner says of a failure; empty otherwise. */
  readonly reason: string;
}

/** A row of the table: all cases of one level, syntax and format. */
export interface Row {
  /** `Required` or `Recommended`. */
  readonly level: string;
  /** `Proto2`, `Proto3`, `Editions_Proto2`, `Edition2023`, ... */
  readonly syntax: string;
  readonly format: "binary" | "JSON";
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The cases of a run from what the runner prints with `--verbose --enforce_recommended`. */
export function casesOf(log: string): Case[] {
  const failures = new Map<string, string>();
  const skipped = new Set<string>();
  const names = new Set<string>();
  for (const line of log.split("\n")) {
    const [, run] = /^conformance test: name=([^,]+),/.exec(line) ?? [];
    if (run !== undefined) names.add(run);
    const [, failure, reason = ""] = /^ERROR, test=([^:]+): (.*)/.exec(line) ?? [];
    if (failure !== undefined) failures.set(failure, reason.replace(/,? request=.*/, ""));
    const [, skip] = /^SKIPPED, test=(\S+)/.exec(line) ?? [];
    if (skip !== undefined) skipped.add(skip);
  }
  // A case that reads and writes in several formats is run once for each, and may be judged under its short name.
  return [...new Set([...names, ...failures.keys(), ...skipped])].map((name) => ({
    name,
    outcome: failures.has(name) ? "failed" : skipped.has(name) ? "skipped" : "passed",
    reason: failures.get(name) ?? "",
  }));
}

/** The cases of binary and JSON by level, syntax and format; those of the text format are none of ours. */
export function rowsOf(cases: readonly Case[]): Row[] {
  const rows = new Map<string, { -readonly [Name in keyof Row]: Row[Name] }>();
  for (const { name, outcome } of cases) {
    const [level = "", place = ""] = name.split(".");
    if (name.includes("TextFormat") || !/^(?:Required|Recommended)$/.test(level)) continue;
    // Some cases of the oldest syntax that has JSON do not say it.
    const syntax = /^(?:Proto|Edition)/.test(place) ? place : "Proto3";
    const format = /\.Json(?:Input|Output)\b/.test(name) ? "JSON" : "binary";
    const key = `${level} ${syntax} ${format}`;
    const row = rows.get(key) ?? { level, syntax, format, passed: 0, failed: 0, skipped: 0 };
    row[outcome]++;
    rows.set(key, row);
  }
  return [...rows.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** The rows of several libraries side by side, as a table in Markdown. */
export function printTable(libraries: Readonly<Record<string, readonly Row[]>>): string {
  const names = Object.keys(libraries);
  const same = (a: Row, b: Row): boolean =>
    a.level === b.level && a.syntax === b.syntax && a.format === b.format;
  const kinds = Object.values(libraries)
    .flat()
    .filter((row, index, all) => all.findIndex((one) => same(one, row)) === index);
  const cell = (library: string, kind: Row): string => {
    const row = libraries[library]?.find((one) => same(one, kind));
    if (!row) return "not run";
    const skipped = row.skipped > 0 ? `, ${row.skipped} skipped` : "";
    return `${row.passed} passed, ${row.failed} failed${skipped}`;
  };
  const lines = [
    ["level", "syntax", "format", ...names],
    ["---", "---", "---", ...names.map(() => "---")],
    ...kinds.map((kind) => [kind.level, kind.syntax, kind.format, ...names.map((name) => cell(name, kind))]),
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
