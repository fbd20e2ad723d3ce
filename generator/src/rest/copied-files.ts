import { posix } from "node:path";
import type { OutputFile } from "../kit/emit/file.js";
import type { Extension } from "./read/extension.js";
import { listSources, readSource } from "./source-texts.js";

/** Returns the files with the format of guides, which the build copies from the gRPC runtime. */
export function listGuideFiles(): readonly OutputFile[] {
  return listSources("kit/guide").map((path) => {
    const name = posix.basename(path);
    const text = readSource(path);
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

/** Returns the first lines of a copied file. Characters that could end the comment are replaced. */
function createHeader(origin: string): string {
  const shown = origin.replace(/[^\w .~@/-]/g, "_");
  return `/* eslint-disable */\n/* @generated */\n/* Copied by \`stratus openapi\` from ${shown}. DO NOT EDIT. */\n`;
}
