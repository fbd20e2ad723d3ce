import { CommandError } from "../../kit/problem.js";
import { noNames, type RecordedRelease, updateNamesFile } from "../../kit/text/names-file.js";
import { readTextIfExists } from "./read-text.js";

/** A names file, before and after. */
export interface UpdatedNamesFile {
  readonly path: string;
  /** Undefined if there is none. */
  readonly before: string | undefined;
  readonly after: string;
}

/** The names file of a package. */
export interface FoundNamesFile {
  /** The path; undefined if no option names one. */
  readonly path: string | undefined;
  /** The plugin writes the package, so an option can name a file. */
  readonly isPossible: boolean;
}

/** Finds the names file of a package by the option `since` in buf.gen.yaml. */
export async function findNamesFile(folder: string): Promise<FoundNamesFile> {
  const { findPluginOptions } = await import("../../versions/release/index.js");
  const text = await readTextIfExists("buf.gen.yaml");
  const options = text === undefined ? undefined : findPluginOptions(folder, text);
  return { path: options?.get("since"), isPossible: options !== undefined };
}

/**
 * Updates a names file with the names of an SDK. Returns undefined for a REST client.
 *
 * @param folder The folder of the SDK. A folder without an SDK has no names.
 * @param release The release that the file has to record; undefined for names alone.
 * @throws Problems or CommandError if the file or the SDK cannot be read.
 */
export async function updateNames(
  path: string,
  folder: string,
  release?: RecordedRelease,
): Promise<UpdatedNamesFile | undefined> {
  const { readNamesText } = await import("../../plugin/read/names-file.js");
  const before = await readTextIfExists(path);
  const recorded = before === undefined ? noNames : readNamesText(before, path);
  if ((await readTextIfExists(`${folder}/.stratus-files`)) === undefined)
    return { path, before, after: updateNamesFile(recorded, new Map(), release) };
  const { openSide } = await import("../../versions/package/open-side.js");
  const { readSdkNames } = await import("../../versions/regenerate/sdk-names.js");
  const names = readSdkNames(await openSide(folder, undefined), { ...recorded, path });
  return names && { path, before, after: updateNamesFile(recorded, names, release) };
}

/** Creates the error for a package without a names file. */
export function noNamesFileError(): CommandError {
  return new CommandError(
    "OPTION_MISSING",
    "buf.gen.yaml names no file for the names of the SDK. Add since=sdk.names.json to opt",
  );
}
