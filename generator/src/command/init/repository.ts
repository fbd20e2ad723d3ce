/**
 * Reads a repository for `stratus init`. `plan.ts` plans the files to write, and `subcommand/init.ts` writes them.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, posix, relative, resolve } from "node:path";
import { lockFiles } from "./package-manager.js";
import { readTextIfExists } from "../folder/read-text.js";

/** A proto file of the repository. */
export interface ProtoFile {
  /** Path relative to the repository, with `/`. */
  readonly path: string;
  readonly packageName: string;
  /** Full names of its services. */
  readonly services: readonly string[];
  readonly imports: readonly string[];
  /** It states that the API follows the convention or AIP; undefined if it states neither. */
  readonly states: "cloud" | "aip" | undefined;
}

/** The contents of a repository. */
export interface Repository {
  readonly protos: readonly ProtoFile[];
  /** Paths of the OpenAPI documents at its top and in its folders `api`, `openapi` and `spec`. */
  readonly specs: readonly string[];
  /** Texts of known files that exist, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The repository that contains the folder; undefined if the folder is its root, or in no repository. */
  readonly around?: ParentRepository | undefined;
}

/** A repository around a folder. */
export interface ParentRepository {
  /** Path from the folder to the root, such as `../..`. */
  readonly top: string;
  /** Path from the root to the folder, such as `packages/api`. */
  readonly place: string;
  /** Texts of the files in its root that identify the package manager. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The files that are read in addition to protos. */
export const knownFiles = {
  buf: "buf.yaml",
  bufWork: "buf.work.yaml",
  template: "buf.gen.yaml",
  package: "package.json",
  overlay: "sdk.package.json",
  names: "sdk.names.json",
  changelog: "sdk/CHANGELOG.md",
  workflow: ".github/workflows/sdk.yml",
  script: "sdk.sh",
  topIgnored: ".gitignore",
  ignored: "sdk/.gitignore",
  sdkPackage: "sdk/package.json",
  sdkYarnLock: "sdk/yarn.lock",
  ...lockFiles,
} as const;

/** Reads a folder, except folders of tools, installed packages and vendored Go modules. */
export async function readRepository(folder: string): Promise<Repository> {
  const texts = await readTexts(folder, Object.values(knownFiles));
  const protos: ProtoFile[] = [];
  for (const path of await findProtos(folder, "")) {
    protos.push(readProto(path, (await readTextIfExists(join(folder, path))) ?? ""));
  }
  const specs = await findSpecs(folder);
  return { protos, specs, texts, around: await findParentRepository(resolve(folder)) };
}

async function readTexts(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const text = await readTextIfExists(join(folder, path));
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

async function findParentRepository(folder: string): Promise<ParentRepository | undefined> {
  for (let top = folder; top !== dirname(top); top = dirname(top)) {
    // `.git` is a folder, or a file in a work tree.
    if (!existsSync(join(top, ".git"))) continue;
    if (top === folder) return undefined;
    const texts = await readTexts(top, [knownFiles.package, ...Object.values(lockFiles)]);
    return { top: relativePath(top, folder), place: relativePath(folder, top), texts };
  }
  return undefined;
}

/** Returns the path from one folder to another, with `/`. */
function relativePath(to: string, from: string): string {
  return relative(from, to).replaceAll("\\", "/");
}

async function findProtos(folder: string, place: string): Promise<string[]> {
  const entries = await readdir(join(folder, place), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const path = posix.join(place, name);
    if (entry.isDirectory() && !/^(?:node_modules|vendor|\..*)$/.test(name))
      found.push(...(await findProtos(folder, path)));
    else if (name.endsWith(".proto")) found.push(path);
  }
  return found.sort();
}

function readProto(path: string, source: string): ProtoFile {
  const text = source.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, "");
  const [, packageName = ""] = /(?:^|;)\s*package\s+([\w.]+)\s*;/m.exec(text) ?? [];
  return {
    path,
    packageName,
    services: Array.from(text.matchAll(/(?:^|[;}])\s*service\s+(\w+)/gm), ([, name = ""]) =>
      packageName === "" ? name : `${packageName}.${name}`,
    ),
    imports: [...text.matchAll(/\bimport\s+(?:(?:public|weak)\s+)?"([^"]+)"/g)].map(([, path = ""]) => path),
    states: /\bapi_service_name\b/.test(text)
      ? "cloud"
      : packageName !== "" && statesAip(text)
        ? "aip"
        : undefined,
  };
}

/** Whether an own proto uses an option of AIP, wherever that is declared: in the repository or in a registry's module. */
function statesAip(text: string): boolean {
  return (
    !/\bpackage\s+google\./.test(text) &&
    /\bgoogle\.api\.(?:default_host|resource|resource_definition)\b|\bgoogle\.longrunning\./.test(text)
  );
}

/** Finds documents that begin as OpenAPI does, in YAML or JSON. */
async function findSpecs(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const place of ["", "api", "openapi", "spec"]) {
    if (!existsSync(join(folder, place))) continue;
    const entries = await readdir(join(folder, place), { withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || !/\.(?:ya?ml|json)$/.test(entry.name)) continue;
      const path = posix.join(place, entry.name);
      const text = (await readTextIfExists(join(folder, path))) ?? "";
      if (/^\s*\{?\s*["']?(?:openapi|swagger)["']?\s*:/m.test(text.slice(0, 2_000))) found.push(path);
    }
  }
  return found.sort();
}
