import { readFile, stat } from "node:fs/promises";
import { errorText, type Problem, Problems } from "../../kit/problem.js";
import {
  maxNamesFileBytes,
  type NamesFile,
  NamesFileError,
  parseNamesFile,
} from "../../kit/text/names-file.js";

/**
 * Reads the file of the option `since`. Returns undefined if the option is not set.
 * @throws Problems if the file does not exist or is not a names file.
 */
export async function loadNamesFile(
  path: string | undefined,
): Promise<(NamesFile & { readonly path: string }) | undefined> {
  if (path === undefined) return undefined;
  return { ...readNamesText(await readText(path), path), path };
}

/**
 * Reads the text of a names file.
 * @param file Its path, for the problem.
 * @throws Problems if it is not a names file.
 */
export function readNamesText(text: string, file: string): NamesFile {
  try {
    return parseNamesFile(text);
  } catch (error) {
    if (!(error instanceof NamesFileError)) throw error;
    const fix = "Restore the file from Git. `stratus names` writes the names of new elements into it";
    throw new Problems([{ code: "FILE_INVALID", file, line: error.line, what: error.message, fix }]);
  }
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > maxNamesFileBytes) throw new Error("it is larger than 64 MB");
    return await readFile(path, "utf8");
  } catch (error) {
    const problem: Problem =
      error instanceof Error && "code" in error && error.code === "ENOENT"
        ? {
            code: "FILE_UNREADABLE",
            element: "option since",
            what: `The file ${path} does not exist, so nothing says which names earlier versions gave`,
            fix: "Restore it from Git, or write it with `npx stratus names`, which takes the names of the SDK that is there. Keep it outside of the output folder, where buf deletes it if buf.gen.yaml has `clean: true`",
          }
        : {
            code: "FILE_UNREADABLE",
            element: "option since",
            what: `The file ${path} cannot be read (${errorText(error)})`,
            fix: "Correct the path, which begins in the folder in which buf runs",
          };
    throw new Problems([problem]);
  }
}
