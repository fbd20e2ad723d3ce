/**
 * The first step of an API team: what a repository has, what it lacks for an SDK to be generated in it, and the
 * files that are to be written. Nothing here writes; `subcommand/init.ts` does.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, posix, relative, resolve } from "node:path";
import { lockFiles } from "./package-manager.js";
import { textAt } from "../folder/text-at.js";

/** A proto file of the repository. */
export interface ProtoFile {
  /** Path from the top, with `/`. */
  readonly path: string;
  readonly packageName: string;
  /** Full names of its services. */
  readonly services: readonly string[];
  readonly imports: readonly string[];
  /** It declares an option that says where services are. */
  readonly hasOptions: boolean;
}

/** What is there already. */
export interface Repository {
  readonly protos: readonly ProtoFile[];
  /** Texts of the files that may be there, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The repository that the folder is a part of; undefined if it is the top of one, or in none. */
  readonly around?: Surroundings | undefined;
}

/** A repository around a folder. */
export interface Surroundings {
  /** Its top, as seen from the folder, such as `../..`. */
  readonly top: string;
  /** The folder, as seen from its top, such as `packages/api`. */
  readonly place: string;
  /** Texts at its top that say which package manager it has. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The files that are looked at beside protos. */
export const knownFiles = {
  buf: "buf.yaml",
  bufWork: "buf.work.yaml",
  template: "buf.gen.yaml",
  package: "package.json",
  overlay: "sdk.package.json",
  changelog: "sdk/CHANGELOG.md",
  workflow: ".github/workflows/sdk.yml",
  script: "sdk.sh",
  ignored: "sdk/.gitignore",
  sdkPackage: "sdk/package.json",
  sdkYarnLock: "sdk/yarn.lock",
  ...lockFiles,
} as const;

/** Looks at a folder; folders of tools, of installed packages and of what Go vendors are left out. */
export async function readRepository(folder: string): Promise<Repository> {
  const texts = await textsIn(folder, Object.values(knownFiles));
  const protos: ProtoFile[] = [];
  for (const path of await protosBelow(folder, "")) {
    protos.push(describe(path, (await textAt(join(folder, path))) ?? ""));
  }
  return { protos, texts, around: await findSurroundings(resolve(folder)) };
}

async function textsIn(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const text = await textAt(join(folder, path));
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

async function findSurroundings(folder: string): Promise<Surroundings | undefined> {
  for (let top = folder; top !== dirname(top); top = dirname(top)) {
    // A folder, or in a work tree a file.
    if (!existsSync(join(top, ".git"))) continue;
    if (top === folder) return undefined;
    const texts = await textsIn(top, [knownFiles.package, ...Object.values(lockFiles)]);
    return { top: pathTo(top, folder), place: pathTo(folder, top), texts };
  }
  return undefined;
}

/** The path to a folder from another, with `/`. */
function pathTo(to: string, from: string): string {
  return relative(from, to).replaceAll("\\", "/");
}

async function protosBelow(folder: string, place: string): Promise<string[]> {
  const entries = await readdir(join(folder, place), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const path = posix.join(place, name);
    if (entry.isDirectory() && !/^(?:node_modules|vendor|\..*)$/.test(name))
      found.push(...(await protosBelow(folder, path)));
    else if (name.endsWith(".proto")) found.push(path);
  }
  return found.sort();
}

function describe(path: string, source: string): ProtoFile {
  const text = source.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, "");
  const [, packageName = ""] = /(?:^|;)\s*package\s+([\w.]+)\s*;/m.exec(text) ?? [];
  return {
    path,
    packageName,
    services: Array.from(text.matchAll(/(?:^|[;}])\s*service\s+(\w+)/gm), ([, name = ""]) =>
      packageName === "" ? name : `${packageName}.${name}`,
    ),
    imports: [...text.matchAll(/\bimport\s+(?:public\s+)?"([^"]+)"/g)].map(([, path = ""]) => path),
    hasOptions: /\bstring\s+(?:api_service_name|default_host)\s*=/.test(text),
  };
}
