import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JudgedRow, verdictTable } from "./goals.js";
import { printNumber, printRatio, type Row } from "./report.js";

/** Writes the rows of a suite for the page that quotes them, if `npm run bench -- SUITE --write-figures` asks for it. */
export const keepFigures = (suite: string, rows: readonly Row[]): void =>
  keepFigure(suite, figureTable(rows));

/** Writes the verdicts of a complete run: some for docs/performance.md, and all for test/FIGURES.md. */
export function keepVerdicts(judged: readonly JudgedRow[]): void {
  const shown = judged.filter(({ goal }) => goal.before !== undefined);
  keepFigure("verdicts", markdownTable(verdictTable(shown)));
  keepFigure("goals", markdownTable(verdictTable(judged)));
}

/** Whether the run writes figures into pages. A missed goal is one of them, and does not fail such a run. */
export const writesFigures = (): boolean => process.env["STRATUS_FIGURES"] !== undefined;

/** Writes one figure for the pages that quote it, if the run was asked to. */
export function keepFigure(name: string, text: string): void {
  const folder = process.env["STRATUS_FIGURES"];
  if (folder !== undefined) writeFileSync(join(folder, `${name}.md`), text);
}

/** A table in Markdown. The first row is its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => "---"), ...body].map((cells) => `|${cells.join("|")}|`).join("\n");
}

/** A table in Markdown, with a line for each topic and unit and a column for each contestant. */
export function figureTable(rows: readonly Row[]): string {
  const names = [...new Set(rows.map(({ contestant }) => contestant))];
  const lines = new Map<string, Row[]>();
  for (const row of rows) {
    const title = row.unit === "" ? row.topic : `${row.topic}, ${row.unit}`;
    lines.set(title, [...(lines.get(title) ?? []), row]);
  }
  return markdownTable([
    ["", ...names],
    ...Array.from(lines, ([title, own]) => [
      title,
      ...names.map((name) =>
        formatCell(
          own.find(({ contestant }) => contestant === name),
          names,
        ),
      ),
    ]),
  ]);
}

/** The cost, and its ratio to the baseline, which is named if it has no column. */
function formatCell(row: Row | undefined, names: readonly string[]): string {
  if (!row) return "";
  const cost = printNumber(row.cost);
  if (row.contestant === row.beside) return cost;
  return `${cost}; ${printRatio(row)}${names.some((name) => row.beside.startsWith(name)) ? "" : ` of ${row.beside}`}`;
}
