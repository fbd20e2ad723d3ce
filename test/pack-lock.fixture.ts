import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const lock = join(fileURLToPath(new URL("../", import.meta.url)), "node_modules/.packing");

/**
 * Packs while no other test file does. A package changes its own folder while it is packed: it copies its pages there, and
 * writes the package.json that it is published with.
 */
export async function packAlone(pack: () => unknown): Promise<void> {
  for (;;) {
    const free = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (free) break;
    // What was ended while it packed leaves the lock behind.
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > 120_000) await rm(lock, { recursive: true, force: true });
    else await setTimeout(200);
  }
  try {
    await pack();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}
