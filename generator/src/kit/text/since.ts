import { compare } from "../compare.js";

/** The versions of a package in which elements of its API came, and since which they are deprecated, by their full names. */
export interface Since {
  readonly since: ReadonlyMap<string, string>;
  readonly deprecated: ReadonlyMap<string, string>;
}

/** Elements by their full names that a version brings, and those that are deprecated from it on. */
export interface News {
  readonly since: readonly string[];
  readonly deprecated: readonly string[];
}

/** Name of the file, in the folder of a package. */
export const sinceFile = ".stratus-since.json";

/**
 * Reads the file.
 * @throws Error if it is something else.
 */
export function parseSince(text: string): Since {
  const value: unknown = JSON.parse(text);
  const { since, deprecated } = Object(value) as { since?: unknown; deprecated?: unknown };
  return { since: textsOf(since), deprecated: textsOf(deprecated) };
}

function textsOf(value: unknown): ReadonlyMap<string, string> {
  if (typeof value !== "object" || value === null) throw new Error("it is not one of `stratus release`");
  const entries = Object.entries(value);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === "string"))
    throw new Error("a version in it is not a text");
  return new Map(entries);
}

/**
 * The file with what a version brings: a sorted line an element, so that branches merge. An element keeps the version that it
 * came in, unless the release brings it again: an entry that is not published is written again.
 *
 * @param text The file as it is; undefined if there is none.
 */
export function addVersion(text: string | undefined, version: string, news: News): string {
  const { since, deprecated } =
    text === undefined
      ? { since: new Map<string, string>(), deprecated: new Map<string, string>() }
      : parseSince(text);
  const add = (known: ReadonlyMap<string, string>, names: readonly string[]): object =>
    Object.fromEntries(
      [...known, ...names.map((name) => [name, version] as const)].sort(([a], [b]) => compare(a, b)),
    );
  const file = { since: add(since, news.since), deprecated: add(deprecated, news.deprecated) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
