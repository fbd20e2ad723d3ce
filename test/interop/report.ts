/** How a case went. */
export type Outcome =
  | { readonly kind: "passed"; readonly ms: number }
  | { readonly kind: "failed"; readonly error: string }
  | { readonly kind: "skipped"; readonly reason: string };

/** The cases of one column by name. */
export type Column = ReadonlyMap<string, Outcome>;

/** Runs one case and notes how it went; one that hangs has failed. */
export async function outcomeOf(run: () => Promise<void>, mostMs = 180_000): Promise<Outcome> {
  const startMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${mostMs / 1_000} s`)), mostMs);
  });
  try {
    await Promise.race([run(), late]);
    return { kind: "passed", ms: performance.now() - startMs };
  } catch (error) {
    return {
      kind: "failed",
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** The table in Markdown, with a line below it for each failure, and for each reason why a case was left out. */
export function printTable(title: string, columns: ReadonlyMap<string, Column>): string {
  const names = [...new Set([...columns.values()].flatMap((column) => [...column.keys()]))];
  const rows = names.map((name) => [
    name,
    ...[...columns.values()].map((column) => cellOf(column.get(name))),
  ]);
  const head = [title, ...columns.keys()];
  const widths = head.map((_, index) => Math.max(...[head, ...rows].map((row) => row[index]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" | ")} |`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  return [line(head), rule, ...rows.map(line), ...remarksOf(columns)].join("\n");
}

/** Failures of all columns. */
export function failuresOf(columns: ReadonlyMap<string, Column>): number {
  return [...columns.values()]
    .flatMap((column) => [...column.values()])
    .filter(({ kind }) => kind === "failed").length;
}

function cellOf(outcome: Outcome | undefined): string {
  if (!outcome) return "";
  if (outcome.kind === "passed") return "passed";
  return outcome.kind === "failed" ? "FAILED" : "–";
}

function remarksOf(columns: ReadonlyMap<string, Column>): string[] {
  const remarks: string[] = [];
  for (const [title, column] of columns) {
    for (const [name, outcome] of column) {
      if (outcome.kind === "failed") remarks.push(`${name}, ${title}: ${outcome.error}`);
      if (outcome.kind === "skipped") remarks.push(`${name}, ${title}: ${outcome.reason}`);
    }
  }
  return remarks.length > 0 ? ["", ...new Set(remarks)] : [];
}
