import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/**
 * Copies a state file, and what lies beside it, as a crash at this moment would
 * leave them. Files may go while they are copied; then it begins anew.
 */
export async function copyState(stateFile: string): Promise<string> {
  for (;;) {
    const directory = await mkdtemp(join(tmpdir(), "state-copy-"));
    try {
      await cp(dirname(stateFile), directory, { recursive: true });
      return join(directory, basename(stateFile));
    } catch {
      await rm(directory, { recursive: true, force: true });
    }
  }
}
