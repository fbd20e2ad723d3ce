/** Sources that a project checks in: typescript-eslint, and an app of create-next-app. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { compileWith, versions } from "./compilers.fixture.js";
import { generated, type Sources } from "./generated-sources.fixture.js";

const here = fileURLToPath(new URL("./", import.meta.url));
const top = fileURLToPath(new URL("../../", import.meta.url));
const requireFrom = createRequire(join(here, "package.json"));

/** What this test uses of ESLint. */
interface Linter {
  lintFiles(patterns: string): Promise<
    readonly {
      readonly filePath: string;
      readonly messages: readonly {
        readonly ruleId: string;
        readonly line: number;
        readonly message: string;
      }[];
    }[]
  >;
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function writeSources(sources: Sources): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-sources-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(sources)) {
    if (!/\.tsx?$/.test(path)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe("generated sources", () => {
  it.each(generated)("of %s begin with a header for linters and for people", async (_, make) => {
    const files = Object.entries(await make()).filter(([path]) => path.endsWith(".ts"));
    expect(files.length).toBeGreaterThan(2);
    const without = files.filter(
      ([, text]) => !/^\/\* eslint-disable \*\/\n\/\*\s(?:\* )?\s*\*?\s*@generated\s/.test(text),
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it.each(generated)(
    "of %s keep the recommended rules of typescript-eslint, without their header too",
    { timeout: 300_000 },
    async (_, make) => {
      const bare = Object.entries(await make()).map(([path, text]) => [
        path,
        text.replace("/* eslint-disable */\n", ""),
      ]);
      const cwd = await writeSources(Object.fromEntries(bare) as Sources);
      const { ESLint } = requireFrom("eslint") as { readonly ESLint: new (options: object) => Linter };
      const { configs } = requireFrom("typescript-eslint") as {
        readonly configs: { readonly recommended: readonly object[] };
      };
      const overrideConfig = [{ files: ["**/*.ts"] }, ...configs.recommended];
      const results = await new ESLint({ cwd, overrideConfigFile: true, overrideConfig }).lintFiles(
        "**/*.ts",
      );
      expect(results.length).toBeGreaterThan(2);
      const found = results.flatMap(({ filePath, messages }) =>
        messages.map(({ ruleId, line }) => `${filePath.slice(cwd.length)}:${line} ${ruleId}`),
      );
      expect(found).toEqual([]);
    },
  );

  it("that break a rule are found by the same linter", async () => {
    const cwd = await writeSources({ "a.ts": "export interface A {}\n" });
    const { ESLint } = requireFrom("eslint") as { readonly ESLint: new (options: object) => Linter };
    const { configs } = requireFrom("typescript-eslint") as {
      readonly configs: { readonly recommended: readonly object[] };
    };
    const overrideConfig = [{ files: ["**/*.ts"] }, ...configs.recommended];
    const [result] = await new ESLint({ cwd, overrideConfigFile: true, overrideConfig }).lintFiles("**/*.ts");
    expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(["@typescript-eslint/no-empty-object-type"]);
  });
});

describe("a program that copies messages", () => {
  const copies = `
    import { Disk, DiskSpec } from "@svc/cloud/compute/v1";
    export const copy = (disk: Disk): Disk => ({ ...disk, spec: DiskSpec.create({ ...disk.spec }) });
    export const rest = ({ spec, ...others }: Disk): object => ({ ...others, spec: structuredClone(spec) });
    export const names = (disk: Disk): string[] => Object.keys(disk);
  `;
  const reads = `
    import type { Disk } from "@svc/cloud/compute/v1";
    export const unknown = (disk: Disk): unknown => disk._unknownFields;
  `;
  it.each([
    ["uses nothing that is deprecated", copies, []],
    ["uses what editors list last if it names it", reads, ["@typescript-eslint/no-deprecated"]],
  ])("%s", { timeout: 300_000 }, async (_, program, want) => {
    const cwd = await writeSources({ "program.ts": program });
    await symlink(join(top, "node_modules"), join(cwd, "node_modules"));
    const compilerOptions = { module: "nodenext", strict: true, skipLibCheck: true };
    await writeFile(join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const { ESLint } = requireFrom("eslint") as { readonly ESLint: new (options: object) => Linter };
    const { configs } = requireFrom("typescript-eslint") as {
      readonly configs: { readonly recommended: readonly object[] };
    };
    const languageOptions = { parserOptions: { projectService: true, tsconfigRootDir: cwd } };
    const rules = { "@typescript-eslint/no-deprecated": "error" };
    const overrideConfig = [{ files: ["**/*.ts"] }, ...configs.recommended, { languageOptions, rules }];
    const [result] = await new ESLint({ cwd, overrideConfigFile: true, overrideConfig }).lintFiles("**/*.ts");
    expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(want);
  });
});

/** The settings of a new app, as create-next-app writes them. */
const template = join(here, "node_modules/create-next-app/dist/templates/app/ts/tsconfig.json");

describe("an app of create-next-app", () => {
  it.each(generated.flatMap(([kind, make]) => versions.map((version) => [kind, version, make] as const)))(
    "compiles with sources of %s, under TypeScript %s",
    { timeout: 300_000 },
    async (_, version, make) => {
      const folder = await writeSources(await make());
      const settings = await readFile(template, "utf8");
      expect(settings).toContain('"target": "ES2017"');
      await writeFile(join(folder, "tsconfig.json"), settings);
      await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
      await symlink(join(top, "node_modules"), join(folder, "node_modules"));
      expect(await compileWith(version, folder)).toBe("");
    },
  );
});
