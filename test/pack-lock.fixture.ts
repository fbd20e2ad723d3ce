import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** A file with the ID of the process that packs. */
const lock = join(fileURLToPath(new URL("../", import.meta.url)), "node_modules/.packing");

/**
 * Packs while no other test file does. A package changes its own folder while it is packed: it copies its pages there, and
 * writes the package.json that it is published with.
 */
export async function packAlone(pack: () => unknown): Promise<void> {
  while (!(await takeLock())) {
    const owner = Number(await readFile(lock, "utf8").catch(() => ""));
    // A process that was killed while it packed leaves the lock behind.
    if (owner > 0 && !isRunning(owner)) await rm(lock, { force: true });
    else await setTimeout(200);
  }
  try {
    await pack();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Takes the lock. Returns false if somebody else has it. */
function takeLock(): Promise<boolean> {
  return writeFile(lock, String(process.pid), { flag: "wx" }).then(
    () => true,
    () => false,
  );
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
