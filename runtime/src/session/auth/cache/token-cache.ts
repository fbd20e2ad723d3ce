/**
 * Tokens that outlive a process, so that a command of one second does not log in each time. There is one file for
 * each account and API, which only this user can read. Processes that need a token at the same time log in once.
 * The cache only saves time: if a file cannot be used, the session logs in.
 *
 * @module
 */
import { nodeErrorCode } from "../../../base/text/value-text.js";
import { lifetimeMs, requireToken } from "../access-token.js";
import type { AccessToken, Credentials, TokenContext } from "../credentials.js";
import { builtIn } from "../built-in.js";
import { sha256 } from "../subject.js";
import { defaultFolder, openFolder } from "./cache-folder.js";
import { FileLock, findOrLock } from "./file-lock.js";
import { sweep } from "./sweep.js";
import { isDue, remainingMs, TokenFile, type CachedToken } from "./token-file.js";

/** How a login goes, and whose token it gives. */
interface Login {
  readonly account: string;
  readonly login: (context: TokenContext) => Promise<AccessToken>;
}

/** The tokens of credentials, as they are kept on disk. */
export class TokenCache implements Credentials {
  readonly description: string;
  readonly #credentials: Credentials;
  readonly #folder: string | undefined;
  readonly #account: string | undefined;
  /** The file with the last token. */
  #file: TokenFile | undefined;
  /** The last token that the server refused: it may be on disk still, or again. */
  #refused: string | undefined;

  /**
   * @param folder Default: a folder of the user.
   * @param account Default: what the credentials say.
   */
  constructor(credentials: Credentials, folder?: string, account?: string) {
    this.description = `${credentials.description}, kept on disk`;
    this.#credentials = credentials;
    this.#folder = folder;
    this.#account = account;
  }

  /** Removes a token that the server refused. Never throws. */
  refuse(token: string): void {
    this.#refused = token;
    this.#file?.drop(token);
    this.#credentials.refuse?.(token);
  }

  /**
   * Returns the cached token, or requests and caches a new one.
   *
   * @throws The failure of the login; an Error if the folder does not belong to this user alone.
   */
  async fetchToken(context: TokenContext): Promise<AccessToken> {
    const folder = this.#folder ?? defaultFolder();
    const warn = (why: string): void => context.warn(`${why}; each process logs in by itself`);
    const fault = folder === undefined ? "this user has no folder for caches" : await openFolder(folder);
    const { account, login } = await this.#login(context);
    if (folder === undefined || fault !== undefined) {
      warn(`no token can be kept: ${fault}`);
      return login(context);
    }
    const { join } = builtIn.paths();
    const name = sha256(JSON.stringify([context.api, account]));
    const file = (this.#file = new TokenFile(join(folder, `${name}.json`), name, context.warn));
    const lock = new FileLock(join(folder, `${name}.lock`), context.clock);
    const find = async (): Promise<AccessToken | undefined> => {
      const nowMs = context.clock.epochMs();
      const kept = await this.#usable(file, nowMs);
      return kept && !isDue(kept, nowMs) ? toAccessToken(kept, nowMs) : undefined;
    };
    const found = await findOrLock(find, lock, context).catch((error: unknown) => {
      if (context.signal.aborted) throw error;
      warn(`no token can be kept in ${folder} (${nodeErrorCode(error)})`);
      return undefined;
    });
    if (!found) return login(context);
    if ("token" in found) return found;
    try {
      return await this.#renew(file, login, context);
    } finally {
      await found.release();
    }
  }

  async #login(context: TokenContext): Promise<Login> {
    if (this.#account !== undefined) {
      return { account: this.#account, login: (inner) => this.#credentials.fetchToken(inner) };
    }
    const identity = await this.#credentials.identify?.(context);
    if (identity?.account !== undefined) return { account: identity.account, login: () => identity.login() };
    throw new Error(
      "the account is not known before a login; name it: cachedToken(credentials, { account })",
    );
  }

  /** Logs in, and keeps the token. A login that fails leaves the old token in use, for as long as it is good. */
  async #renew(file: TokenFile, login: Login["login"], context: TokenContext): Promise<AccessToken> {
    const { clock } = context;
    let fresh: AccessToken;
    try {
      fresh = await login(context);
    } catch (error) {
      const old = context.signal.aborted ? undefined : await this.#usable(file, clock.epochMs());
      if (old) return toAccessToken(old, clock.epochMs());
      throw error;
    }
    if (fresh.expiresInMs === undefined) return fresh;
    const nowMs = clock.epochMs();
    const kept: CachedToken = {
      token: requireToken(fresh.token, this.#credentials.description),
      issuedAtMs: nowMs,
      expiresAtMs: nowMs + lifetimeMs(fresh.expiresInMs / 1000),
    };
    try {
      await file.write(kept);
      await sweep(file.path, nowMs);
    } catch (error) {
      context.warn(
        `the token cannot be kept in ${file.path} (${nodeErrorCode(error)}); each process logs in by itself`,
      );
    }
    return fresh;
  }

  async #usable(file: TokenFile, nowMs: number): Promise<CachedToken | undefined> {
    const kept = await file.read();
    return kept && kept.token !== this.#refused && remainingMs(kept, nowMs) > 0 ? kept : undefined;
  }
}

/** Returns a kept token with the time for which it is still good. */
export function toAccessToken(kept: CachedToken, nowMs: number): AccessToken {
  return { token: kept.token, expiresInMs: remainingMs(kept, nowMs) };
}
