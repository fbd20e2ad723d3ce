import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { Changes } from "./changes.js";
import { findJournals, Journal, journalPath } from "./journal.js";
import { type SnapshotItems, writeSnapshot } from "./snapshot-file.js";

/** A journal below this size is not folded into the snapshot, however small that is. */
const smallestFoldBytes = 64 * 1024;

/** What a writer stands on. */
export interface StateWriterParts {
  /** The state file. */
  readonly path: string;
  readonly changes: Changes;
  readonly capture: () => SnapshotItems;
  /** Number of the first journal; all others are smaller. */
  readonly generation: number;
  /** Size of the snapshot; 0 where there is none yet. */
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

  /**
   * Resolves when the state as it is now is safe. Saves that are asked for while
   * one is being written share the next.
   */
  save(): Promise<void> {
    this.#waiting ??= this.#writing.then(
      () => this.#write(),
      () => this.#write(),
    );
    return this.#waiting;
  }

  /**
   * Saves what there is to save, all of it in the one file, and lets go of the
   * files. Where another emulator has taken the state over, they are its.
   */
  async close(): Promise<void> {
    await this.#folding;
    if (await this.#journal.isInPlace()) {
      await this.save();
      if (this.#journal.bytes > 0) await this.#fold();
      await this.#folding;
      if (this.#journal.bytes === 0) await rm(this.#journal.path, { force: true });
    }
    await this.#journal.close();
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
    const { change, putBack } = changes.take();
    try {
      await this.#journal.append(change);
    } catch (error) {
      putBack();
      throw error;
    }
    const isDue = this.#journal.bytes > Math.max(this.#snapshotBytes, smallestFoldBytes);
    if (isDue && this.#folding === undefined) await this.#fold();
  }

  /**
   * Begins the next journal; the snapshot follows. A state that is read in
   * between has all journals. Where this fails, they stay, and with them the
   * state; a later fold will do.
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
