import type { Clock } from "../../../base/time/clock.js";
import { nodeErrorCode } from "../../../base/text/value-text.js";
import { sleep } from "../../../base/time/wait.js";
import { builtIn } from "../built-in.js";
import type { AccessToken, TokenContext } from "../credentials.js";

/** Interval at which the owner touches the lock, in milliseconds. */
const beatMs = 1_000;

/** Time after which a lock that its owner does not touch is abandoned, in milliseconds. */
const abandonedMs = 5 * beatMs;

/** How long to wait until a token of another process is looked for again, in milliseconds. */
const lookAgainMs = 50;

/**
 * Returns a token that another process has left, or the right to request one. Waiting takes half of a login's time at
 * most; then the result is undefined.
 *
 * @throws An Error of the file system, where no lock can be made.
 */
export async function findOrLock(
  find: () => Promise<AccessToken | undefined>,
  lock: FileLock,
  { clock, signal, timeoutMs }: Pick<TokenContext, "clock" | "signal" | "timeoutMs">,
): Promise<AccessToken | { readonly release: () => Promise<void> } | undefined> {
  const endMs = clock.nowMs() + timeoutMs / 2;
  do {
    const kept = await find();
    if (kept) return kept;
    const release = await lock.tryTake();
    if (release) {
      // Who held it before may have left a token in between.
      const late = await find();
      if (!late) return { release };
      await release();
      return late;
    }
    await sleep(clock, lookAgainMs, signal);
  } while (clock.nowMs() < endMs);
  return undefined;
}

/**
 * A lock between processes, which is a file. Its owner touches the file while it holds the lock, so a waiter can
 * detect an owner that was killed. The waiter measures the time itself: process IDs repeat in containers, and the
 * clocks of machines that share a folder differ.
 */
export class FileLock {
  readonly #path: string;
  readonly #clock: Clock;
  /** The last seen mark of the owner, and since when it is the same. */
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

  /** Removes an abandoned lock. */
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

  /** Removes the lock if that owner still holds it. */
  async #remove(owner: string | undefined): Promise<void> {
    try {
      if ((await this.#owner()) === owner) await builtIn.files().rm(this.#path, { force: true });
    } catch {
      // Another process removed it.
    }
  }
}
