import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { Changes } from "./changes.js";
import { findJournals, Journal, journalPath } from "./journal.js";
import { explainError } from "../text/error-text.js";
import { type SnapshotItems, writeSnapshot } from "./snapshot-file.js";

/** A journal below this size is not folded into the snapshot, however small that is. */
const minFoldBytes = 64 * 1024;

/** The dependencies of a writer. */
export interface StateWriterParts {
  /** The state file. */
  readonly path: string;
  readonly changes: Changes;
  readonly capture: () => SnapshotItems;
  /** Number of the first journal; all others are smaller. */
  readonly generation: number;
  /** Size of the snapshot in bytes. 0 if it does not exist yet. */
  readonly snapshotBytes: number;
}

/**
 * Keeps a state in files: changes are added to a journal, at the cost of what
 * they change. When the journal has outgrown the snapshot, a new journal is
 * begun, and a snapshot of that moment written beside the calls; then the older
 * journals go.
 */
export class StateWriter {
  readonly #parts: StateWriterParts;
  #journal: Journal;
  #generation: number;
  #snapshotBytes: number;
  #writing: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  /** How many saves have failed; with each, all that was not safe was undone. */
  #failures = 0;
  #lastFailure: unknown;
  #folding: Promise<void> | undefined;

  private constructor(parts: StateWriterParts, journal: Journal) {
    this.#parts = parts;
    this.#journal = journal;
    this.#generation = parts.generation;
    this.#snapshotBytes = parts.snapshotBytes;
  }

  /** Begins the first journal. */
  static async open(parts: StateWriterParts): Promise<StateWriter> {
    return new StateWriter(parts, await Journal.create(journalPath(parts.path, parts.generation)));
  }

  /** The moment now: what has changed before it and is not safe yet will be saved or undone. */
  mark(): number {
    return this.#failures;
  }

  /**
   * Resolves when the state as it is now is safe. Saves that are asked for while
   * one is being written share the next.
   *
   * @param since a moment before the changes that matter
   * @throws an Error when they could not be saved: they are undone then
   */
  async save(since = this.#failures): Promise<void> {
    this.#waiting ??= this.#writing.then(
      () => this.#write(),
      () => this.#write(),
    );
    await this.#waiting;
    // An earlier save that failed has undone what this one was to save.
    if (since !== this.#failures) throw this.#lastFailure;
  }

  /**
   * Saves all pending changes into the one state file and closes the files. If another emulator has taken over the
   * state, the files are left to it.
   */
  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#folding;
    try {
      if (await this.#journal.isInPlace()) await this.#saveAll();
    } finally {
      await this.#journal.close();
    }
  }

  async #saveAll(): Promise<void> {
    await this.save();
    if (this.#journal.bytes > 0) await this.#fold();
    await this.#folding;
    if (this.#journal.bytes === 0) await rm(this.#journal.path, { force: true });
  }

  #write(): Promise<void> {
    this.#writing = this.#writeSoon();
    return this.#writing;
  }

  async #writeSoon(): Promise<void> {
    // A call's effect and the memory of its key are some microtasks apart; a save has both or neither.
    await setImmediate();
    this.#waiting = undefined;
    const { changes } = this.#parts;
    if (changes.isEmpty()) return;
    const { entries, undo } = changes.take();
    try {
      await this.#journal.append(entries);
    } catch (error) {
      undo();
      this.#failures += 1;
      const words = "the state cannot be saved, so this call had no effect";
      this.#lastFailure = explainError("FILE_UNREADABLE", words, error);
      throw this.#lastFailure;
    }
    const isDue = this.#journal.bytes > Math.max(this.#snapshotBytes, minFoldBytes);
    if (isDue && this.#folding === undefined) await this.#fold();
  }

  /** Folds the journals into the snapshot beside what else is done. */
  fold(): void {
    const folded = this.#writing.then(() => this.#fold());
    this.#writing = folded;
  }

  /**
   * Starts the next journal, and then writes the snapshot. A reader in between finds all journals. If this fails, the
   * journals remain and the state is complete; a later fold retries.
   */
  async #fold(): Promise<void> {
    const { path, capture } = this.#parts;
    const generation = this.#generation + 1;
    const former = this.#journal;
    try {
      this.#journal = await Journal.create(journalPath(path, generation));
      this.#generation = generation;
      await former.close();
      await setImmediate();
    } catch {
      return this.#foldLater();
    }
    this.#folding = this.#writeSnapshot(generation, capture()).finally(() => (this.#folding = undefined));
  }

  async #writeSnapshot(generation: number, items: SnapshotItems): Promise<void> {
    try {
      this.#snapshotBytes = await writeSnapshot(this.#parts.path, generation, items);
      await removeJournals(this.#parts.path, generation);
    } catch {
      this.#foldLater();
    }
  }

  #foldLater(): void {
    this.#snapshotBytes = Math.max(this.#snapshotBytes, this.#journal.bytes) * 2;
  }
}

/** Removes the journals below a number: a snapshot holds what is in them. */
export async function removeJournals(path: string, below: number): Promise<void> {
  for (const number of await findJournals(path)) {
    if (number < below) await rm(journalPath(path, number), { force: true });
  }
}
