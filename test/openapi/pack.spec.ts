import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { writePackage } from "../../generator/src/cli/package-folder.js";
import { generate, specOf } from "./package.fixture.js";

const binaries = fileURLToPath(new URL("../../node_modules/.bin", import.meta.url));

it("a generated package packs as it is, built and with its sources", { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "pack-"));
  try {
    await writePackage(folder, await generate(specOf({ A: { type: "object" } })));
    // The compiler that `npm install` would bring.
    const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env["PATH"]}` };
    const { stdout } = await promisify(execFile)("npm", ["pack", "--json", "--dry-run"], {
      cwd: folder,
      env,
    });
    const json = stdout.slice(stdout.indexOf("[\n"));
    const [{ files = [] } = {}] = JSON.parse(json) as { files?: { path: string }[] }[];
    const paths = files.map(({ path }) => path);
    for (const path of [
      "package.json",
      "README.md",
      "dist/index.js",
      "dist/index.d.ts",
      "dist/testing.js",
      "src/index.ts",
    ]) {
      expect(paths).toContain(path);
    }
    expect(await readFile(join(folder, "dist/index.js"), "utf8")).toContain("AcmeClient");
  } finally {
    await rm(folder, { recursive: true });
  }
});
