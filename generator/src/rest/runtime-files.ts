import { posix } from "node:path";
import type { OutputFile } from "../kit/emit/file.js";
import { lazy } from "../kit/lazy.js";
import type { Extension } from "./read/extension.js";
import { readRuntimeTexts } from "./runtime-texts.js";

/** The sources of the runtime and of the format of guides, by their paths below `src`. */
const sources = lazy(readRuntimeTexts);

/** The module whose exports the package reexports. */
export const runtimeEntryPath = "src/runtime/index.ts";

/** Lists the sources in a folder below `src`, without those in its subfolders. */
function listSources(folder: string): readonly string[] {
  return [...sources().keys()].flatMap((path) =>
    posix.dirname(path) === folder ? [posix.basename(path)] : [],
  );
}

/**
 * Returns the files of the runtime, which each package contains, so that it has no dependencies. The error class is
 * renamed to the name that the package exports.
 *
 * @param values The optional files to add, such as `values/exact.ts`.
 */
export function listRuntimeFiles(values: readonly string[], errorName: string): readonly OutputFile[] {
  // Those in subfolders are added on demand.
  const names = [...listSources("rest/runtime"), ...values].sort();
  return names.map((name) => copyRuntimeFile(name, errorName));
}

/** Returns the files of the runtime that other files import, directly or through each other. */
export function listImportedRuntimeFiles(texts: readonly string[], errorName: string): readonly OutputFile[] {
  const found = new Map<string, OutputFile>();
  const open = texts.flatMap((text) =>
    listImports(text).map((path) => /runtime\/(.*)\.js$/.exec(path)?.[1] ?? ""),
  );
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const path = `${name}.ts`;
    if (name === "" || found.has(path)) continue;
    const file = copyRuntimeFile(path, errorName);
    found.set(path, file);
    open.push(
      ...listImports(file.text).map((one) => posix.join(posix.dirname(path), one).replace(/\.js$/, "")),
    );
  }
  return [...found.values()];
}

/** Lists the relative modules that a text imports. */
function listImports(text: string): readonly string[] {
  return [...text.matchAll(/(?:from |import\()"(\.{1,2}\/[^"]*)"/g)].map(([, path = ""]) => path);
}

function copyRuntimeFile(name: string, errorName: string): OutputFile {
  return {
    path: `src/runtime/${name}`,
    text: `${createHeader(`src/rest/runtime/${name} of protoc-gen-stratus`)}${readRuntimeFile(name, errorName)}`,
  };
}

/** Returns the files with the format of guides. */
export function listGuideFiles(): readonly OutputFile[] {
  return listSources("kit/guide")
    .toSorted()
    .map((name) => {
      const text = readSource(`kit/guide/${name}`);
      // The first line is replaced by a header with the origin.
      const body = text.slice(text.indexOf("\n") + 1);
      return {
        path: `src/runtime/guide/${name}`,
        text: `${createHeader(`src/kit/guide/${name} of protoc-gen-stratus`)}${body}`,
      };
    });
}

/** Returns the modules of an extension, as files of the package. */
export function listExtensionFiles({ folder, files }: Extension): readonly OutputFile[] {
  // Only the last segment, because the path differs between machines.
  const name = folder.split(/[\\/]/).findLast((part) => !/^\.*$/.test(part)) ?? "the extension";
  return files.map(({ path, text }) => ({
    path: `src/extension/${path}`,
    text: `${createHeader(`${name}/${path}`)}${text}`,
  }));
}

/** Returns the first line of a copied file. Characters that could end the comment are replaced. */
function createHeader(origin: string): string {
  const shown = origin.replace(/[^\w .~@/-]/g, "_");
  return `/* eslint-disable */\n/* @generated */\n/* Copied by \`stratus openapi\` from ${shown}. DO NOT EDIT. */\n`;
}

function readRuntimeFile(name: string, errorName: string): string {
  return readSource(`rest/runtime/${name}`).replace(/\bApiError\b/g, () => errorName);
}

function readSource(path: string): string {
  const text = sources().get(path);
  if (text === undefined) throw new Error(`the source ${path} of the generator is missing`);
  return text;
}
