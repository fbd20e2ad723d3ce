import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import type { OutputFile } from "../../../generator/src/kit/emit/file.js";
import { readApi } from "../../../generator/src/rest/model/read-api.js";
import { lockFile, NameLock } from "../../../generator/src/rest/model/name-lock.js";
import type { RestApi } from "../../../generator/src/rest/model/rest-api.js";
import { generateRestClient } from "../../../generator/src/rest/generate-rest-client.js";
import { Findings } from "../../../generator/src/rest/read/findings.js";
import { readSpecText } from "../../../generator/src/rest/read/spec-text.js";
import { convertSwagger } from "../../../generator/src/rest/read/swagger/swagger.js";
import { textOf, type WorldDocument } from "./documents.fixture.js";

/** Names of every client, so that their runtimes are the same. */
export const names = { packageName: "@acme/world", packageVersion: "1.0.0", name: "World" };

/** A module as it was loaded. */
export type Module = Readonly<Record<string, unknown>>;

/** A client in a folder of its own. */
export interface Opened extends AsyncDisposable {
  readonly files: readonly OutputFile[];
  /** So many are generated. */
  readonly operations: number;
  /** Those that are not. */
  readonly leftOut: readonly string[];
  /** The API as the client was made from it. */
  readonly api: RestApi;
  /** Bundles a module and what it imports, and loads it: `index`. */
  load(name: string): Promise<Module>;
}

/** The lock file among the files of a package. */
export const lockOf = (files: readonly OutputFile[]): string =>
  files.find(({ path }) => path === lockFile)?.text ?? "{}";

/** Generates the client of a document, whose modules can be loaded. */
export async function opened(
  { name }: Pick<WorldDocument, "name">,
  text: string,
  lock?: string,
): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "world-"));
  const { files, operations, omitted: leftOut } = await generateRestClient({ file: name, text, lock }, names);
  await writeFiles(folder, files);
  const api = readApi(convertSwagger(await readSpecText(name, text)), {
    reservedNames: [`${names.name}Client`, `${names.name}Error`, `${names.name}Options`],
    lock: new NameLock(lockOf(files)),
    findings: new Findings(),
    selection: { include: [], exclude: [] },
    invalidParts: [],
  });
  const load = async (module: string): Promise<Module> => {
    const input = join(folder, "src", `${module}.ts`);
    const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
    const dir = join(folder, "bundles", module);
    // Modules that the client loads later stay files of their own, as in a package.
    await bundle.write({ dir, entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" });
    await bundle.close();
    const file = join(dir, `${module}.mjs`);
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Module;
  };
  const remove = (): Promise<void> => rm(folder, { recursive: true });
  return { files, operations, leftOut, api, load, [Symbol.asyncDispose]: remove };
}

/** The client of a document as it is published. */
export const openedAsIs = (document: WorldDocument): Promise<Opened> => opened(document, textOf(document));

/** Writes files by their paths below a folder. */
export async function writeFiles(folder: string, files: readonly OutputFile[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The sources of a client that stands beside others in one compilation. */
export function besideOthers(home: string, files: readonly OutputFile[]): readonly OutputFile[] {
  return files
    .filter(({ path }) => path.startsWith("src/"))
    .map(({ path, text }) => ({ path: `${home}/${path}`, text }));
}
