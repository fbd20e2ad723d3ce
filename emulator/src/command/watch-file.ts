import { watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** The time in which several events of one save arrive, in milliseconds. */
const settleMs = 50;

/**
 * Calls a function after each change of a file. The folder is watched, because editors replace files.
 *
 * @returns a function that ends the watch
 */
export function watchFile(path: string, changed: () => void): () => void {
  const full = resolve(path);
  const name = basename(full);
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(full), { persistent: false }, (_, changedName) => {
    if (changedName !== null && changedName !== name) return;
    clearTimeout(timer);
    timer = setTimeout(changed, settleMs).unref();
  });
  // A folder that is removed cannot be watched any longer; the last content remains in use.
  watcher.on("error", () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
