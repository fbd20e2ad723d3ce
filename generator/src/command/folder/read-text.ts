import { readFile } from "node:fs/promises";
import { CommandError, errorText } from "../../kit/problem.js";

/**
 * Reads a file; returns undefined if it does not exist.
 *
 * @throws Error that names the file, if it exists and cannot be read.
 */
export async function readTextIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new CommandError("FILE_UNREADABLE", `Cannot read ${path}: ${errorText(error)}`, { cause: error });
  }
}
