import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMissed, printRatio, type Row } from "./report.js";

/**
 * Writes the rows of a suite for the pages that quote them, if `npm run bench -- SUITE --write-figures` asks for it: a
 * table of all rows, and one for each unit.
 */
export function keepFigures(suite: string, rows: readonly Row[]): void {
  const units = new Set(rows.map(({ unit }) => unit));
  keepFigure(suite, figureTable(rows));
  for (const unit of units)
    keepFigure(
      `${suite} ${unit.replaceAll("/", " per ")}`,
      figureTable(rows.filter((row) => row.unit === unit)),
    );
}

/** Whether the run writes figures into pages. A missed target is one of them, and does not fail such a run. */
export const writesFigures = (): boolean => process.env["STRATUS_FIGURES"] !== undefined;

/** Writes one figure for the pages that quote it, if the run was asked to. */
export function keepFigure(name: string, text: string): void {
  const folder = process.env["STRATUS_FIGURES"];
  if (folder !== undefined) writeFileSync(join(folder, `${name}.md`), text);
}

/** A table in Markdown. The first row is its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A table in Markdown, with a line for each topic and a column for each contestant. */
export function figureTable(rows: readonly Row[]): string {
  const names = [...new Set(rows.map(({ contestant }) => contestant))];
  const topics = [...new Set(rows.map(({ topic }) => topic))];
  const lines = topics.map((topic) => {
    const ofTopic = rows.filter((row) => row.topic === topic);
    return [topic, ...names.map((name) => formatCell(ofTopic.find(({ contestant }) => contestant === name)))];
  });
  return markdownTable([["", ...names], ...lines]);
}

function formatCell(row: Row | undefined): string {
  if (!row) return "";
  const cost = row.cost >= 100 ? Math.round(row.cost).toLocaleString("en-US") : row.cost.toPrecision(3);
  const target =
    row.target === undefined
      ? ""
      : `; ${printRatio(row)}, ${isMissed(row) ? "not " : ""}at most ${row.target.toFixed(2)}`;
  return `${cost} ${row.unit}`.trimEnd() + target;
}
