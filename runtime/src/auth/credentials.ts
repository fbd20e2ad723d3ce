/**
 * The room of logins: kinds of credentials, the exchange of a service account's JWT,
 * the token of a session, and the step of a call that sends it. No error, log or
 * event from here shows a token or a key.
 *
 * @module
 */
import type { Random } from "../call/backoff.js";
import type { Clock } from "../time/clock.js";
import type { TlsOptions } from "../transport/channel-settings.js";

/** A token as credentials give it. */
export interface AccessToken {
  /** What follows `Bearer`. */
  readonly token: string;
  /** How long it is good, in milliseconds from now. Left out: until the server refuses it. */
  readonly expiresInMs?: number | undefined;
}

/** What credentials may use while they get a token. */
export interface TokenContext {
  /** Aborted when the session is closed. */
  readonly signal: AbortSignal;
  /** Time of the session. */
  readonly clock: Clock;
  /** Chance for the pauses between attempts. */
  readonly random: Random;
  /** Name of the session's class, for messages. */
  readonly session: string;
  /** Certificates of the session, for credentials that connect by themselves. */
  readonly tls: TlsOptions | undefined;
  /** Exchanges a signed JWT for an access token by the API's own exchange service (RFC 8693). */
  exchange(jwt: string, signal: AbortSignal): Promise<AccessToken>;
}

/**
 * Something that gives access tokens. The session asks when it needs one, keeps
 * it, and asks again before it expires and when the server refuses it; asking
 * twice at once never happens. A program's own kind implements this interface.
 */
export interface Credentials {
  /** What they are, for messages; no secret. */
  readonly description: string;
  /**
   * Gets a token that is good now.
   *
   * @throws An error whose message shows no secret.
   */
  fetchToken(context: TokenContext): Promise<AccessToken>;
}
