import { readFileSync } from "node:fs";

/** What became of the documents of one repository. */
export interface CorpusRow {
  documents: number;
  operations: number;
  leftOut: number;
}

/** Repositories with fewer operations share one line. */
const least = 255;

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

/** The table as the page on OpenAPI has it: the most operations first. */
export function corpusTable(rows: ReadonlyMap<string, CorpusRow>): string {
  const sorted = [...rows].toSorted(([, a], [, b]) => b.operations - a.operations);
  const large = sorted.filter(([, row]) => row.operations >= least);
  const small = sorted.slice(large.length).map(([, row]) => row);
  const lines = [
    line("documents of", "number", "operations", "left out"),
    "|---|---|---|---|",
    ...large.map(([name, row]) => line(`\`${name}\``, ...cellsOf(row))),
    line(`${small.length} others`, ...cellsOf(sumOf(small))),
    line("all", ...cellsOf(sumOf([...rows.values()]))),
  ];
  return lines.join("\n");
}

/** The table that the page has. */
export function describedTable(): string {
  const page = readFileSync(new URL("../../../docs/openapi.md", import.meta.url), "utf8");
  return /\| documents of \| number(\n?.)*?\n(?=\n)/.exec(page)?.[0].trimEnd() ?? "";
}
