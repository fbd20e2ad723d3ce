import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorText } from "../text/error-text.js";
import { type Entry, parseEnd, parseEntry, printEnd, printEntry } from "./entry.js";
import { readLines } from "./line-file.js";
import { resetFix } from "./reset-state.js";
import { EmulatorError } from "../text/emulator-error.js";

/** Finds the numbers of the journals next to a state file, in ascending order. */
export async function findJournals(path: string): Promise<number[]> {
  const name = basename(path);
  const found: number[] = [];
  for (const entry of await readdir(dirname(path))) {
    const rest = entry.startsWith(`${name}.`) ? entry.slice(name.length) : "";
    const number = /^\.(\d{1,15})\.journal$/.exec(rest)?.[1];
    if (number !== undefined) found.push(Number(number));
  }
  return found.sort((a, b) => a - b);
}

/** Returns the path of the journal with a number, which is next to the state file. */
export function journalPath(path: string, generation: number): string {
  return join(dirname(path), `${basename(path)}.${generation}.journal`);
}

/**
 * Reads a journal: groups of entries, each saved as a whole and ended by a line. An incomplete last group is ignored:
 * a crash interrupted it, so the emulator never reported it as saved.
 *
 * @param take receives each entry, in order
 * @throws EmulatorError that names the file and the line that is invalid or that `take` rejects
 */
export async function readJournal(path: string, take: (entry: Entry) => void): Promise<void> {
  let group: string[] = [];
  for await (const { first, texts } of readLines(path)) {
    for (const [index, text] of texts.entries()) {
      const end = parseEnd(text);
      if (end === undefined) {
        group.push(text);
        continue;
      }
      const line = first + index;
      group.forEach((entry, place) => takeLine(path, line - group.length + place, entry, take));
      if (end.count !== group.length) {
        throw createDamageError(
          path,
          line,
          `it closes a group of ${end.count} entries, but the group has ${group.length}`,
        );
      }
      group = [];
    }
  }
}

function takeLine(path: string, line: number, text: string, take: (entry: Entry) => void): void {
  try {
    take(parseEntry(text));
  } catch (error) {
    throw createDamageError(path, line, errorText(error), error);
  }
}

function createDamageError(path: string, line: number, what: string, cause?: unknown): Error {
  const text = `state file: the journal ${path} is damaged in line ${line}: ${what}; ${resetFix}`;
  return new EmulatorError("STATE_INVALID", text, { cause });
}

/** The functions of a file that a journal uses. */
export type JournalFile = Pick<FileHandle, "write" | "truncate" | "datasync" | "close" | "stat">;

/** A file to which groups of entries are appended, each as a whole or not at all. */
export class Journal {
  /** Path of the file. */
  readonly path: string;
  readonly #file: JournalFile;
  #bytes = 0;

  constructor(path: string, file: JournalFile) {
    this.path = path;
    this.#file = file;
  }

  /**
   * Creates a journal.
   *
   * @throws an Error if the file exists
   */
  static async create(path: string): Promise<Journal> {
    return new Journal(path, await open(path, "wx", 0o600));
  }

  /** The size of the appended entries in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Appends a group, and resolves when it is saved. If this fails, the journal is unchanged.
   *
   * @throws an error of the file system, or an EmulatorError if another emulator uses the state
   */
  async append(entries: readonly Entry[]): Promise<void> {
    let end = this.#bytes;
    try {
      for (const bytes of printGroup(entries)) {
        await this.#write(bytes, end);
        end += bytes.length;
      }
      await this.#file.datasync();
      await this.#expectInPlace();
    } catch (error) {
      await this.#file.truncate(this.#bytes);
      throw error;
    }
    this.#bytes = end;
  }

  /** Whether the file is still at its path. */
  async isInPlace(): Promise<boolean> {
    const own = await this.#file.stat();
    try {
      const { ino, dev } = await stat(this.path);
      return ino === own.ino && dev === own.dev;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #write(bytes: Buffer, start: number): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      const rest = bytes.length - written;
      written += (await this.#file.write(bytes, written, rest, start + written)).bytesWritten;
    }
  }

  async #expectInPlace(): Promise<void> {
    if (await this.isInPlace()) return;
    throw new EmulatorError(
      "STATE_IN_USE",
      `the journal ${this.path} is missing: another emulator uses this state, or removed it`,
    );
  }
}

/** The number of characters to write at once. A group may be longer than the maximum length of a string. */
const charactersPerWrite = 1024 * 1024;

function* printGroup(entries: readonly Entry[]): Generator<Buffer> {
  let text = "";
  for (const entry of entries) {
    text += `${printEntry(entry)}\n`;
    if (text.length < charactersPerWrite) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(`${text}${printEnd(entries.length)}\n`);
}
