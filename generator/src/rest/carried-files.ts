import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OutputFile } from "../kit/emit/file.js";
import type { Extension } from "./read/extension.js";

/** The sources of the runtime; the same place from the compiled file and from this one. */
const folder = fileURLToPath(new URL("../../src/rest/runtime/", import.meta.url));

/** The form of guides, as the build copies it from the runtime. */
const guideFolder = fileURLToPath(new URL("../../src/kit/guide/", import.meta.url));

/** The module of the runtime whose exports are the package's. */
export const carriedEntry = "src/runtime/index.ts";

/** Files that every package carries: the runtime, but for what only some need. */
const isCarried = (name: string): boolean => name.endsWith(".ts") && !/\.(spec|fixture)\.ts$/.test(name);

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
    text: `${header(`src/rest/runtime/${name} of protoc-gen-stratus`)}${carried(name, errorName)}`,
  }));
}

/** The form of guides, as files of the package. */
export function guideFormFiles(): readonly OutputFile[] {
  return readdirSync(guideFolder)
    .sort()
    .map((name) => {
      const text = readFileSync(`${guideFolder}${name}`, "utf8");
      // Its first line says that it is a copy; here it says of what.
      const own = text.slice(text.indexOf("\n") + 1);
      return {
        path: `src/runtime/guide/${name}`,
        text: `${header(`src/kit/guide/${name} of protoc-gen-stratus`)}${own}`,
      };
    });
}

/** The modules of an extension, as files of the package. */
export function extensionFiles({ folder, files }: Extension): readonly OutputFile[] {
  // The last part alone: where the folder lies is the business of one machine.
  const name = folder.split(/[\\/]/).findLast((part) => !/^\.*$/.test(part)) ?? "the extension";
  return files.map(({ path, text }) => ({
    path: `src/extension/${path}`,
    text: `${header(`${name}/${path}`)}${text}`,
  }));
}

/** The first line of a file that is copied. Names of files cannot end the comment. */
function header(origin: string): string {
  const shown = origin.replace(/[^\w .~@/-]/g, "_");
  return `/* Carried along by \`stratus openapi\` from ${shown}. DO NOT EDIT. */\n`;
}

function carried(name: string, errorName: string): string {
  return readFileSync(`${folder}${name}`, "utf8").replace(/\bApiError\b/g, () => errorName);
}
