import type { Clock } from "../../../base/time/clock.js";
import { nodeErrorCode } from "../../../base/text/value-text.js";
import { builtIn } from "../built-in.js";

/** How often the owner of a lock says that it is alive, in milliseconds. */
const beatMs = 1_000;

/** How long a lock may be left without a sign of its owner until it counts as left behind, in milliseconds. */
const abandonedMs = 5 * beatMs;

/**
 * A lock that processes take by making a file. Its owner touches it for as long as it holds it, so that one whose
 * owner was killed is told from one that is held for long. By the time that a waiter measures itself: numbers of
 * processes repeat in containers, and the clocks of machines that share a folder differ.
 */
export class FileLock {
  readonly #path: string;
  readonly #clock: Clock;
  /** The mark of the owner as it was last seen, and since when it is the same. */
  #seen: { readonly mark: string; readonly sinceMs: number } | undefined;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  /**
   * Takes the lock if nobody holds it.
   *
   * @returns what releases it; undefined if another process holds it
   * @throws An Error of the file system, where no file can be made.
   */
  async tryTake(): Promise<(() => Promise<void>) | undefined> {
    const owner = globalThis.crypto.randomUUID();
    try {
      await builtIn.files().writeFile(this.#path, owner, { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (nodeErrorCode(error) !== "EEXIST") throw error;
      await this.#watch();
      return undefined;
    }
    const stop = this.#beat();
    return async () => {
      stop();
      await this.#remove(owner);
    };
  }

  /** Removes the lock of a process that has shown no sign of life for long enough. */
  async #watch(): Promise<void> {
    const mark = await this.#mark();
    const nowMs = this.#clock.nowMs();
    if (mark !== this.#seen?.mark) this.#seen = mark === undefined ? undefined : { mark, sinceMs: nowMs };
    else if (this.#seen && nowMs - this.#seen.sinceMs >= abandonedMs) await this.#remove(mark?.split(" ")[0]);
  }

  /** The holder of the lock, and when it was last touched. */
  async #mark(): Promise<string | undefined> {
    try {
      const { mtimeMs } = await builtIn.files().stat(this.#path);
      return `${await this.#owner()} ${mtimeMs}`;
    } catch {
      return undefined;
    }
  }

  #owner(): Promise<string> {
    return builtIn.files().readFile(this.#path, "utf8");
  }

  #beat(): () => void {
    let cancel: () => void;
    const next = (): void => {
      cancel = this.#clock.after(
        beatMs,
        () => {
          const now = new Date();
          builtIn
            .files()
            .utimes(this.#path, now, now)
            .catch(() => undefined);
          next();
        },
        true,
      );
    };
    next();
    return () => cancel();
  }

  /** Removes the lock where it is still that owner's. */
  async #remove(owner: string | undefined): Promise<void> {
    try {
      if ((await this.#owner()) === owner) await builtIn.files().rm(this.#path, { force: true });
    } catch {
      // It is gone.
    }
  }
}
