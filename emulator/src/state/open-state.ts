import type { Cloud } from "../cloud.js";
import type { IdempotencyKeys } from "../server/idempotency.js";
import { restoreSnapshot, takeSnapshot } from "./snapshot.js";
import { readStateFile, StateWriter } from "./state-file.js";

/**
 * Restores the state of a file, if there is one, and keeps it there from now on.
 *
 * @returns a function that resolves when every change so far is in the file;
 *   at once, where there is no file
 * @throws an Error that names the file when it cannot be read or is of another API
 */
export async function openState(
  path: string | undefined,
  cloud: Cloud,
  keys: IdempotencyKeys,
): Promise<() => Promise<void>> {
  if (path === undefined) return () => Promise.resolve();
  const content = await readStateFile(path);
  if (content !== undefined) {
    try {
      restoreSnapshot(cloud, keys, content);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`state file ${path} cannot be used: ${reason}`, { cause: error });
    }
  }
  const writer = new StateWriter(path, () => takeSnapshot(cloud, keys));
  return () => writer.save();
}
