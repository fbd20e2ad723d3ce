import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { Changes } from "./changes.js";
import type { EntryKind } from "./entry.js";
import { findJournals, Journal, journalPath } from "./journal.js";
import { explainError } from "../text/error-text.js";
import { type SnapshotItems, writeSnapshot } from "./snapshot-file.js";

/** The minimum size of a journal for compaction, in bytes. */
const minCompactionBytes = 64 * 1024;

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
 * Writes a state to files. Changes are appended to a journal. When the journal is larger than the snapshot, it is compacted: a new
 * journal is started, a new snapshot is written while calls continue, and the older journals are deleted.
 */
export class StateWriter {
  readonly #parts: StateWriterParts;
  #journal: Journal;
  #generation: number;
  #snapshotBytes: number;
  #writing: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  /** The number of failed saves. Each undid all changes that were not saved. */
  #failures = 0;
  #lastFailure: unknown;
  #compaction: Promise<void> | undefined;

  private constructor(parts: StateWriterParts, journal: Journal) {
    this.#parts = parts;
    this.#journal = journal;
    this.#generation = parts.generation;
    this.#snapshotBytes = parts.snapshotBytes;
  }

  /** Creates the first journal. */
  static async open(parts: StateWriterParts): Promise<StateWriter> {
    return new StateWriter(parts, await Journal.create(journalPath(parts.path, parts.generation)));
  }

  /** Records a change of which the changes were not notified. */
  note(kind: EntryKind, key: string, before: unknown): void {
    this.#parts.changes.note(kind, key, before);
  }

  /** Returns a marker of the current time for `save`. */
  mark(): number {
    return this.#failures;
  }

  /**
   * Resolves when the current state is saved. Concurrent calls share one write.
   *
   * @param since a marker that was taken before the changes to save
   * @throws EmulatorError if the changes could not be saved; they are then undone
   */
  async save(since = this.#failures): Promise<void> {
    this.#waiting ??= this.#writing.then(
      () => this.#write(),
      () => this.#write(),
    );
    await this.#waiting;
    // An earlier save failed and undid the changes of this one.
    if (since !== this.#failures) throw this.#lastFailure;
  }

  /**
   * Saves all pending changes into the one state file and closes the files. If another emulator has taken over the
   * state, the files are left to it.
   */
  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#compaction;
    try {
      if (await this.#journal.isInPlace()) await this.#saveAll();
    } finally {
      await this.#journal.close();
    }
  }

  async #saveAll(): Promise<void> {
    await this.save();
    if (this.#journal.bytes > 0) await this.#compact();
    await this.#compaction;
    if (this.#journal.bytes === 0) await rm(this.#journal.path, { force: true });
  }

  #write(): Promise<void> {
    this.#writing = this.#writeSoon();
    return this.#writing;
  }

  async #writeSoon(): Promise<void> {
    // The effect of a call and its stored key are some microtasks apart, and must be saved together.
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
    const isDue = this.#journal.bytes > Math.max(this.#snapshotBytes, minCompactionBytes);
    if (isDue && this.#compaction === undefined) await this.#compact();
  }

  /** Compacts the journals while calls continue. */
  compact(): void {
    const folded = this.#writing.then(() => this.#compact());
    this.#writing = folded;
  }

  /**
   * Starts the next journal, and then writes the snapshot. A reader in between finds all journals. If this fails, the
   * journals remain and the state is complete; a later compaction tries again.
   */
  async #compact(): Promise<void> {
    const { path, capture } = this.#parts;
    const generation = this.#generation + 1;
    const former = this.#journal;
    try {
      this.#journal = await Journal.create(journalPath(path, generation));
      this.#generation = generation;
      await former.close();
      await setImmediate();
    } catch {
      return this.#postponeCompaction();
    }
    this.#compaction = this.#writeSnapshot(generation, capture()).finally(
      () => (this.#compaction = undefined),
    );
  }

  async #writeSnapshot(generation: number, items: SnapshotItems): Promise<void> {
    try {
      this.#snapshotBytes = await writeSnapshot(this.#parts.path, generation, items);
      await removeJournals(this.#parts.path, generation);
    } catch {
      this.#postponeCompaction();
    }
  }

  #postponeCompaction(): void {
    this.#snapshotBytes = Math.max(this.#snapshotBytes, this.#journal.bytes) * 2;
  }
}

/** Removes the journals below a number, whose changes the snapshot contains. */
export async function removeJournals(path: string, below: number): Promise<void> {
  for (const number of await findJournals(path)) {
    if (number < below) await rm(journalPath(path, number), { force: true });
  }
}
