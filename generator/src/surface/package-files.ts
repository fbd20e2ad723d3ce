import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Files } from "./entry-points.js";

/** What no source of a package is in, or what is built of them. */
const passedOver = new Set(["node_modules", ".git"]);

/**
 * Reads the files of a package that its surface is read from: package.json, and all TypeScript below the folder.
 * Declarations in `dist` are left out where there are sources in `src`.
 * @throws Error where the folder cannot be read.
 */
export async function readPackageFiles(folder: string): Promise<Files> {
  const top = await readdir(folder, { withFileTypes: true });
  const hasSources = top.some((entry) => entry.isDirectory() && entry.name === "src");
  const paths: string[] = [];
  const walk = async (place: string): Promise<void> => {
    for (const entry of await readdir(place, { withFileTypes: true })) {
      const isBuilt = hasSources && place === folder && entry.name === "dist";
      if (passedOver.has(entry.name) || isBuilt) continue;
      const path = join(place, entry.name);
      if (entry.isDirectory()) await walk(path);
      else if (entry.name.endsWith(".ts") || path === join(folder, "package.json")) paths.push(path);
    }
  };
  await walk(folder);
  const files = await Promise.all(
    paths.sort().map(async (path): Promise<[string, string]> => {
      return [relative(folder, path).replaceAll("\\", "/"), await readFile(path, "utf8")];
    }),
  );
  return new Map(files);
}
