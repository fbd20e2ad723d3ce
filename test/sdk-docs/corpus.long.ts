import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { childMilliseconds } from "../../bench/src/child.js";
import { buildCorpus, corpusSmall, plugins, writeRequest } from "../../bench/src/corpus.js";
import { runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildPackage } from "../built-package.fixture.js";
import { compilers, openFolder } from "../compile.fixture.js";
import { compilerFiles, countLinks, deadLinks, programsOf, type Files } from "./pages.fixture.js";

const stratus = fileURLToPath(new URL("../../generator/bin/stratus.js", import.meta.url));
const [, ...compiler] = compilers["TypeScript 5.9"];
const packageName = "@acme/corpus";

/** The SDK of about 200 files of real APIs with its documentation. */
async function corpusSdk(more = "api_page=true"): Promise<Files> {
  const scratch = await mkdtemp(join(tmpdir(), "stratus-docs-"));
  try {
    const corpus = await buildCorpus(corpusSmall, scratch);
    const parameter = `${plugins.stratus.parameter},package_name=${packageName},docs=true,${more}`;
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

  it("becomes a site of 545 methods in at most 2.5 times the processor time of a type check", async () => {
    await using built = await buildPackage(await corpusSdk("guide=true"));
    const out = join(built.path, "site");
    const written = await childMilliseconds([stratus, "docs", built.path, "--out", out]);
    const checked = await childMilliseconds([...compiler, "-p", built.path, "--noEmit"]);
    const texts = await Promise.all(
      (await readdir(out, { recursive: true }))
        .filter((path) => path.endsWith(".html"))
        .map((path) => readFile(join(out, path), "utf8")),
    );
    const methods = texts.join("").match(/id="[^"]+\.tab1"/g)?.length ?? 0;
    const ratio = written / checked;
    console.log(
      `${methods} methods on ${texts.length} pages: ${ratio.toFixed(2)} of ${checked.toFixed()} ms`,
    );
    expect(methods).toBeGreaterThanOrEqual(545);
    expect(ratio).toBeLessThan(2.5);
  });
});
