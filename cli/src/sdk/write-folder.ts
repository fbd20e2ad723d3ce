import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../text/usage-error.js";

/**
 * Writes the files of a package into a new folder; those in `bin` can be run.
 *
 * @param files Texts by their paths.
 * @returns the paths
 * @throws A UsageError if there is something in the folder already.
 */
export function writeFolder(files: ReadonlyMap<string, string>, folder: string): readonly string[] {
  const out = resolve(folder);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new UsageError(`${out} is not empty; name another folder with --out`);
  for (const [path, text] of files) {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: path.startsWith("bin/") ? 0o755 : 0o644 });
  }
  return [...files.keys()];
}
