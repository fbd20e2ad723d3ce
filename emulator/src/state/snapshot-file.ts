import { createHash } from "node:crypto";
import { type FileHandle, open, rename } from "node:fs/promises";
import { errorText } from "../text/error-text.js";
import {
  type Entry,
  type EntryKind,
  entryKinds,
  parseEnd,
  parseEntry,
  printEnd,
  printEntry,
} from "./entry.js";
import { readLines } from "./line-file.js";
import type { LiveState } from "./live-state.js";
import { resetFix } from "./reset-state.js";
import { EmulatorError } from "../text/emulator-error.js";

/** The version of the file format. Files of version 3, whose messages are all bytes, are read as well. */
const formVersion = 4;
const readableVersions: readonly unknown[] = [3, formVersion];
const otherFormat = `its format is not the one that this version of the emulator writes; ${resetFix}`;
/** The number of items to write at once. The emulator answers calls between two writes. */
const itemsPerWrite = 200;

/** The items of a snapshot, by kind. */
export type SnapshotItems = readonly {
  readonly kind: EntryKind;
  readonly items: readonly (readonly [key: string, item: unknown])[];
  readonly save: (item: unknown) => string;
}[];

/** Captures the current state of a cloud. Later changes do not affect it, because the cloud never changes items in place. */
export function captureState(live: LiveState): SnapshotItems {
  return entryKinds.map((kind) => {
    const items = live[kind];
    return { kind, items: Array.from(items.all()), save: (item) => items.save(item) };
  });
}

/**
 * Reads the generation of a snapshot: journals with this number or a higher one contain later changes. Returns undefined if the file
 * does not exist.
 *
 * @throws EmulatorError that names the file if it cannot be read or has another format
 */
export async function readGeneration(path: string): Promise<number | undefined> {
  try {
    for await (const { texts } of readLines(path)) return parseHead(texts[0] ?? "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new EmulatorError("STATE_INVALID", `state file ${path} cannot be read: ${errorText(error)}`, {
      cause: error,
    });
  }
  throw new EmulatorError("STATE_INVALID", `state file ${path} cannot be read: ${otherFormat}`);
}

/**
 * Reads a snapshot. Its digest shows whether the file is undamaged, so the items need not be parsed.
 *
 * @param take receives each entry, in order
 * @throws EmulatorError that names the file and the line that is damaged or that `take` rejects
 */
export async function readSnapshot(path: string, take: (entry: Entry) => void): Promise<void> {
  const hash = createHash("sha256");
  let line = 0;
  let end: ReturnType<typeof parseEnd>;
  try {
    for await (const { texts, bytes } of readLines(path)) {
      for (const text of texts) {
        line += 1;
        if (end !== undefined) throw new EmulatorError("STATE_INVALID", "it follows the end of the state");
        end = parseEnd(text);
        if (end === undefined && line > 1) take(parseEntry(text));
      }
      const endBytes = end === undefined ? 0 : Buffer.byteLength(texts.at(-1) ?? "") + 1;
      hash.update(bytes.subarray(0, bytes.length - endBytes));
    }
    if (end === undefined) throw new EmulatorError("STATE_INVALID", "the file is cut off after it");
    if (end.digest !== hash.digest("hex"))
      throw new EmulatorError("STATE_INVALID", "something above it has been changed or damaged");
  } catch (error) {
    const place = `state file ${path} cannot be used: line ${line}`;
    throw new EmulatorError("STATE_INVALID", `${place}: ${errorText(error)}; ${resetFix}`, { cause: error });
  }
}

function parseHead(text: string): number {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    content = undefined;
  }
  const head = typeof content === "object" && content !== null ? content : {};
  const isHead = "formVersion" in head && readableVersions.includes(head.formVersion);
  if (isHead && "generation" in head && Number.isSafeInteger(head.generation)) return Number(head.generation);
  throw new EmulatorError("STATE_INVALID", otherFormat);
}

/**
 * Writes a snapshot atomically: a reader, or a restart after a crash, sees the old one or the new one.
 *
 * @returns its size in bytes
 */
export async function writeSnapshot(path: string, generation: number, items: SnapshotItems): Promise<number> {
  const draft = `${path}.new`;
  // Only the owner may read the file, because resources contain secret fields.
  const file = await open(draft, "w", 0o600);
  let bytes = 0;
  try {
    for (const text of printSnapshot(generation, items)) bytes += await writeText(file, text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  return bytes;
}

function* printSnapshot(generation: number, state: SnapshotItems): Generator<string> {
  const hash = createHash("sha256");
  let count = 0;
  for (const text of printEntries(generation, state)) {
    hash.update(text);
    yield text;
  }
  for (const { items } of state) count += items.length;
  yield `${printEnd(count, hash.digest("hex"))}\n`;
}

function* printEntries(generation: number, state: SnapshotItems): Generator<string> {
  yield `${JSON.stringify({ formVersion, generation })}\n`;
  for (const { kind, items, save } of state) {
    for (let start = 0; start < items.length; start += itemsPerWrite) {
      const some = items.slice(start, start + itemsPerWrite);
      yield some.map(([key, item]) => `${printEntry({ kind, key, json: save(item) })}\n`).join("");
    }
  }
}

async function writeText(file: FileHandle, text: string): Promise<number> {
  await file.writeFile(text);
  return Buffer.byteLength(text);
}
