import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OutputFile } from "../kit/emit/file.js";
import type { Extension } from "./read/extension.js";

/** The format of guides, which the build copies from the gRPC runtime. */
const guideFolder = fileURLToPath(new URL("../../src/kit/guide/", import.meta.url));

/** Returns the files with the format of guides. */
export function listGuideFiles(): readonly OutputFile[] {
  return readdirSync(guideFolder)
    .sort()
    .map((name) => {
      const text = readFileSync(`${guideFolder}${name}`, "utf8");
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
  return `/* Copied by \`stratus openapi\` from ${shown}. DO NOT EDIT. */\n`;
}
