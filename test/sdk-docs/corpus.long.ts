import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildCorpus, corpusSmall, plugins, writeRequest } from "../../bench/src/corpus.js";
import { runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { openFolder } from "../compile.fixture.js";
import { compilerFiles, countLinks, deadLinks, programsOf, type Files } from "./pages.fixture.js";

const packageName = "@acme/corpus";

/** The SDK of about 200 files of real APIs with its documentation. */
async function corpusSdk(): Promise<Files> {
  const scratch = await mkdtemp(join(tmpdir(), "stratus-docs-"));
  try {
    const corpus = await buildCorpus(corpusSmall, scratch);
    const parameter = `${plugins.stratus.parameter},package_name=${packageName},docs=true,api_page=true`;
    const request = await writeRequest({ ...plugins.stratus, parameter }, corpus, scratch);
    const { files, error } = await runPlugin(await readFile(request));
    expect(error).toBe("");
    return files;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

describe("the documentation of the APIs of a platform", { timeout: 600_000 }, () => {
  it("has no link that leads nowhere, and examples that compile", async () => {
    const sdk = await corpusSdk();
    expect(deadLinks(sdk)).toEqual([]);
    const programs = programsOf(sdk);
    console.log(`${Object.keys(programs).length} pages of services, ${countLinks(sdk)} links`);
    expect(Object.keys(programs).length).toBeGreaterThan(40);
    await using place = await openFolder();
    const sources = Object.fromEntries(Object.entries(sdk).map(([path, text]) => [`sdk/${path}`, text]));
    await place.write({ ...sources, ...programs, ...compilerFiles(packageName) });
    expect(await place.check("TypeScript 7")).toBe("");
  });
});
