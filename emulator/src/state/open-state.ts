/**
 * Stores the state across restarts: a file with a snapshot, and journals next to it with later changes. Both are read line by line,
 * so a state can have any size.
 */
import { stat } from "node:fs/promises";
import type { Cloud } from "../cloud.js";
import { explained } from "../text/error-text.js";
import type { IdempotencyKeys } from "../server/idempotency.js";
import type { StatePersistence } from "../server/pipeline.js";
import { Changes } from "./changes.js";
import { findJournals, journalPath, readJournal } from "./journal.js";
import { type LiveState, liveState } from "./live-state.js";
import type { EntryKind } from "./entry.js";
import { resetFix } from "./reset-state.js";
import { NewerEntries } from "./newer-entries.js";
import { captureState, readGeneration, readSnapshot, writeSnapshot } from "./snapshot-file.js";
import { lockState } from "./state-lock.js";
import { removeJournals, StateWriter } from "./state-writer.js";
import { EmulatorError } from "../text/emulator-error.js";

/** Stores the state of an emulator. */
export interface StateHandle extends StatePersistence {
  /** Records that an item was changed by `restore` or `forget`, so that the change is saved. */
  readonly note: (kind: EntryKind, key: string, before: unknown) => void;
  /** Saves all changes and closes the files. */
  readonly close: () => Promise<void>;
}

const noState: StateHandle = {
  mark: () => 0,
  note: () => {},
  persist: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * Loads the state from a file, if it exists, and saves all changes from now on: a snapshot in the file, and later changes in journals
 * next to it, `FILE.N.journal`. Journals of an earlier run are compacted during the first calls.
 *
 * @throws EmulatorError that names the file if another emulator uses it, or if it cannot be read, is damaged or belongs to another
 *   API; the files are then unchanged
 */
export async function openState(
  path: string | undefined,
  cloud: Cloud,
  keys: IdempotencyKeys,
): Promise<StateHandle> {
  if (path === undefined) return noState;
  const lock = await lockState(path);
  try {
    const writer = await openWriter(path, liveState(cloud, keys));
    return {
      mark: () => writer.mark(),
      note: (kind, key, before) => writer.note(kind, key, before),
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
      `state file ${path} is missing, but its journal ${journalPath(path, orphan)} exists: restore the file, or ${resetFix}`,
    );
  }
  const newer = journals.filter((one) => one >= (snapshot ?? 0));
  if (snapshot !== undefined) {
    await restore(path, newer, live);
    // The snapshot contains the journals with lower numbers. They remain only after a crash.
    await removeJournals(path, snapshot);
  }
  const generation = Math.max(snapshot ?? 0, ...journals) + 1;
  const capture = () => captureState(live);
  const words = `state file ${path} cannot be written`;
  if (snapshot === undefined)
    await explained("FILE_UNREADABLE", words, () => writeSnapshot(path, generation, capture()));
  const { size: snapshotBytes } = await stat(path);
  const parts = { path, changes: new Changes(live), capture, generation, snapshotBytes };
  const writer = await explained("FILE_UNREADABLE", words, () => StateWriter.open(parts));
  if (newer.length > 0) writer.compact();
  return writer;
}

/** Reads the journals first, because their items replace those of the snapshot. */
async function restore(path: string, journals: readonly number[], live: LiveState): Promise<void> {
  const newer = new NewerEntries(live);
  for (const number of journals) await readJournal(journalPath(path, number), (entry) => newer.add(entry));
  await readSnapshot(path, (entry) => {
    if (newer.has(entry)) return;
    const { kind, key, json } = entry;
    live[kind].restore(key, live[kind].loadLazily(key, json));
  });
  newer.restore();
}
