import { createHash } from "node:crypto";
import type { OutputFile } from "./file.js";

/** The file with the list of generated files in an output folder. */
export const fileListName = ".stratus-files";

const head =
  "# What protoc-gen-stratus wrote here, with the hash that git has for it. `stratus clean` removes what it no longer writes.";
const contentMark = "# Content: ";

/** A list that was read. */
export interface FileList {
  /** The content of the files in words: `2 services, 7 methods`; undefined if an earlier version wrote the list. */
  readonly content: string | undefined;
  /** The hash that git has for each file, by its path; an empty text if an earlier version wrote the list. */
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * Adds the list of files to them, with one line for each path, so that branches merge. Only files on the list of the
 * last run can be stale. The hashes show whether a file was edited.
 */
export function addFileList(files: readonly OutputFile[], content: string): readonly OutputFile[] {
  const lines = files.map(({ path, text }) => `${path} ${gitHash(text)}`).sort();
  const list = {
    path: fileListName,
    text: `${[head, `${contentMark}${content}`, ...lines].join("\n")}\n`,
  };
  return [...files, list].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the Git object ID of a text, so that Git can compare it. */
function gitHash(text: string): string {
  const bytes = Buffer.from(text);
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Parses the list of files. */
export function readFileList(text: string): FileList {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  const files = lines.filter((line) => !line.startsWith("#"));
  return {
    content: lines.find((line) => line.startsWith(contentMark))?.slice(contentMark.length),
    hashes: new Map(
      files.map((line) => {
        const [, path = line, hash = ""] = /^(.*) ([0-9a-f]{40})$/.exec(line) ?? [];
        return [path, hash] as const;
      }),
    ),
  };
}

/** Counts the files that were added, removed or changed between two lists. */
export function countChangedFiles(before: FileList, after: FileList): number {
  const paths = new Set([...before.hashes.keys(), ...after.hashes.keys()]);
  return [...paths].filter((path) => before.hashes.get(path) !== after.hashes.get(path)).length;
}
