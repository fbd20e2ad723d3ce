import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildCorpus, corpusLarge, plugins, top, writeRequest } from "../../bench/src/corpus.js";
import { measureUsage } from "../../bench/src/usage.js";

/** Runs differ by less, also on a busy machine. Node 24 takes a fifth more. */
const tolerance = Number(process.versions.node.split(".")[0]) < 24 ? 1.25 : 1.4;

it("a whole platform's protos take no more memory than their page says", { timeout: 600_000 }, async () => {
  const page = readFileSync(join(top, "test/FIGURES.md"), "utf8");
  const [, files = "", megabytes = ""] =
    /^\| all, (\d+) files \| stratus \| .* \| (\d+) MB \|$/m.exec(page) ?? [];
  const folder = await mkdtemp(join(tmpdir(), "stratus-memory-"));
  try {
    const corpus = await buildCorpus(corpusLarge, folder);
    expect(corpus.names).toHaveLength(Number(files));
    const { command, parameter } = plugins.stratus;
    const plugin = { ...plugins.stratus, parameter: `${parameter},partial=allow` };
    const input = await writeRequest(plugin, corpus, folder);
    const { cpuMs, peakBytes } = await measureUsage([join(top, command)], { input });
    console.log(`${(peakBytes / 1e9).toFixed(2)} GB, ${(cpuMs / 1000).toFixed(1)} s of CPU time`);
    expect(peakBytes / 1e6).toBeLessThan(Number(megabytes) * tolerance);
  } finally {
    await rm(folder, { recursive: true });
  }
});
