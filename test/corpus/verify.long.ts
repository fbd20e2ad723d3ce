import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildCorpus, corpusSmall, plugins, top, writeRequest } from "../../bench/src/corpus.js";
import { measureUsage } from "../../bench/src/usage.js";

it("verify=true takes as much longer as the page of the options says", { timeout: 300_000 }, async () => {
  const page = readFileSync(join(top, "docs/reference/plugin-options.md"), "utf8");
  expect(page).toMatch(/`verify`.*takes three to five times as long/);
  const folder = await mkdtemp(join(tmpdir(), "stratus-verify-"));
  try {
    const corpus = await buildCorpus(corpusSmall, folder);
    const { command, parameter } = plugins.stratus;
    const millisecondsWith = async (options: string): Promise<number> => {
      const input = await writeRequest({ ...plugins.stratus, parameter: options }, corpus, folder);
      return (await measureUsage([join(top, command)], { input })).cpuMs;
    };
    // The fastest of three runs each: what else runs on the machine makes single runs slower.
    let [plain, verified] = [Infinity, Infinity];
    for (let round = 0; round < 3; round++) {
      plain = Math.min(plain, await millisecondsWith(parameter));
      verified = Math.min(verified, await millisecondsWith(`${parameter},verify=true`));
    }
    console.log(
      `${plain.toFixed(0)} ms, with verify=true ${verified.toFixed(0)} ms: ${(verified / plain).toFixed(1)} times`,
    );
    expect(verified / plain).toBeGreaterThan(2.5);
    expect(verified / plain).toBeLessThan(6);
  } finally {
    await rm(folder, { recursive: true });
  }
});
