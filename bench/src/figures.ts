import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMissed, printRatio, type Row } from "./report.js";

/**
 * Writes the rows of a suite for the pages that quote them, if `npm run bench -- SUITE --write-figures` asks for it: a
 * table of all rows, and one for each unit.
 */
export function keepFigures(suite: string, rows: readonly Row[]): void {
  const folder = process.env["STRATUS_FIGURES"];
  if (folder === undefined) return;
  const units = new Set(rows.map(({ unit }) => unit));
  writeFileSync(join(folder, `${suite}.md`), figureTable(rows));
  for (const unit of units)
    writeFileSync(
      join(folder, `${suite} ${unit.replaceAll("/", " per ")}.md`),
      figureTable(rows.filter((row) => row.unit === unit)),
    );
}

/** A table in Markdown, with a line for each topic and a column for each contestant. */
export function figureTable(rows: readonly Row[]): string {
  const names = [...new Set(rows.map(({ contestant }) => contestant))];
  const topics = [...new Set(rows.map(({ topic }) => topic))];
  const lines = topics.map((topic) => {
    const ofTopic = rows.filter((row) => row.topic === topic);
    return [topic, ...names.map((name) => formatCell(ofTopic.find(({ contestant }) => contestant === name)))];
  });
  return [["", ...names], ["", ...names].map(() => "---"), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function formatCell(row: Row | undefined): string {
  if (!row) return "";
  const cost = row.cost >= 100 ? Math.round(row.cost).toLocaleString("en-US") : row.cost.toPrecision(3);
  const target =
    row.target === undefined
      ? ""
      : `; ${printRatio(row)}, ${isMissed(row) ? "not " : ""}at most ${row.target.toFixed(2)}`;
  return `${cost} ${row.unit}${target}`;
}
