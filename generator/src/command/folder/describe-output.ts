import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { countChangedFiles, type FileList, fileListName, readFileList } from "../../kit/emit/file-list.js";
import { formatCount } from "../../kit/text/format-count.js";
import { readList } from "./stale-files.js";

/**
 * Describes the contents of an output folder: `2 services, 7 methods, 14 files, 3 changed since the last commit`. The
 * last part needs a commit of the folder, because the run has overwritten the previous files.
 */
export async function describeOutput(folder: string): Promise<string> {
  const list = await readList(folder);
  const committed = await readCommittedList(folder);
  return [
    ...(list.content === undefined ? [] : [list.content]),
    formatCount(list.hashes.size, "file"),
    ...(committed ? [`${countChangedFiles(committed, list)} changed since the last commit`] : []),
  ].join(", ");
}

/** Reads the list of files of the last commit; undefined without Git, or if there was none. */
async function readCommittedList(folder: string): Promise<FileList | undefined> {
  const show = ["-C", folder, "show", `HEAD:./${fileListName}`];
  const output = await promisify(execFile)("git", show, { maxBuffer: 1 << 26 }).catch(() => undefined);
  return output && readFileList(output.stdout);
}
