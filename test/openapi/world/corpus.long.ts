import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { afterAll, describe, expect, it } from "vitest";
import { Problems } from "../../../generator/src/kit/problem.js";
import { printFigure } from "../../figures.js";
import { besideOthers, opened, writeFiles } from "./client.fixture.js";
import { triedCompilers } from "../../compile.fixture.js";
import { compileAll } from "./compilers.fixture.js";
import { type CorpusRow, corpusTable, describedTable, sumOf } from "./corpus-table.fixture.js";
import { corpusDocuments, readDocument, saidOfAbsent } from "./corpus.fixture.js";

/** One line of the table for each repository. */
const rows = new Map<string, CorpusRow>();
afterAll(() => {
  if (only === undefined && saidOfAbsent() === "") printFigure("corpus", corpusTable(rows));
  console.log(saidOfAbsent());
});

/** So many are compiled at once. */
const atOnce = 20;
/** Every so many compilations, TypeScript 5.9 looks too. */
const oldEvery = 6;
let compilations = 0;

const only = env["WORLD_ONLY"];
const repositories = [...new Set(corpusDocuments.map(({ repository }) => repository))].filter((one) =>
  one.includes(only ?? ""),
);

describe.each(repositories)("the documents of %s", (repository) => {
  const documents = corpusDocuments.filter((one) => one.repository === repository);
  const batches = Array.from({ length: Math.ceil(documents.length / atOnce) }, (_, index) =>
    documents.slice(index * atOnce, (index + 1) * atOnce),
  );

  it.for(batches.map((batch, index) => [index, batch] as const))(
    "give clients that compile and load, part %i",
    { timeout: 1_800_000 },
    async ([, batch], { skip }) => {
      const folder = await mkdtemp(join(tmpdir(), "corpus-"));
      const row = rows.get(repository) ?? { documents: 0, operations: 0, leftOut: 0 };
      rows.set(repository, row);
      const faults: string[] = [];
      let present = 0;
      try {
        for (const [index, document] of batch.entries()) {
          const text = await readDocument(document);
          if (text === undefined) continue;
          present++;
          try {
            await using made = await opened({ name: document.path }, text);
            row.documents++;
            row.operations += made.operations;
            row.leftOut += made.leftOut.length;
            if (made.leftOut.length > 0) console.log(document.path, made.leftOut.join(", "));
            await writeFiles(folder, besideOthers(`d${index}`, made.files));
            expect(Object.keys(await made.load("index"))).toContain("WorldClient");
          } catch (error) {
            if (!(error instanceof Problems)) faults.push(`${document.path}: ${String(error)}`);
            else faults.push(`${document.path} is refused: ${error.message.slice(0, 300)}`);
          }
        }
        skip(present === 0, "they are not here");
        const isOldToo = compilations++ % oldEvery === 0;
        const verdict = await compileAll(folder, isOldToo ? triedCompilers : ["TypeScript 7"]);
        expect({ verdict, faults }).toEqual({ verdict: "", faults: [] });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

it("are all on this machine or in the network", () => {
  expect(saidOfAbsent()).toBe("");
});

it("leave out at most one operation of two hundred", () => {
  const { operations, leftOut } = sumOf([...rows.values()]);
  expect(leftOut).toBeLessThanOrEqual(0.005 * (operations + leftOut));
});

it("are the table of test/FIGURES.md", ({ skip }) => {
  skip(only !== undefined || saidOfAbsent() !== "", "not all documents were looked at");
  expect(corpusTable(rows)).toBe(describedTable());
});
