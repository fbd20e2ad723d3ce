import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect } from "vitest";
import { stringify } from "yaml";
import {
  generateRestClient,
  type GeneratedPackage,
  type GenerateOptions,
} from "../../generator/src/rest/generate-rest-client.js";
import type { ExtensionSource } from "../../generator/src/rest/read/extension.js";
import { Problems } from "../../generator/src/kit/problem.js";
import { runCompiler } from "../compile.fixture.js";

/** A spec as text or as a value that is written as YAML. */
export type Spec = string | object;

/** Options of a run. */
interface RunOptions extends GenerateOptions {
  readonly extension?: ExtensionSource | undefined;
  /** The lock file of an earlier run. */
  readonly lock?: string | undefined;
}

/** What a run gives: files, and what is left out. */
export const run = (
  spec: Spec,
  { extension, lock, ...options }: RunOptions = {},
): Promise<GeneratedPackage> =>
  generateRestClient(
    {
      file: "api.yaml",
      text: typeof spec === "string" ? spec : stringify(spec, { aliasDuplicateObjects: false }),
      extension,
      lock,
    },
    { packageName: "@acme/api", packageVersion: "1.2.3", name: "Acme" },
    { hasOpenTelemetry: true, hasStandardSchema: true, hasTesting: true, ...options },
  );

export const generate = async (spec: Spec, extension?: ExtensionSource) =>
  (await run(spec, { extension })).files;

/** What a spec is refused for where nothing may be left out. */
export async function problemsOf(spec: Spec, extension?: ExtensionSource): Promise<string> {
  try {
    await run(spec, { extension, isStrict: true });
  } catch (error) {
    if (error instanceof Problems) return error.message;
    throw error;
  }
  throw new Error("The spec was not refused");
}

/** A generated package that can be loaded. */
export interface CompiledPackage {
  /** Where it is. */
  readonly folder: string;
  /** What the compiler says about it, with the strictest settings; empty where it is content. */
  errors(): Promise<string>;
  /** Loads a module: `guards.js`. */
  load(name: string): Promise<Record<string, unknown>>;
  /** The text of a generated file. */
  text(path: string): string;
}

const made = new Map<string, Promise<CompiledPackage>>();
/** The folders of packages that no compiler has read yet. */
const unread = new Set<string>();
/** Those of packages with an extension. */
const extended = new Set<string>();

/**
 * Generates a package into a temporary folder, with a file of the test's own beside it, and strips its types. Tests
 * that ask for the same share one, which is removed at the end of the run. `expectCompiled` checks the types of all.
 */
export function compile(
  ...input: readonly [
    spec: Spec,
    usage?: string,
    extension?: ExtensionSource,
    lock?: string,
    options?: GenerateOptions,
  ]
): Promise<CompiledPackage> {
  const key = JSON.stringify(input);
  const known = made.get(key) ?? makePackage(...input);
  made.set(key, known);
  return known;
}

/**
 * Expects that a compiler accepts every package that was made since the last call. Specs that call `compile` call it
 * after all of their tests: one program for many packages takes a tenth of the time of a program for each.
 */
export async function expectCompiled(): Promise<void> {
  const programs = [[...unread], ...[...extended].map((folder) => [folder])];
  unread.clear();
  extended.clear();
  for (const folders of programs) if (folders.length > 0) expect(await checkTypes(folders)).toBe("");
}

async function makePackage(
  spec: Spec,
  usage = "",
  extension?: ExtensionSource,
  lock?: string,
  options: GenerateOptions = {},
): Promise<CompiledPackage> {
  const folder = await mkdtemp(join(tmpdir(), "rest-client-"));
  const { files } = await run(spec, { ...options, extension, lock });
  for (const { path, text } of [...files, ...(usage ? [{ path: "src/usage.ts", text: usage }] : [])]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  // What `npm install` would bring: the library of traces, for the entry that needs it.
  await symlink(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(folder, "node_modules"));
  await build({
    entryPoints: [`${folder}/src/**/*.ts`],
    outdir: join(folder, "dist"),
    format: "esm",
    target: "es2022",
    logLevel: "silent",
  });
  // An extension imports the package by its name, which is resolved with the settings of the package itself.
  if (extension) extended.add(folder);
  else unread.add(folder);
  return {
    folder,
    errors: () => {
      unread.delete(folder);
      extended.delete(folder);
      return checkTypes([folder]);
    },
    load: (name) => import(/* @vite-ignore */ pathToFileURL(join(folder, "dist", name)).href),
    text: (path) => files.find((file) => file.path === path)?.text ?? "",
  };
}

/** Returns what a compiler says about packages, all with the settings of the first. */
async function checkTypes(folders: readonly string[]): Promise<string> {
  const [first = ""] = folders;
  const flags = ["--noUnusedLocals", "--emitDeclarationOnly", "false", "--noEmit"];
  if (folders.length === 1) return runCompiler("TypeScript 7", ["-p", first, ...flags]);
  const config = `${first}.json`;
  const compilerOptions = { composite: false, rootDir: dirname(first), tsBuildInfoFile: null };
  const include = folders.map((folder) => join(folder, "src"));
  await writeFile(
    config,
    JSON.stringify({ extends: join(first, "tsconfig.json"), compilerOptions, include }),
  );
  return runCompiler("TypeScript 7", ["-p", config, ...flags]);
}

/** A spec with these schemas, each the answer of an operation of its own. */
export function specOf(schemas: Readonly<Record<string, unknown>>, openapi = "3.1.0"): object {
  return {
    openapi,
    info: { title: "Test", version: "1" },
    paths: Object.fromEntries(
      Object.keys(schemas).map((name) => [
        `/${name}`,
        { get: { operationId: `get${name}`, responses: answer({ $ref: `#/components/schemas/${name}` }) } },
      ]),
    ),
    components: { schemas },
  };
}

/** Responses with one success. */
export const answer = (schema: unknown): object => ({
  200: { description: "OK", content: { "application/json": { schema } } },
});
