/**
 * The first step of an API team: what a repository has, what it lacks for an SDK to be generated in it, and the
 * files that are to be written. Nothing here writes; `subcommand/init.ts` does.
 */
import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
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
  const texts = new Map<string, string>();
  for (const path of Object.values(knownFiles)) {
    const text = await textAt(join(folder, path));
    if (text !== undefined) texts.set(path, text);
  }
  const protos: ProtoFile[] = [];
  for (const path of await protosBelow(folder, "")) {
    protos.push(describe(path, (await textAt(join(folder, path))) ?? ""));
  }
  return { protos, texts };
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
