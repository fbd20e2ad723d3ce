import { posix } from "node:path";
import { lazy } from "../kit/lazy.js";
import { readRuntimeTexts } from "./runtime-texts.js";

const texts = lazy(readRuntimeTexts);

/** Returns the paths of the sources in a folder below `src`, without those in its subfolders. */
export function listSources(folder: string): readonly string[] {
  return [...texts().keys()].filter((path) => posix.dirname(path) === folder);
}

/** Returns the text of a source by its path below `src`. */
export function readSource(path: string): string {
  const text = texts().get(path);
  if (text === undefined) throw new Error(`the source ${path} of the generator is missing`);
  return text;
}
