import { createHash } from "node:crypto";
import type { StatusError } from "../errors/status-error.js";
import { RefusedCall } from "../errors/refused-call.js";
import { EmulatorError } from "../text/emulator-error.js";

/** The stored facts about an access token. The token itself is not stored. */
export interface AccessGrant {
  /** The account that the token speaks for. */
  readonly subject: string;
  readonly expiresAtMs: number;
}

/** A token as a header carries it (RFC 6750, section 2.1). */
const tokenForm = /^[A-Za-z0-9._~+/-]+=*$/;

/** The access tokens that the emulator gave out: opaque, random, and kept as digests only. */
export class AccessTokens {
  readonly #grants = new Map<string, AccessGrant>();
  readonly #random: (size: number) => Uint8Array;
  #changed: (digest: string) => void = () => {};

  constructor(random: (size: number) => Uint8Array) {
    this.#random = random;
  }

  /** Calls the function, from now on, for each token that is issued or forgotten. */
  watch(changed: (digest: string) => void): void {
    this.#changed = changed;
  }

  /**
   * A new token for the account.
   *
   * @param token random by default
   * @throws an Error when it is not one that a header can carry
   */
  issue(
    subject: string,
    nowMs: number,
    lifetimeMs: number,
    token = `tok_${Buffer.from(this.#random(32)).toString("base64url")}`,
  ): string {
    if (!tokenForm.test(token))
      throw new EmulatorError(
        "OPTION_INVALID",
        "token: may contain only A-Z, a-z, 0-9 and - . _ ~ + /, and may end in =",
      );
    this.#forgetExpired(nowMs);
    const digest = tokenDigest(token);
    // A map keeps the place of a key that it has; tokens are in the order of their ends.
    this.#grants.delete(digest);
    this.#grants.set(digest, { subject, expiresAtMs: nowMs + lifetimeMs });
    this.#changed(digest);
    return token;
  }

  /**
   * The account of the bearer, from the values of the header `authorization`.
   *
   * @throws UNAUTHENTICATED when there is no token, or it is not known, or it
   *   has expired
   */
  authenticate(authorization: readonly string[], nowMs: number): string {
    if (authorization.length !== 1) {
      throw refusal(
        authorization.length === 0
          ? "the header Authorization is missing"
          : "the header Authorization was sent twice",
      );
    }
    const token = /^Bearer +(.+)$/i.exec(authorization[0] ?? "")?.[1];
    if (token === undefined || !tokenForm.test(token))
      throw refusal("the Authorization header does not have the form `Bearer TOKEN`");
    const grant = this.#grants.get(tokenDigest(token));
    if (grant === undefined)
      throw refusal(
        "the access token is not known here: pass one that this emulator printed, issued or gave in exchange",
      );
    if (grant.expiresAtMs <= nowMs)
      throw refusal(
        "the access token has expired: pass a new one, or let them live longer (--token-lifetime, tokenLifetimeMs)",
      );
    return grant.subject;
  }

  /** Forgets all tokens, as if they had been revoked. */
  revokeAll(): void {
    const digests = [...this.#grants.keys()];
    this.#grants.clear();
    digests.forEach(this.#changed);
  }

  /** Deletes expired tokens from the oldest on, as far as there is one after the other. */
  #forgetExpired(nowMs: number): void {
    for (const [digest, { expiresAtMs }] of this.#grants) {
      if (expiresAtMs > nowMs) return;
      this.#grants.delete(digest);
      this.#changed(digest);
    }
  }

  /** Returns the grant of the token with that digest. Returns undefined if no such token was issued. */
  grantOf(digest: string): AccessGrant | undefined {
    return this.#grants.get(digest);
  }

  /** Forgets a grant without notifying watchers. */
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

function refusal(why: string): StatusError {
  return new RefusedCall("TOKEN_REJECTED", "UNAUTHENTICATED", why);
}
