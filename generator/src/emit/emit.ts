/**
 * Files as they leave the generator: their paths checked for every file system, their text formatted, in one
 * order, and packed into the response that protoc or buf reads.
 */
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
  const formatted = await formatAll(files);
  return formatted.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * How many files are formatted at once. All at once would take four times the
 * processor time, which the formatter's threads spend on memory.
 */
const atOnce = 2;

async function formatAll(files: readonly OutputFile[]): Promise<OutputFile[]> {
  const formatted: OutputFile[] = [];
  const waiting = files.values();
  const formatNext = async (): Promise<void> => {
    for (const file of waiting) formatted.push(await formatFile(file));
  };
  await Promise.all(Array.from({ length: atOnce }, formatNext));
  return formatted;
}
