import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { errorText, Problems } from "../../kit/problem.js";
import type { OpenFile } from "../../rest/read/files.js";

/** Files that a description may name: those below a folder, as they are on the disk and not as a link says. */
export function openBelow(spec: string, root = dirname(spec)): OpenFile {
  return async (path) => {
    if (!isBelow(root, path)) {
      fail(`it is outside of ${root}`, "Name the folder of all files by --root DIR");
    }
    let real: string;
    try {
      real = await realpath(path);
    } catch (error) {
      return fail(errorText(error), "Name a file that is there");
    }
    if (!isBelow(await realpath(root), real)) {
      fail(
        `${path} is a link out of ${root}`,
        "Put the file itself there, or name the folder of all files by --root DIR",
      );
    }
    if (!(await stat(real)).isFile()) fail(`${path} is not a file`, "Name a file");
    return readFile(real, "utf8");
  };
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function fail(what: string, fix: string): never {
  throw new Problems([{ code: "FILE_UNREADABLE", what, fix }]);
}
