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
 * in the order of their paths. A file is asked for when the formatter is free, so
 * that printing and formatting go on side by side, and no text waits unformatted.
 * @throws Problems when a path could not be written, or not everywhere, or twice.
 */
export async function emit(files: Iterable<OutputFile>): Promise<readonly OutputFile[]> {
  const formatted = await formatAll(files);
  const problems = checkPaths(formatted.map(({ path }) => path));
  if (problems.length > 0) throw new Problems(problems);
  return formatted.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * How many files are formatted at once. All at once would take four times the
 * processor time, which the formatter's threads spend on memory.
 */
const atOnce = 2;

async function formatAll(files: Iterable<OutputFile>): Promise<OutputFile[]> {
  const formatted: OutputFile[] = [];
  const waiting = files[Symbol.iterator]();
  const formatNext = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      formatted.push(await formatFile(next.value));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, formatNext));
  return formatted;
}
