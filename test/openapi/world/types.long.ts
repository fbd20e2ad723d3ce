import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generateRestClient } from "../../../generator/src/rest/generate-rest-client.js";
import { besideOthers, names, writeFiles } from "./client.fixture.js";
import { compileAll } from "./compilers.fixture.js";
import { github, textOf, worldDocuments, type WorldDocument } from "./documents.fixture.js";
import { typeComparison } from "./oracle.fixture.js";

/** What both compilers say of the clients and of the comparison of each with what openapi-typescript prints. */
async function verdictOn(documents: readonly WorldDocument[]): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "world-"));
  let compared = 0;
  try {
    for (const [index, document] of documents.entries()) {
      const text = textOf(document);
      const { files } = await generateRestClient({ file: document.name, text }, names);
      const { types, program, count } = await typeComparison(document.name, text, files);
      await writeFiles(folder, [
        ...besideOthers(`d${index}`, files),
        { path: `d${index}/src/openapi-typescript.ts`, text: types },
        { path: `d${index}/src/comparison.ts`, text: program },
      ]);
      compared += count;
    }
    const verdict = await compileAll(folder);
    console.log(`${compared} types of ${documents.length} documents are openapi-typescript's`);
    return { verdict, isCompared: compared > 0 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const content = { verdict: "", isCompared: true };

it(
  "types are equal to openapi-typescript's, but for readOnly and writeOnly",
  { timeout: 900_000 },
  async () => {
    expect(await verdictOn(worldDocuments())).toEqual(content);
  },
);

it("types of GitHub's document are, too", { timeout: 900_000 }, async () => {
  expect(await verdictOn([github])).toEqual(content);
});
