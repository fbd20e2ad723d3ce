import { EmulatorError } from "../text/emulator-error.js";
/** The kinds of items in a state. Each kind has separate keys. */
export const entryKinds = ["resource", "operation", "token", "call"] as const;

/** One of the kinds. */
export type EntryKind = (typeof entryKinds)[number];

/** A line of a state file or journal: an item with its key, or a removed key. */
export interface Entry {
  readonly kind: EntryKind;
  readonly key: string;
  /** The item in JSON, or `null` if it was removed. */
  readonly json: string;
}

/** Formats an entry as a line, without a line break. */
export function printEntry({ kind, key, json }: Entry): string {
  return `["${kind}",${JSON.stringify(key)},${json}]`;
}

/** Formats the line that ends a group of `count` entries. A group with this line is complete. */
export function printEnd(count: number, digest = ""): string {
  return `["end",${count},"${digest}"]`;
}

/** Parses the line that ends a group. Returns undefined for any other line. */
export function parseEnd(line: string): { readonly count: number; readonly digest: string } | undefined {
  if (!line.startsWith('["end",')) return undefined;
  const [, count, digest = ""] = /^\["end",(\d{1,15}),"([0-9a-f]*)"\]$/.exec(line) ?? [];
  return count === undefined ? undefined : { count: Number(count), digest };
}

/**
 * Parses a line that `printEntry` wrote, except the item.
 *
 * @throws EmulatorError if the line is not an entry
 */
export function parseEntry(line: string): Entry {
  const kind = entryKinds.find((one) => line.startsWith(`["${one}","`));
  const start = (kind?.length ?? 0) + 4;
  const end = kind === undefined ? -1 : keyEnd(line, start + 1);
  if (kind === undefined || end < 0 || !line.startsWith(",", end + 1) || !line.endsWith("]")) {
    throw new EmulatorError("STATE_INVALID", "it is not an entry of a state");
  }
  return { kind, key: parseKey(line.slice(start, end + 1)), json: line.slice(end + 2, -1) };
}

/** Returns the position of the quote that ends a JSON string. */
function keyEnd(line: string, start: number): number {
  let end = line.indexOf('"', start);
  while (end > 0 && isEscaped(line, end)) end = line.indexOf('"', end + 1);
  return end;
}

function isEscaped(line: string, place: number): boolean {
  let slashes = 0;
  while (line[place - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}

function parseKey(literal: string): string {
  if (!literal.includes("\\")) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch (error) {
    throw new EmulatorError("STATE_INVALID", "its key is not JSON", { cause: error });
  }
}
