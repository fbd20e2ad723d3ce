import { type FileHandle, open, readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fromJsonText, toJsonLine } from "./json-form.js";
import { moveAway } from "./saved-item.js";
import { itemKinds, type SavedChange } from "./saved-state.js";

/** Numbers of the journals beside a state file, the smallest first. */
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

/** Where the journal of that number is: beside the state file. */
export function journalPath(path: string, generation: number): string {
  return join(dirname(path), `${basename(path)}.${generation}.journal`);
}

/**
 * The changes in a journal, in their order. A last line without an end is left
 * out: it was being written in a crash, and nobody was told that it is safe.
 *
 * @throws an Error that names the file when it cannot be read, or a line of it
 *   is none of a journal
 */
export async function readJournal(path: string): Promise<SavedChange[]> {
  const lines = (await readFile(path, "utf8")).split("\n");
  lines.pop();
  return lines.map((line, index) => {
    const change = parseLine(line);
    if (change !== undefined) return change;
    throw new Error(`state file: the journal ${path} is damaged in line ${index + 1}; ${moveAway}`);
  });
}

function parseLine(line: string): SavedChange | undefined {
  let content: unknown;
  try {
    content = fromJsonText(line);
  } catch {
    return undefined;
  }
  return hasLists(content) && hasLists((content as { readonly gone?: unknown }).gone)
    ? (content as unknown as SavedChange)
    : undefined;
}

function hasLists(content: unknown): content is Readonly<Record<string, unknown>> {
  if (typeof content !== "object" || content === null) return false;
  const lists = content as Readonly<Record<string, unknown>>;
  return itemKinds.every((kind) => Array.isArray(lists[kind]));
}

/** The part of a file that a journal needs. */
export type JournalFile = Pick<FileHandle, "write" | "truncate" | "datasync" | "close" | "stat">;

/** A file to which changes are added, one line each. */
export class Journal {
  /** Where it is. */
  readonly path: string;
  readonly #file: JournalFile;
  #bytes = 0;

  constructor(path: string, file: JournalFile) {
    this.path = path;
    this.#file = file;
  }

  /**
   * Makes a new one.
   * @throws Error where there is one of that name.
   */
  static async create(path: string): Promise<Journal> {
    return new Journal(path, await open(path, "wx", 0o600));
  }

  /** Size of all that was added. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds a change; resolves when it is safe. Where that fails, the journal is as
   * before.
   *
   * @throws an Error of the file system, or that the journal is not in its place
   *   any more, since another emulator uses the state
   */
  async append(change: SavedChange): Promise<void> {
    const line = Buffer.from(`${toJsonLine(change)}\n`);
    try {
      for (let written = 0; written < line.length;) {
        const rest = line.length - written;
        written += (await this.#file.write(line, written, rest, this.#bytes + written)).bytesWritten;
      }
      await this.#file.datasync();
    } catch (error) {
      await this.#file.truncate(this.#bytes);
      throw error;
    }
    this.#bytes += line.length;
    if (!(await this.isInPlace())) {
      throw new Error(`the journal ${this.path} is gone: another emulator uses this state, or removed it`);
    }
  }

  /** Whether the file is still the one at its path. */
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
}
