import { Problems } from "../problem.js";
import type { OutputFile } from "./file.js";
import { formatFile } from "./format.js";
import { checkPaths } from "./paths.js";

/**
 * Makes files ready to be written: their paths checked, their text formatted,
 * in the order of their paths.
 * @throws Problems when a path could not be written, or not everywhere, or twice.
 */
export async function emit(files: readonly OutputFile[]): Promise<readonly OutputFile[]> {
  const problems = checkPaths(files.map(({ path }) => path));
  if (problems.length > 0) throw new Problems(problems);
  const formatted = await Promise.all(files.map(formatFile));
  return formatted.sort((a, b) => (a.path < b.path ? -1 : 1));
}
