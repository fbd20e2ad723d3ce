import { readFile, readdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilers } from "../compile.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const packages = ["runtime", "convention", "generator", "emulator", "generated/cloud", "generated/catalogue"];

const strict = {
  noEmit: true,
  target: "es2023",
  lib: ["es2023", "esnext.disposable", "dom"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  // The declarations themselves are what is checked.
  skipLibCheck: false,
};

/** Every entry of a package, by the specifier that programs import. */
async function entriesOf(folder: string): Promise<string[]> {
  const text = await readFile(join(top, folder, "package.json"), "utf8");
  const { name, exports } = JSON.parse(text) as { name: string; exports: Record<string, unknown> };
  return Object.keys(exports)
    .filter((entry) => !/\*|\.json$/.test(entry))
    .map((entry) => `${name}${entry.slice(1)}`);
}

describe("the declarations of every package", { timeout: 180_000 }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-declarations-"));
    await symlink(join(top, "node_modules"), join(folder, "node_modules"));
    const entries = (await Promise.all(packages.map(entriesOf))).flat();
    expect(entries.length).toBeGreaterThan(10);
    const lines = entries.map((entry, index) => `export * as entry${index} from ${JSON.stringify(entry)};`);
    await writeFile(join(folder, "main.ts"), lines.join("\n"));
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(
    (Object.keys(compilers) as (keyof typeof compilers)[]).flatMap((compiler) => [
      { compiler, module: "nodenext", moduleResolution: "nodenext" },
      { compiler, module: "esnext", moduleResolution: "bundler" },
    ]),
  )("are right under $compiler, found as $moduleResolution does", async ({ compiler, ...how }) => {
    const config = join(folder, `${how.moduleResolution}.json`);
    await writeFile(config, JSON.stringify({ compilerOptions: { ...strict, ...how }, files: ["main.ts"] }));
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [compilers[compiler], "-p", config], (_, out, err) =>
        resolve(`${out}${err}`),
      );
    });
    expect(output).toBe("");
  });
});

it("no message has a field of which nothing would be checked", async () => {
  const folder = join(top, "generated/cloud/dist");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".d.ts"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const interfaces = texts.flatMap((text) => text.match(/^export interface [^]*?^\}/gm) ?? []);
  expect(interfaces.length).toBeGreaterThan(50);
  const code = interfaces.map((text) => text.replaceAll(/\/\*[^]*?\*\//g, ""));
  expect(code.filter((text) => /[:<] ?any\b(?!:)/.test(text))).toEqual([]);
});
