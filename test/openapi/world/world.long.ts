import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  generateRestClient,
  type GeneratedPackage,
} from "../../../generator/src/rest/generate-rest-client.js";
import { besideOthers, names, writeFiles } from "./client.fixture.js";
import { compileAll } from "./compilers.fixture.js";
import { swaggerDocuments, textOf, smallDocuments, type WorldDocument } from "./documents.fixture.js";

const results = new Map<string, Promise<GeneratedPackage>>();

/** A folder that is removed at the end of `await using`. */
async function makeFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "world-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Each document is generated once, for all tests. */
const generate = (document: WorldDocument): Promise<GeneratedPackage> => {
  const known = results.get(document.name);
  const result = known ?? generateRestClient({ file: document.name, text: textOf(document) }, names);
  results.set(document.name, result);
  return result;
};

describe("descriptions that others published", () => {
  it("each give a client of all their operations, with the default options", async () => {
    for (const document of smallDocuments()) {
      const { operations, omitted } = await generate(document);
      expect([...omitted].sort(), document.name).toEqual(Object.keys(document.leftOut).sort());
      expect(omitted.length, document.name).toBeLessThanOrEqual((operations + omitted.length) * 0.01);
    }
  });

  it("give output that compilers accept in their strictest settings, also of Swagger 2.0", async () => {
    await using all = await makeFolder();
    const old = swaggerDocuments().map((file) => ({ name: file, file, leftOut: {} }));
    for (const [index, document] of [...smallDocuments(), ...old].entries()) {
      const { files, omitted } = await generate(document);
      expect(omitted, document.name).toEqual(Object.keys(document.leftOut));
      await writeFiles(all.path, besideOthers(`d${index}`, files));
    }
    expect(await compileAll(all.path)).toBe("");
  });
});
