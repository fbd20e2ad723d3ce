import { readFileSync } from "node:fs";
import { figuresIn } from "../../../tools/figures.mjs";

/** What became of the documents of one repository. */
export interface CorpusRow {
  documents: number;
  operations: number;
  leftOut: number;
}

const line = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => cell.toLocaleString("en")).join(" | ")} |`;

const cellsOf = ({ documents, operations, leftOut }: CorpusRow): readonly number[] => [
  documents,
  operations,
  leftOut,
];

/** The sum of rows. */
export const sumOf = (rows: readonly CorpusRow[]): CorpusRow => ({
  documents: rows.reduce((sum, row) => sum + row.documents, 0),
  operations: rows.reduce((sum, row) => sum + row.operations, 0),
  leftOut: rows.reduce((sum, row) => sum + row.leftOut, 0),
});

/** The table of documents by their source, the most operations first. Sources with fewer than `least` share one line. */
export function corpusTable(rows: ReadonlyMap<string, CorpusRow>, least = 255): string {
  const sorted = [...rows].toSorted(([, a], [, b]) => b.operations - a.operations);
  const large = sorted.filter(([, row]) => row.operations >= least);
  const small = sorted.slice(large.length).map(([, row]) => row);
  const lines = [
    line("documents of", "number", "operations", "left out"),
    "|---|---|---|---|",
    ...large.map(([name, row]) => line(`\`${name}\``, ...cellsOf(row))),
    ...(small.length > 0 ? [line(`${small.length} others`, ...cellsOf(sumOf(small)))] : []),
    line("all", ...cellsOf(sumOf([...rows.values()]))),
  ];
  return lines.join("\n");
}

/** The table that the page has. */
export function describedTable(): string {
  const page = readFileSync(new URL("../../FIGURES.md", import.meta.url), "utf8");
  const [{ content = "" } = {}] = figuresIn(page).filter(
    ({ test, name }) => test === "world" && name === "corpus",
  );
  return content.trim();
}
