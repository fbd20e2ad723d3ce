import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRead } from "./sdk-files.js";

/** The files of a folder that a surface is read from. */
export function filesBelow(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isRead);
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}
