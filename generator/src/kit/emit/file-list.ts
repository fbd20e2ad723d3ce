import { createHash } from "node:crypto";
import type { OutputFile } from "./file.js";

/** The file in which an output folder says what was written there. */
export const fileListName = ".stratus-files";

const head =
  "# What protoc-gen-stratus wrote here, with the hash that git has for it. `stratus clean` removes what it no longer writes.";

/**
 * Files, and the list of them, in the order of their paths: one line a file, so that branches merge. The list says
 * what the last run wrote, so that nothing else has to be removed with what is stale; its hashes tell a file that is
 * not what was written.
 */
export function withFileList(files: readonly OutputFile[]): readonly OutputFile[] {
  const lines = files.map(({ path, text }) => `${path} ${gitHash(text)}`).sort();
  const list = { path: fileListName, text: `${[head, ...lines].join("\n")}\n` };
  return [...files, list].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The name of a file with the text in git, so that git alone can tell whether it is another. */
function gitHash(text: string): string {
  const bytes = Buffer.from(text);
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** The paths in such a list. */
export function listedFiles(text: string): ReadonlySet<string> {
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  return new Set(lines.map((line) => line.replace(/ [0-9a-f]{40}$/, "")));
}
