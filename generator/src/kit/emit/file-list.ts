import type { OutputFile } from "./file.js";

/** The file in which an output folder says what was written there. */
export const fileListName = ".stratus-files";

const head =
  "# What protoc-gen-stratus wrote here. `stratus clean` removes what it wrote before and no longer does.";

/**
 * The list of the files of a run, one path a line. What an earlier run wrote is
 * known by it, so that nothing else has to be removed with what is stale.
 */
export function fileList(paths: readonly string[]): OutputFile {
  return { path: fileListName, text: [head, ...paths.toSorted()].join("\n") };
}

/** The paths in such a list. */
export function listedFiles(text: string): ReadonlySet<string> {
  return new Set(text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#")));
}
