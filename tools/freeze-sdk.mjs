/**
 * Freezes the SDK of a release: copies `generated/cloud` and the program that uses it to a folder that no later commit
 * edits. `test/release` compiles and runs every frozen SDK against the current runtime.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));

/** The folder of the frozen SDKs. It appears with the first release. */
export const frozenFolder = join(top, "test/frozen");

/** The names of the frozen SDKs, which are their versions. */
export function frozenVersions() {
  if (!existsSync(frozenFolder)) return [];
  return readdirSync(frozenFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** The commit that a frozen SDK was generated at. */
export function frozenCommit(version) {
  return readFileSync(join(frozenFolder, version, "commit"), "utf8").trim();
}

/** Copies the current SDK and its program to `folder`, and writes down the commit they come from. */
export function freezeSdk(folder, commit) {
  if (existsSync(folder)) throw new Error(`${folder} exists already. A frozen SDK is never overwritten.`);
  mkdirSync(folder, { recursive: true });
  for (const part of ["package.json", "src"])
    cpSync(join(top, "generated/cloud", part), join(folder, part), { recursive: true });
  cpSync(join(top, "test/release/program.ts"), join(folder, "program.ts"));
  writeFileSync(join(folder, "commit"), `${commit}\n`);
}
