import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "./text/usage-error.js";

/** Checks the name of a command: at most 39 lower-case letters, digits and hyphens. @throws A UsageError otherwise. */
export function requireCommandName(name: string): void {
  if (/^[a-z][a-z0-9-]{0,38}$/.test(name)) return;
  throw new UsageError(
    "ARGUMENT_INVALID",
    `${name} cannot be a command name; use lower-case letters, digits and hyphens`,
  );
}

/**
 * Writes the files of a package into a new folder. Files below `bin/` become executable.
 *
 * @param files The contents of the files by their paths.
 * @returns the paths
 * @throws A UsageError if the folder exists and is not empty.
 */
export function writePackage(files: ReadonlyMap<string, string>, folder: string): readonly string[] {
  const out = resolve(folder);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new UsageError("FOLDER_NOT_EMPTY", `${out} is not empty; choose another folder with --out`);
  for (const [path, text] of files) {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: path.startsWith("bin/") ? 0o755 : 0o644 });
  }
  return [...files.keys()];
}
