import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { errorText, Problems } from "../../kit/problem.js";
import type { OpenFile } from "../../rest/read/description-files.js";

/** Opens files that an OpenAPI document refers to, if they are inside a folder after links are resolved. */
export function openInFolder(spec: string, root = dirname(spec)): OpenFile {
  return async (path) => {
    if (!isBelow(root, path)) {
      fail(`it is outside ${root}`, "Set --root to the folder that contains all files");
    }
    let real: string;
    try {
      real = await realpath(path);
    } catch (error) {
      return fail(errorText(error), "Name an existing file");
    }
    if (!isBelow(await realpath(root), real)) {
      fail(
        `${path} is a link to a file outside ${root}`,
        "Copy the file there, or set --root to the folder that contains all files",
      );
    }
    if (!(await stat(real)).isFile()) fail(`${path} is not a file`, "Name a file");
    return readFile(real, "utf8");
  };
}

function isBelow(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath !== "" &&
    relativePath !== ".." &&
    !relativePath.startsWith(`..${sep}`) &&
    !isAbsolute(relativePath)
  );
}

function fail(what: string, fix: string): never {
  throw new Problems([{ code: "FILE_UNREADABLE", what, fix }]);
}
