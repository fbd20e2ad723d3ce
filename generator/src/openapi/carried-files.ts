import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OutputFile } from "../emit/file.js";

/** The sources of the runtime; the same place from the compiled file and from this one. */
const folder = fileURLToPath(new URL("../../rest-runtime/", import.meta.url));

/** Files that every package carries: the runtime, but for what only some need. */
const isCarried = (name: string): boolean =>
  name.endsWith(".ts") && !/\.(spec|fixture)\.ts$/.test(name) && name !== "index.ts";

/**
 * The runtime that a generated package stands on, as files of the package: it
 * has no dependency. It is ordinary source text of this project, tested there;
 * one name in it changes, that of the error class, so that what is thrown,
 * printed and documented has the name under which it is exported. `values`
 * names the value readers to add.
 */
export function carriedFiles(values: readonly string[], errorName: string): readonly OutputFile[] {
  const names = [...readdirSync(folder).filter(isCarried), ...values].sort();
  return names.map((name) => ({
    path: `src/runtime/${name}`,
    text: `/* Carried along by \`stratus openapi\`. DO NOT EDIT. */\n${carried(name, errorName)}`,
  }));
}

function carried(name: string, errorName: string): string {
  return readFileSync(`${folder}${name}`, "utf8").replace(/\bApiError\b/g, () => errorName);
}
