/**
 * The room of logins: kinds of credentials, the exchange of a service account's JWT,
 * the token of a session, and the step of a call that sends it. No error, log or
 * event from here shows a token or a key.
 *
 * @module
 */
import type { Random } from "../call/backoff.js";
import type { Clock } from "../time/clock.js";
import type { TlsOptions } from "../transport/tls-options.js";

/** A token as credentials provide it. */
export interface AccessToken {
  /** What follows `Bearer`. */
  readonly token: string;
  /** How long it is valid, in milliseconds from now. If left out: until the server refuses it. */
  readonly expiresInMs?: number | undefined;
}

/** What credentials may use while they get a token. */
export interface TokenContext {
  /** Aborted when the session is closed. */
  readonly signal: AbortSignal;
  /** Time of the session. */
  readonly clock: Clock;
  /** How long a token may take, in milliseconds, with repeats: the session's `timeouts.requestMs`. */
  readonly timeoutMs: number;
  /** Randomness for the pauses between attempts. */
  readonly random: Random;
  /** Name of the session's class, for messages. */
  readonly session: string;
  /** Certificates of the session, for credentials that connect by themselves. */
  readonly tls: TlsOptions | undefined;
  /** Exchanges a signed JWT for an access token by the API's own exchange service (RFC 8693). */
  exchange(jwt: string, signal: AbortSignal): Promise<AccessToken>;
}

/**
 * Something that provides access tokens. The session asks when it needs one, keeps
 * it, and asks again before it expires and when the server refuses it; requests
 * are single-flight. A program's own kind of credentials implements this interface.
 */
export interface Credentials {
  /** What they are, for messages; contains no secret. */
  readonly description: string;
  /**
   * Gets a token that is good now.
   *
   * @throws An error whose message shows no secret.
   */
  fetchToken(context: TokenContext): Promise<AccessToken>;
}
