import { readFile } from "node:fs/promises";
import { errorText, Problems } from "../../kit/problem.js";
import { parseSince, type Since } from "../../kit/text/since.js";

/**
 * Reads the file of the option `since`. It is missing until the first release after the first one, and nothing is said then.
 * @throws Problems if it is something else.
 */
export async function loadSince(path: string | undefined): Promise<Since | undefined> {
  if (path === undefined) return undefined;
  try {
    return parseSince(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Problems([
      {
        code: "FILE_INVALID",
        file: path,
        what: `The file cannot be used: ${errorText(error)}`,
        fix: "Take it back from git; `stratus release` adds to it",
      },
    ]);
  }
}
