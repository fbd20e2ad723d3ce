import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { writePackage } from "../../generator/src/command/folder/package-folder.js";
import { generate, specOf } from "./package.fixture.js";

const binaries = fileURLToPath(new URL("../../node_modules/.bin", import.meta.url));

it("a generated package packs as it is, built and with its sources", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pack-"));
  try {
    await writePackage(folder, await generate(specOf({ A: { type: "object" } })));
    await addEntries(folder);
    // The compiler and the libraries that `npm install` would bring.
    await symlink(join(binaries, ".."), join(folder, "node_modules"));
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
      "dist/index.cjs",
      "dist/types/index.d.ts",
      "dist/testing.js",
      "dist/opentelemetry.js",
      "dist/extra/browser.js",
      "dist/extra/command.js",
      "src/index.ts",
    ]) {
      expect(paths).toContain(path);
    }
    expect(await readFile(join(folder, "dist/index.js"), "utf8")).toContain("AcmeClient");
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** What a person may add to the package: an entry with conditions, one that is closed, and a command. */
async function addEntries(folder: string): Promise<void> {
  const path = join(folder, "package.json");
  const manifest = JSON.parse(await readFile(path, "utf8")) as { exports: Record<string, unknown> };
  const exports = {
    ...manifest.exports,
    "./extra": { import: { browser: "./dist/extra/browser.js" } },
    "./internal": null,
  };
  const bin = { "acme-call": "dist/extra/command.js" };
  await writeFile(path, JSON.stringify({ ...manifest, exports, bin }));
  await mkdir(join(folder, "src/extra"));
  await writeFile(join(folder, "src/extra/browser.ts"), 'export { AcmeClient } from "../index.js";\n');
  await writeFile(
    join(folder, "src/extra/command.ts"),
    'import { AcmeClient } from "../index.js";\nnew AcmeClient({ baseUrl: "https://a.test" });\n',
  );
}
