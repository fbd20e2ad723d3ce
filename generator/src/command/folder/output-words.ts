import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { changedFiles, type FileList, fileListName, readFileList } from "../../kit/emit/file-list.js";
import { counted } from "../../kit/text/counted.js";
import { listOf } from "./stale-files.js";

/**
 * The content of an output folder of the plugin: `2 services, 7 methods, 14 files, 3 changed since the last commit`. The
 * last part needs git and a commit of the folder: what was there before this run is written over.
 */
export async function outputInWords(folder: string): Promise<string> {
  const list = await listOf(folder);
  const committed = await committedList(folder);
  return [
    ...(list.content === undefined ? [] : [list.content]),
    counted(list.hashes.size, "file"),
    ...(committed ? [`${changedFiles(committed, list)} changed since the last commit`] : []),
  ].join(", ");
}

/** The list as it was committed last; undefined without git, or if there was none. */
async function committedList(folder: string): Promise<FileList | undefined> {
  const show = ["-C", folder, "show", `HEAD:./${fileListName}`];
  const output = await promisify(execFile)("git", show, { maxBuffer: 1 << 26 }).catch(() => undefined);
  return output && readFileList(output.stdout);
}
