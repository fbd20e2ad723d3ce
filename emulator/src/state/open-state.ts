/**
 * The state that outlives a restart: a file with all of it, journals beside the
 * file with what changed since, and how both are read again.
 */
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Cloud } from "../cloud.js";
import type { IdempotencyKeys } from "../server/idempotency.js";
import { Changes } from "./changes.js";
import { findJournals, journalPath, readJournal } from "./journal.js";
import { moveAway } from "./saved-item.js";
import { SavedState } from "./saved-state.js";
import { captureState, readSnapshot, writeSnapshot } from "./snapshot-file.js";
import { removeJournals, StateWriter } from "./state-writer.js";
import { reasonOf } from "../reason.js";

/** Where the state of an emulator is kept. */
export interface StateKeeper {
  /** Resolves when every change so far is safe; at once, where there is no file. */
  readonly persist: () => Promise<void>;
  /** Saves what there is to save and lets go of the files. */
  readonly close: () => Promise<void>;
}

/**
 * Restores the state of a file, if there is one, and keeps it there from now on:
 * in the file as it was at some time, and in journals beside it, `FILE.N.journal`,
 * what changed since. Journals that an earlier run left are folded into the file.
 *
 * @throws an Error that names the file when it cannot be read, is damaged or is
 *   of another API; the files are left as they are then
 */
export async function openState(
  path: string | undefined,
  cloud: Cloud,
  keys: IdempotencyKeys,
): Promise<StateKeeper> {
  if (path === undefined) return { persist: () => Promise.resolve(), close: () => Promise.resolve() };
  const { state, isWhole, journals, snapshotGeneration } = await readState(path);
  try {
    state.restore(cloud, keys);
  } catch (error) {
    throw new Error(`state file ${path} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
  const generation = Math.max(snapshotGeneration, ...journals) + 1;
  const capture = () => captureState(cloud, keys);
  if (!isWhole) await writeSnapshot(path, generation, capture());
  await removeJournals(path, generation);
  const { size: snapshotBytes } = await stat(path);
  const changes = new Changes(cloud, keys);
  const writer = await StateWriter.open({ path, changes, capture, generation, snapshotBytes });
  return { persist: () => writer.save(), close: () => writer.close() };
}

/** A state as it was found. */
interface FoundState {
  readonly state: SavedState;
  /** Nothing has changed since the snapshot. */
  readonly isWhole: boolean;
  readonly journals: readonly number[];
  readonly snapshotGeneration: number;
}

async function readState(path: string): Promise<FoundState> {
  const snapshot = await readSnapshot(path);
  const journals = await findJournalsOf(path);
  const [orphan] = journals;
  if (snapshot === undefined && orphan !== undefined) {
    throw new Error(
      `state file ${path} is missing, but what changed after it is in ${journalPath(path, orphan)}: put it back, or ${moveAway}`,
    );
  }
  const state = new SavedState();
  if (snapshot === undefined) return { state, isWhole: false, journals, snapshotGeneration: 0 };
  state.put(snapshot);
  let isWhole = true;
  // Those below the snapshot's number are in it; a crash was quicker than their removal.
  for (const number of journals.filter((one) => one >= snapshot.generation)) {
    for (const change of await readJournal(journalPath(path, number))) {
      state.apply(change);
      isWhole = false;
    }
  }
  return { state, isWhole, journals, snapshotGeneration: snapshot.generation };
}

async function findJournalsOf(path: string): Promise<number[]> {
  try {
    return await findJournals(path);
  } catch (error) {
    throw new Error(`state file ${path}: there is no directory ${dirname(path)}`, { cause: error });
  }
}
