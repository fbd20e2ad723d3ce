import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generateRestClient, type Generated } from "../../../generator/src/rest/pass.js";
import { besideOthers, names, writeFiles } from "./client.fixture.js";
import { compileAll } from "./compilers.fixture.js";
import { swaggerDocuments, textOf, worldDocuments, type WorldDocument } from "./documents.fixture.js";

const results = new Map<string, Promise<Generated>>();

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

  it("give output that both compilers accept in their strictest settings", async () => {
    const folder = await mkdtemp(join(tmpdir(), "world-"));
    try {
      for (const [index, document] of worldDocuments().entries()) {
        const { files } = await generate(document);
        await writeFiles(folder, besideOthers(`d${index}`, files));
      }
      expect(await compileAll(folder)).toEqual({ "TypeScript 5.9": "", "TypeScript 7": "" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("give such a client from Swagger 2.0 too", async () => {
    const folder = await mkdtemp(join(tmpdir(), "world-"));
    try {
      for (const [index, file] of swaggerDocuments().entries()) {
        const { files, leftOut } = await generateRestClient(
          { file, text: await readFile(file, "utf8") },
          names,
        );
        expect(leftOut, file).toEqual([]);
        await writeFiles(folder, besideOthers(`d${index}`, files));
      }
      expect(await compileAll(folder)).toEqual({ "TypeScript 5.9": "", "TypeScript 7": "" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
