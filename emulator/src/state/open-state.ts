/**
 * The state that outlives a restart: a file with all of it, journals beside the
 * file with what changed since, and how both are read again. All are read line
 * by line, so that a state may have any size.
 */
import { stat } from "node:fs/promises";
import type { Cloud } from "../cloud.js";
import { explained } from "../text/error-text.js";
import type { IdempotencyKeys } from "../server/idempotency.js";
import type { SafeKeeping } from "../server/pipeline.js";
import { Changes } from "./changes.js";
import { findJournals, journalPath, readJournal } from "./journal.js";
import { type LiveState, liveState } from "./live-state.js";
import { moveAway } from "./move-away.js";
import { NewerEntries } from "./newer-entries.js";
import { captureState, readGeneration, readSnapshot, writeSnapshot } from "./snapshot-file.js";
import { lockState } from "./state-lock.js";
import { removeJournals, StateWriter } from "./state-writer.js";
import { EmulatorError } from "../text/emulator-error.js";

/** Stores the state of an emulator. */
export interface StateKeeper extends SafeKeeping {
  /** Saves what there is to save and lets go of the files. */
  readonly close: () => Promise<void>;
}

const nowhere: StateKeeper = {
  mark: () => 0,
  persist: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * Restores the state of a file, if there is one, and keeps it there from now on:
 * in the file as it was at some time, and in journals beside it, `FILE.N.journal`,
 * what changed since. Journals that an earlier run left are folded into the file
 * beside the first calls.
 *
 * @throws an Error that names the file when another emulator uses it, it cannot
 *   be read, is damaged or is of another API; the files are left as they are then
 */
export async function openState(
  path: string | undefined,
  cloud: Cloud,
  keys: IdempotencyKeys,
): Promise<StateKeeper> {
  if (path === undefined) return nowhere;
  const lock = await lockState(path);
  try {
    const writer = await openWriter(path, liveState(cloud, keys));
    return {
      mark: () => writer.mark(),
      persist: (since) => writer.save(since),
      close: async () => {
        try {
          await writer.close();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openWriter(path: string, live: LiveState): Promise<StateWriter> {
  const journals = await findJournals(path);
  const snapshot = await readGeneration(path);
  const [orphan] = journals;
  if (snapshot === undefined && orphan !== undefined) {
    throw new EmulatorError(
      "STATE_INVALID",
      `state file ${path} is missing, but what changed after it is in ${journalPath(path, orphan)}: put it back, or ${moveAway}`,
    );
  }
  const newer = journals.filter((one) => one >= (snapshot ?? 0));
  if (snapshot !== undefined) {
    await restore(path, newer, live);
    // Those below the snapshot's number are in it; a crash was quicker than their removal.
    await removeJournals(path, snapshot);
  }
  const generation = Math.max(snapshot ?? 0, ...journals) + 1;
  const capture = () => captureState(live);
  const unwritten = `state file ${path} cannot be written`;
  if (snapshot === undefined)
    await explained("FILE_UNREADABLE", unwritten, () => writeSnapshot(path, generation, capture()));
  const { size: snapshotBytes } = await stat(path);
  const parts = { path, changes: new Changes(live), capture, generation, snapshotBytes };
  const writer = await explained("FILE_UNREADABLE", unwritten, () => StateWriter.open(parts));
  if (newer.length > 0) writer.fold();
  return writer;
}

/** Journals first: what they have need not be read from the snapshot. */
async function restore(path: string, journals: readonly number[], live: LiveState): Promise<void> {
  const newer = new NewerEntries(live);
  for (const number of journals) await readJournal(journalPath(path, number), (entry) => newer.add(entry));
  await readSnapshot(path, (entry) => {
    if (newer.has(entry)) return;
    const { kind, key, json } = entry;
    live[kind].restore(key, live[kind].loadUnread(key, json));
  });
  newer.restore();
}
