import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generateRestClient, type Generated } from "../../../generator/src/rest/pass.js";
import { besideOthers, names, writeFiles } from "./client.fixture.js";
import { compileAll } from "./compilers.fixture.js";
import { swaggerDocuments, textOf, worldDocuments, type WorldDocument } from "./documents.fixture.js";

const results = new Map<string, Promise<Generated>>();

/** TypeScript 5.9 takes ten times as long, and sees one document of so many; `npm run world` shows it more. */
const oldEvery = 6;

/** A folder that is removed at the end of `await using`. */
async function makeFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "world-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Each document is generated once, for all tests. */
const generate = (document: WorldDocument): Promise<Generated> => {
  const known = results.get(document.name);
  const result = known ?? generateRestClient({ file: document.name, text: textOf(document) }, names);
  results.set(document.name, result);
  return result;
};

describe("descriptions that others published", () => {
  it("each give a client of all their operations, with the default options", async () => {
    for (const document of worldDocuments()) {
      const { operations, leftOut } = await generate(document);
      expect([...leftOut].sort(), document.name).toEqual(Object.keys(document.leftOut).sort());
      expect(leftOut.length, document.name).toBeLessThanOrEqual((operations + leftOut.length) * 0.01);
    }
  });

  it("give output that compilers accept in their strictest settings, also of Swagger 2.0", async () => {
    await using all = await makeFolder();
    await using part = await makeFolder();
    const old = swaggerDocuments().map((file) => ({ name: file, file, leftOut: {} }));
    for (const [index, document] of [...worldDocuments(), ...old].entries()) {
      const { files, leftOut } = await generate(document);
      expect(leftOut, document.name).toEqual(Object.keys(document.leftOut));
      const home = besideOthers(`d${index}`, files);
      await writeFiles(all.path, home);
      if (index % oldEvery === 0) await writeFiles(part.path, home);
    }
    expect(await compileAll(all.path, ["TypeScript 7"])).toEqual({ "TypeScript 7": "" });
    expect(await compileAll(part.path, ["TypeScript 5.9"])).toEqual({ "TypeScript 5.9": "" });
  });
});
