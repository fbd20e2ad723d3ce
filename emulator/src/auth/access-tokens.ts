import { createHash } from "node:crypto";
import type { StatusError } from "../errors/status-error.js";
import { RefusedCall } from "../errors/refused-call.js";
import { EmulatorError } from "../text/emulator-error.js";

/** The stored facts about an access token. The token itself is not stored. */
export interface AccessGrant {
  /** The account that the token speaks for. */
  readonly subject: string;
  readonly expiresAtMs: number;
  /** The role of the caller in rules. Undefined if it has none. */
  readonly role?: string | undefined;
}

/** The syntax of a bearer token (RFC 6750, section 2.1). */
const tokenForm = /^[A-Za-z0-9._~+/-]+=*$/;

/** The access tokens that the emulator issued. Only their digests are stored. */
export class AccessTokens {
  readonly #grants = new Map<string, AccessGrant>();
  readonly #random: (size: number) => Uint8Array;
  readonly #maxAgeMs: () => number;
  /** When each token was first used while their age is limited, in milliseconds since 1970. */
  readonly #firstUse = new Map<string, number>();
  #changed: (digest: string) => void = () => {};

  /** @param maxAgeMs returns how long a token is accepted after its first use, in milliseconds */
  constructor(random: (size: number) => Uint8Array, maxAgeMs: () => number = () => Infinity) {
    this.#random = random;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Sets a function that is called for each token that is issued or removed. */
  watch(changed: (digest: string) => void): void {
    this.#changed = changed;
  }

  /** Returns a new random token. Its beginning tells people and scanners that only an emulator accepts it. */
  newToken(): string {
    return `emu-${Buffer.from(this.#random(32)).toString("base64url")}`;
  }

  /**
   * Issues a token for the account.
   *
   * @param token random by default
   * @throws EmulatorError if the token contains characters that a header cannot
   */
  issue(subject: string, nowMs: number, lifetimeMs: number, token = this.newToken(), role?: string): string {
    if (!tokenForm.test(token))
      throw new EmulatorError(
        "OPTION_INVALID",
        "token: may contain only A-Z, a-z, 0-9 and - . _ ~ + /, and may end in =",
      );
    this.#forgetExpired(nowMs);
    const digest = tokenDigest(token);
    // An existing key would keep its position in the map, but tokens are in the order of expiry.
    this.#grants.delete(digest);
    this.#grants.set(digest, {
      subject,
      expiresAtMs: nowMs + lifetimeMs,
      ...(role === undefined ? {} : { role }),
    });
    this.#changed(digest);
    return token;
  }

  /**
   * Returns the grant of the token in the header `authorization`.
   *
   * @throws UNAUTHENTICATED if the token is missing, unknown or expired
   */
  authenticate(authorization: readonly string[], nowMs: number): AccessGrant {
    if (authorization.length !== 1) {
      throw createRejection(
        authorization.length === 0
          ? "the header Authorization is missing"
          : "the header Authorization was sent twice",
      );
    }
    const token = /^Bearer +(.+)$/i.exec(authorization[0] ?? "")?.[1];
    if (token === undefined || !tokenForm.test(token))
      throw createRejection("the Authorization header does not have the form `Bearer TOKEN`");
    const digest = tokenDigest(token);
    const grant = this.#grants.get(digest);
    if (grant === undefined)
      throw createRejection("the access token is unknown: pass one that this emulator printed or issued");
    if (grant.expiresAtMs <= nowMs)
      throw createRejection(
        "the access token has expired: pass a new one, or increase the lifetime (--token-lifetime, tokenLifetimeMs)",
      );
    if (this.#isWorn(digest, nowMs))
      throw createRejection("the access token has expired in the scenario expiring-tokens: get a new one");
    return grant;
  }

  /** Revokes all tokens. */
  revokeAll(): void {
    const digests = [...this.#grants.keys()];
    this.#grants.clear();
    digests.forEach(this.#changed);
  }

  #isWorn(digest: string, nowMs: number): boolean {
    const maxAgeMs = this.#maxAgeMs();
    if (maxAgeMs === Infinity) {
      this.#firstUse.clear();
      return false;
    }
    const firstMs = this.#firstUse.get(digest) ?? nowMs;
    this.#firstUse.set(digest, firstMs);
    return nowMs - firstMs >= maxAgeMs;
  }

  /** Removes expired tokens, oldest first, up to the first that is valid. */
  #forgetExpired(nowMs: number): void {
    for (const [digest, { expiresAtMs }] of this.#grants) {
      if (expiresAtMs > nowMs) return;
      this.#grants.delete(digest);
      this.#changed(digest);
    }
  }

  /** Returns the grant of the token with that digest. Returns undefined if no such token was issued. */
  get(digest: string): AccessGrant | undefined {
    return this.#grants.get(digest);
  }

  /** Removes a grant without notifying watchers. */
  forget(digest: string): void {
    this.#grants.delete(digest);
  }

  /** Returns the issued grants, by digest of the token. */
  entries(): IterableIterator<[string, AccessGrant]> {
    return this.#grants.entries();
  }

  /** Restores a saved grant without notifying watchers. */
  restore(digest: string, grant: AccessGrant): void {
    this.#grants.delete(digest);
    this.#grants.set(digest, grant);
  }
}

function tokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function createRejection(why: string): StatusError {
  return new RefusedCall("TOKEN_REJECTED", "UNAUTHENTICATED", why);
}
