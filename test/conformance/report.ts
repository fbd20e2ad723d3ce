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

const levels = ["Required", "Recommended"];

/** Returns the name of a syntax: `proto2 in edition 2023` for the suite's `Editions_Proto2`. */
function syntaxName(syntax: string): string {
  const [, old] = /^Editions_(.*)$/.exec(syntax) ?? [];
  if (old !== undefined) return `${old.toLowerCase()} in edition 2023`;
  return syntax.replace(/^Edition_?/, "edition ").toLowerCase();
}

/** Prints a table in Markdown: a row for each syntax and format, and two columns of levels for each library. */
export function printTable(libraries: Readonly<Record<string, readonly Row[]>>): string {
  const all = Object.values(libraries).flat();
  const kinds = [...new Map(all.map((row) => [`${row.syntax} ${row.format}`, row])).values()];
  const columns = Object.keys(libraries).flatMap((library) => levels.map((level) => ({ library, level })));
  const head = columns.map(({ library, level }) => `${library}, ${level.toLowerCase()}`);
  const lines = kinds.map(({ syntax, format }) => [
    syntaxName(syntax),
    format,
    ...columns.map(({ library, level }) =>
      printCell(
        libraries[library]?.find(
          (row) => row.level === level && row.syntax === syntax && row.format === format,
        ),
      ),
    ),
  ]);
  return [["syntax", "format", ...head], ["---", "---", ...head.map(() => "---")], ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** Prints a row of one library: the number of cases that passed, of all that the library was asked. */
function printCell(row: Row | undefined): string {
  if (!row) return "no cases";
  const { passed, failed, skipped } = row;
  return `${passed} of ${passed + failed}${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
