import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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

/** A generated package, compiled strictly. */
export interface CompiledPackage {
  /** Where it is. */
  readonly folder: string;
  /** What the compiler says; empty where it is content. */
  readonly errors: string;
  /** Loads a compiled module: `guards.js`. */
  load(name: string): Promise<Record<string, unknown>>;
  /** The text of a generated file. */
  text(path: string): string;
}

const made = new Map<string, Promise<CompiledPackage>>();

/**
 * Generates a package into a temporary folder and compiles it, with a file of the test's own beside it. Tests
 * that ask for the same share one, which is removed at the end of the run.
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
  const flags = ["--noUnusedLocals", "--emitDeclarationOnly", "false"];
  const errors = await runCompiler("TypeScript 7", ["-p", folder, ...flags]);
  return {
    folder,
    errors,
    load: (name) => import(/* @vite-ignore */ pathToFileURL(join(folder, "dist", name)).href),
    text: (path) => files.find((file) => file.path === path)?.text ?? "",
  };
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
