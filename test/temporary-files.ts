import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/**
 * Gives a run one folder for all temporary files of its tests and of the programs that they start, and removes it: most
 * tests remove theirs, but not one that fails, nor a process that is killed on purpose.
 */
export default function setup(): void {
  const name = "stratus-tests-";
  // Called for each project of a run; the first has set it.
  if (basename(tmpdir()).startsWith(name)) return;
  const folder = mkdtempSync(join(tmpdir(), name));
  process.env["TMPDIR"] = folder;
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      // A program that is still writing there does not turn a green run red.
      console.error(`${folder} is left behind: ${String(error)}`);
    }
  });
}
