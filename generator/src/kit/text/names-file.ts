/**
 * The file of the option `since`: for each element of an API its names in TypeScript, the version of the package that
 * added it, and the one that deprecated it. `stratus release` and `stratus names` write it, and generation only reads it.
 *
 * The file is JSON with one line for each element, sorted by full proto name, and the same last line always, so that git
 * merges additions of two branches.
 */
import { compare } from "../compare.js";

/** The versions that added and deprecated the elements of an API, by the full names of the elements. */
export interface Since {
  readonly since: ReadonlyMap<string, string>;
  readonly deprecated: ReadonlyMap<string, string>;
}

/** The full names of the elements that a version adds, and of those that it deprecates. */
export interface News {
  readonly since: readonly string[];
  readonly deprecated: readonly string[];
}

/** A recorded element. */
export interface RecordedElement {
  /** The names by their roles: `name`, `json`, `client`. */
  readonly names: ReadonlyMap<string, string>;
  /** The line in the file, counted from 1. */
  readonly line: number;
}

/** The contents of a names file. */
export interface NamesFile extends Since {
  readonly elements: ReadonlyMap<string, RecordedElement>;
}

/** The names of the elements that an API has now, by full name and role. */
export type CurrentNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A names file without elements. */
export const noNames: NamesFile = { elements: new Map(), since: new Map(), deprecated: new Map() };

/** Thrown if a text is not a names file. */
export class NamesFileError extends Error {
  override readonly name = "NamesFileError";
  /** The line, counted from 1. */
  readonly line: number;

  constructor(line: number, what: string) {
    super(what);
    this.line = line;
  }
}

/** The greatest size of a names file, in bytes. */
export const maxNamesFileBytes = 64 * 1024 * 1024;

const maxLineLength = 5_000;
const maxShownLength = 60;
/** The last line always, so that no other line has to change when one is added. No proto name is the same. */
const lastLine = '  "~": "names of the API; written by stratus release and stratus names"';
const linePattern = /^\s*"([^"\\]*)"\s*:\s*"([^"\\]*)"(,?)\s*$/;
const wordPattern = /^([a-zA-Z]+)=([^\s=]+)$/;
const versionPattern = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/**
 * Reads a names file. An empty text has no elements. The names themselves are checked where they are used.
 * @throws NamesFileError if the text is something else.
 */
export function parseNamesFile(text: string): NamesFile {
  if (text.length > maxNamesFileBytes) throw new NamesFileError(1, "The file is larger than 64 MB");
  if (/^(?:\{\s*\})?$/.test(text.replace(/^\uFEFF/, "").trim())) return noNames;
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const last = lines.findLastIndex((line) => line.trim() !== "");
  if (lines[0]?.trim() !== "{") throw new NamesFileError(1, "The first line is not `{`");
  if (lines[last]?.trim() !== "}") throw new NamesFileError(last + 1, "The last line is not `}`");
  const file = { elements: new Map<string, RecordedElement>(), since: new Map(), deprecated: new Map() };
  for (let at = 1; at < last; at++)
    readLine(lines[at] ?? "", { line: at + 1, isLast: at === last - 1 }, file);
  return file;
}

interface MutableFile {
  readonly elements: Map<string, RecordedElement>;
  readonly since: Map<string, string>;
  readonly deprecated: Map<string, string>;
}

function readLine(
  text: string,
  { line, isLast }: { readonly line: number; readonly isLast: boolean },
  { elements, since, deprecated }: MutableFile,
): void {
  const fail = (what: string): never => {
    throw new NamesFileError(line, what);
  };
  if (text.length > maxLineLength) fail(`The line has more than ${maxLineLength} characters`);
  const [, key, value = "", comma] = linePattern.exec(text) ?? [];
  if (key === undefined) return fail(`The line ${shown(text)} is not an element and its names`);
  if (isLast ? comma === "," : comma === "")
    fail(isLast ? "The last element has a comma behind it" : "The line lacks the comma at its end");
  if (key === "~") return;
  if (elements.has(key)) fail(`${shown(key)} has two lines`);
  const names = new Map<string, string>();
  for (const word of value.split(" ").filter((one) => one !== "")) {
    const [, role, name = ""] = wordPattern.exec(word) ?? [];
    if (role === undefined) return fail(`${shown(word)} is not a role and its name, such as name=Disk`);
    if (names.has(role)) fail(`${shown(key)} has two names for ${shown(role)}`);
    names.set(role, name);
  }
  for (const [role, versions] of [
    ["since", since],
    ["deprecated", deprecated],
  ] as const) {
    const version = names.get(role);
    if (version === undefined) continue;
    if (!versionPattern.test(version)) fail(`${shown(version)} is not a version`);
    versions.set(key, version);
    names.delete(role);
  }
  elements.set(key, { names, line });
}

function shown(text: string): string {
  return JSON.stringify(text.length > maxShownLength ? `${text.slice(0, maxShownLength)}...` : text);
}

/** Prints a names file. */
export function printNamesFile(names: CurrentNames, { since, deprecated }: Since = noNames): string {
  const keys = [...new Set([...names.keys(), ...since.keys(), ...deprecated.keys()])].sort(compare);
  const lines = keys.map((key) => {
    const words = [
      ...[...(names.get(key) ?? [])]
        .sort(([a], [b]) => compare(a, b))
        .map(([role, name]) => `${role}=${name}`),
      ...[since.get(key)].flatMap((version) => (version === undefined ? [] : [`since=${version}`])),
      ...[deprecated.get(key)].flatMap((version) => (version === undefined ? [] : [`deprecated=${version}`])),
    ];
    return `  ${JSON.stringify(key)}: ${JSON.stringify(words.join(" "))},\n`;
  });
  return `{\n${lines.join("")}${lastLine}\n}\n`;
}

/** A release, as far as the names file records it. */
export interface RecordedRelease {
  readonly version: string;
  readonly news: News;
  /** The release drops the names of removed elements, because it is a major one. */
  readonly dropsRemoved: boolean;
}

/**
 * Returns the text of a names file with the names that an API has now. Removed elements keep their lines, so that no other
 * element gets their names, until a major release drops them.
 *
 * @param release Default: no release, so the versions stay as they are. An element keeps the version that added it, unless
 *   the release adds it again: an entry that is not published is written again.
 */
export function updateNamesFile(file: NamesFile, current: CurrentNames, release?: RecordedRelease): string {
  const isKept = (key: string): boolean => release?.dropsRemoved !== true || current.has(key);
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const [key, one] of file.elements) if (isKept(key)) names.set(key, one.names);
  for (const [key, now] of current) names.set(key, new Map([...(names.get(key) ?? []), ...now]));
  const add = (known: ReadonlyMap<string, string>, news: readonly string[] = []) =>
    new Map(
      [...known, ...news.map((key) => [key, release?.version ?? ""] as const)].filter(([key]) => isKept(key)),
    );
  return printNamesFile(names, {
    since: add(file.since, release?.news.since),
    deprecated: add(file.deprecated, release?.news.deprecated),
  });
}
