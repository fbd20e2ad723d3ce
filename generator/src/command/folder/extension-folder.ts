import { readFile, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { ExtensionSource } from "../../rest/read/extension.js";

/** Returns whether a file is part of the package. Tests and fixtures are not. */
const isModule = (name: string): boolean => /(?<!\.d|\.spec|\.test|\.fixture)\.ts$/.test(name);

/**
 * Reads the TypeScript files and the `README.md` of an extension, without tests and fixtures.
 *
 * @throws Error that names the folder, if it cannot be read.
 */
export async function readExtensionFolder(folder: string): Promise<ExtensionSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && isModule(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split(sep).includes("node_modules"))
    .sort();
  const files = await Promise.all(
    paths.map(async (path) => ({
      path: path.split(sep).join("/"),
      text: await readFile(join(folder, path), "utf8"),
    })),
  );
  const hasReadme = entries.some((entry) => entry.name === "README.md" && entry.parentPath === folder);
  return { folder, files, readme: hasReadme ? await readFile(join(folder, "README.md"), "utf8") : "" };
}
