import { readFile, readdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Compiler, runCompiler, triedCompilers } from "../compile.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const packages = ["runtime", "convention", "generator", "emulator", "generated/cloud", "generated/catalogue"];

/** Packages that run where Node's types are not: in pages and workers. */
const anywhere = ["runtime", "generated/cloud", "generated/catalogue"];

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

/** A module that imports every entry of some packages. */
async function importsOf(folders: readonly string[]): Promise<string> {
  const entries = (await Promise.all(folders.map(entriesOf))).flat();
  return entries.map((entry, at) => `export * as entry${at} from ${JSON.stringify(entry)};\n`).join("");
}

describe("the declarations of every package", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-declarations-"));
    await symlink(join(top, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "main.ts"), await importsOf(packages));
    await writeFile(join(folder, "anywhere.ts"), await importsOf(anywhere));
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function compile(compiler: Compiler, file: string, options: object): Promise<string> {
    const config = join(folder, "tsconfig.json");
    const compilerOptions = { ...strict, ...options };
    await writeFile(config, JSON.stringify({ compilerOptions, files: [file] }));
    return runCompiler(compiler, ["-p", config]);
  }

  it.each(
    triedCompilers.flatMap((compiler) => [
      { compiler, module: "nodenext", moduleResolution: "nodenext" },
      { compiler, module: "esnext", moduleResolution: "bundler" },
    ]),
  )("are right under $compiler, found as $moduleResolution does", async ({ compiler, ...how }) => {
    expect(await compile(compiler, "main.ts", how)).toBe("");
  });

  it.each(triedCompilers)(
    "need no types of Node under %s, where programs may run without it",
    async (compiler) => {
      const inBrowsers = { module: "esnext", moduleResolution: "bundler", types: [] };
      expect(await compile(compiler, "anywhere.ts", inBrowsers)).toBe("");
    },
  );
});

it("those of the emulator need no optional package", async () => {
  const { peerDependencies } = JSON.parse(await readFile(join(top, "emulator/package.json"), "utf8")) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  const optional = Object.keys(peerDependencies);
  const needed: string[] = [];
  const files = new Set([join(top, "emulator/dist/index.d.ts")]);
  for (const file of files)
    for (const [, path = ""] of (await readFile(file, "utf8")).matchAll(/(?:from |import\()"([^"]+)"/g))
      if (path.startsWith(".")) files.add(join(file, "..", path.replace(/\.js$/, ".d.ts")));
      else if (optional.some((name) => path.startsWith(name))) needed.push(`${file}: ${path}`);
  expect(files.size).toBeGreaterThan(10);
  expect(needed).toEqual([]);
});

it("no message has a field of which nothing would be checked", async () => {
  const folder = join(top, "generated/cloud/dist/types");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".d.ts"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const interfaces = texts.flatMap((text) => text.match(/^export interface [^]*?^\}/gm) ?? []);
  expect(interfaces.length).toBeGreaterThan(50);
  const code = interfaces.map((text) => text.replaceAll(/\/\*[^]*?\*\//g, ""));
  expect(code.filter((text) => /[:<] ?any\b(?!:)/.test(text))).toEqual([]);
});
