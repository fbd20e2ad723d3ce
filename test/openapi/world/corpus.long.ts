import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { afterAll, describe, expect, it } from "vitest";
import { Problems } from "../../../generator/src/kit/problem.js";
import { generateRestClient } from "../../../generator/src/rest/pass.js";
import { besideOthers, names, opened, writeFiles } from "./client.fixture.js";
import { triedCompilers } from "../../compile.fixture.js";
import { compileAll } from "./compilers.fixture.js";
import { corpusDocuments, readDocument } from "./corpus.fixture.js";

/** One line of the table for each repository. */
const rows = new Map<string, { documents: number; operations: number; leftOut: number }>();
afterAll(() => {
  const all = [...rows.values()];
  const sum = (of: "documents" | "operations" | "leftOut"): number =>
    all.reduce((total, row) => total + row[of], 0);
  const line = (...cells: readonly unknown[]): string => `| ${cells.join(" | ")} |`;
  console.log(
    [
      line("documents of", "number", "operations", "left out"),
      line("---", "---", "---", "---"),
      ...[...rows].map(([name, row]) => line(name, row.documents, row.operations, row.leftOut)),
      line("all", sum("documents"), sum("operations"), sum("leftOut")),
    ].join("\n"),
  );
});

/** So many are compiled at once. */
const atOnce = 20;
/** Every so many batches, TypeScript 5.9 looks too. */
const oldEvery = 6;

const only = env["WORLD_ONLY"];
const repositories = [...new Set(corpusDocuments.map(({ repository }) => repository))].filter((one) =>
  one.includes(only ?? ""),
);

describe.each(repositories)("the documents of %s", (repository) => {
  const documents = corpusDocuments.filter((one) => one.repository === repository);
  const batches = Array.from({ length: Math.ceil(documents.length / atOnce) }, (_, index) =>
    documents.slice(index * atOnce, (index + 1) * atOnce),
  );

  it.each(batches.map((batch, index) => [index, batch] as const))(
    "give clients that compile and load, part %i",
    { timeout: 1_800_000 },
    async (part, batch) => {
      const folder = await mkdtemp(join(tmpdir(), "corpus-"));
      const row = rows.get(repository) ?? { documents: 0, operations: 0, leftOut: 0 };
      rows.set(repository, row);
      const faults: string[] = [];
      try {
        for (const [index, document] of batch.entries()) {
          const text = await readDocument(document);
          try {
            const made = await generateRestClient({ file: document.path, text }, names);
            row.documents++;
            row.operations += made.operations;
            row.leftOut += made.leftOut.length;
            if (made.leftOut.length > 0) console.log(document.path, made.leftOut.join(", "));
            await writeFiles(folder, besideOthers(`d${index}`, made.files));
            await using loadable = await opened({ name: document.path }, text);
            expect(Object.keys(await loadable.load("index"))).toContain("WorldClient");
          } catch (error) {
            if (!(error instanceof Problems)) faults.push(`${document.path}: ${String(error)}`);
            else faults.push(`${document.path} is refused: ${error.message.slice(0, 300)}`);
          }
        }
        const verdict = await compileAll(folder, part % oldEvery === 0 ? triedCompilers : ["TypeScript 7"]);
        expect({ verdict, faults }).toEqual({ verdict: "", faults: [] });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

it("leave out at most one operation of two hundred", () => {
  const all = [...rows.values()];
  const leftOut = all.reduce((sum, row) => sum + row.leftOut, 0);
  const operations = all.reduce((sum, row) => sum + row.operations, 0);
  expect(leftOut / (operations + leftOut)).toBeLessThanOrEqual(0.005);
});
