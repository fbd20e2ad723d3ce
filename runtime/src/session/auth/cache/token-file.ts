import { nodeErrorCode } from "../../../base/text/value-text.js";
import { maxLifetimeMs, refreshAt, refreshJitter } from "../access-token.js";
import { builtIn } from "../built-in.js";
import { privacyFault } from "../private-file.js";

/** A token as it is kept on disk. Times are in milliseconds since 1970, which all processes agree on. */
export interface CachedToken {
  readonly token: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** The beginning of each file; a file of another version begins otherwise and is not read. */
const version = 1;

/** A file with a token is some kilobytes; what is longer is none. */
const maxBytes = 64 * 1024;

/** How far ahead of this clock another process's may be, on a folder that machines share. */
const skewMs = 60_000;

/** How long a token is still good, in milliseconds; 0 if it is not, or says what no token of ours does. */
export function remainingMs({ issuedAtMs, expiresAtMs }: CachedToken, nowMs: number): number {
  const isPlausible = issuedAtMs <= nowMs + skewMs && expiresAtMs - issuedAtMs <= maxLifetimeMs;
  return isPlausible ? Math.max(0, expiresAtMs - nowMs) : 0;
}

/** Whether a token is old enough to be replaced, although it is still good: where a session would refresh it at the earliest. */
export function isDue({ issuedAtMs, expiresAtMs }: CachedToken, nowMs: number): boolean {
  return nowMs >= issuedAtMs + (expiresAtMs - issuedAtMs) * (refreshAt - refreshJitter);
}

/** A file with the token of one account, for this user alone. */
export class TokenFile {
  readonly path: string;
  readonly #key: string;
  readonly #warn: (message: string) => void;

  /**
   * @param key The owner of the token; the file has it too, so that no token is taken for another's.
   * @param warn Told of a file that is not used, and why.
   */
  constructor(path: string, key: string, warn: (message: string) => void) {
    this.path = path;
    this.#key = key;
    this.#warn = warn;
  }

  /** The token; undefined if there is none, or the file is damaged or not this user's alone. */
  async read(): Promise<CachedToken | undefined> {
    try {
      return this.#parse(await this.#text());
    } catch (error) {
      if (nodeErrorCode(error) !== "ENOENT")
        this.#warn(`the kept token ${this.path} cannot be read (${nodeErrorCode(error)})`);
      return undefined;
    }
  }

  /**
   * Replaces the file by one with this token, atomically.
   *
   * @throws An Error of the file system.
   */
  async write(kept: CachedToken): Promise<void> {
    const files = builtIn.files();
    const draft = `${this.path.replace(/\.json$/, "")}.${globalThis.crypto.randomUUID()}.draft`;
    try {
      // `wx`: whatever has this name already is not ours, and not followed.
      await files.writeFile(draft, JSON.stringify({ version, key: this.#key, ...kept }), {
        flag: "wx",
        mode: 0o600,
      });
      await files.rename(draft, this.path);
    } catch (error) {
      await files.rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Removes the file where it holds this token. At once, since programs end when a call has failed. Never throws. */
  drop(token: string): void {
    const files = builtIn.filesNow();
    try {
      if (this.#parse(files.readFileSync(this.path, "utf8"))?.token === token) files.unlinkSync(this.path);
    } catch {
      // What cannot be removed is refused once more, and replaced.
    }
  }

  async #text(): Promise<string> {
    const files = builtIn.files();
    const { O_RDONLY, O_NOFOLLOW = 0 } = files.constants;
    const file = await files.open(this.path, O_RDONLY | O_NOFOLLOW);
    try {
      // Of the open file: what its name leads to may change.
      const stat = await file.stat();
      const fault = stat.isFile() ? privacyFault(stat) : "is not a file";
      if (fault !== undefined) this.#warn(`the kept token ${this.path} is not used, since it ${fault}`);
      return fault !== undefined || stat.size > maxBytes ? "" : await file.readFile("utf8");
    } finally {
      await file.close();
    }
  }

  #parse(text: string): CachedToken | undefined {
    try {
      const {
        version: its,
        key,
        token,
        issuedAtMs,
        expiresAtMs,
      } = JSON.parse(text) as Record<string, unknown>;
      const isOurs = its === version && key === this.#key && typeof token === "string";
      if (!isOurs || typeof issuedAtMs !== "number" || typeof expiresAtMs !== "number") return undefined;
      return { token, issuedAtMs, expiresAtMs };
    } catch {
      return undefined;
    }
  }
}
