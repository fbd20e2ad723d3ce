import { readFile } from "node:fs/promises";
import { errorText } from "../../kit/problem.js";

/**
 * The text of a file; undefined if there is none.
 * @throws Error that names a file which is there and cannot be read.
 */
export async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`${path} cannot be read: ${errorText(error)}`, { cause: error });
  }
}
