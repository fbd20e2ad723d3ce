import { maxLifetimeMs } from "../access-token.js";
import { builtIn } from "../built-in.js";

/** Names of the files that are made here; others are not touched. */
const ours = /^[0-9a-f]{64}\.(?:json|lock|[0-9a-f-]{36}\.draft)$/;

/**
 * Removes what is older than any token lives, from the folder of a file: tokens of accounts that nobody uses any
 * more, and what killed processes have left.
 */
export async function sweep(path: string, nowMs: number): Promise<void> {
  const files = builtIn.files();
  const { dirname, join } = builtIn.paths();
  const folder = dirname(path);
  for (const name of await files.readdir(folder)) {
    const other = join(folder, name);
    if (!ours.test(name) || other === path) continue;
    try {
      if (nowMs - (await files.stat(other)).mtimeMs > maxLifetimeMs) await files.rm(other, { force: true });
    } catch {
      // Another process was faster.
    }
  }
}
