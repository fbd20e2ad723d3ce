/**
 * Credentials: their kinds, the exchange of a service account's JWT, the token of a session, and the interceptor
 * that sends it. Its errors, logs and events contain no token and no key.
 *
 * @module
 */
import type { MetadataInit } from "../../calls/rpc/metadata.js";
import type { Random } from "../../calls/chain/backoff.js";
import type { Clock } from "../../base/time/clock.js";
import type { TlsOptions } from "../../network/transport/tls-options.js";

/** A token as credentials provide it. */
export interface AccessToken {
  /** The text after `Bearer`. */
  readonly token: string;
  /** How long it is valid, in milliseconds from now. If left out: until the server refuses it. */
  readonly expiresInMs?: number | undefined;
  /** Headers that go out with the token, such as the project that calls are charged to. */
  readonly metadata?: MetadataInit | undefined;
}

/** The means that credentials have for getting a token. */
export interface TokenContext {
  /** Aborted when the session is closed. */
  readonly signal: AbortSignal;
  /** Time of the session. */
  readonly clock: Clock;
  /** How long a token may take, in milliseconds, with repeats: the session's `timeoutMs`. */
  readonly timeoutMs: number;
  /** Randomness for the pauses between attempts. */
  readonly random: Random;
  /** Name of the session's class, for messages. */
  readonly session: string;
  /** Certificates of the session, for credentials that connect by themselves. */
  readonly tls: TlsOptions | undefined;
  /** Scopes that the API asks of tokens (`google.api.oauth_scopes`); undefined if it does not say any. */
  readonly scopes?: readonly string[] | undefined;
  /**
   * The API that tokens are for: its domain, and the addresses that replace its default ones. A token is valid for
   * one API only.
   */
  readonly api: string;
  /**
   * Exchanges a token for an access token (RFC 8693): by the API's own exchange service, or by a form that is posted to
   * a URL.
   */
  exchange(request: ExchangeRequest, signal: AbortSignal, url?: URL): Promise<AccessToken>;
  /** Writes a warning to the session's logger, each text once. It contains no secret. */
  warn(message: string): void;
}

/** A token that an exchange takes, and what it is. */
export interface TypedToken {
  readonly token: string;
  /** Identifier of its type: `urn:ietf:params:oauth:token-type:jwt` (RFC 8693, section 3). */
  readonly type: string;
}

/** The token that is exchanged for an access token (conventions, section 8.2). */
export interface ExchangeRequest {
  /** Proves who the access token is for. */
  readonly subject: TypedToken;
  /** Proves who acts for the subject, where that is someone else. */
  readonly actor?: TypedToken | undefined;
  /** The service that the access token is for, if the exchange asks for it. */
  readonly audience?: string | undefined;
}

/** The account that logs in, as it is known before the login. */
export interface Identity {
  /**
   * Names the account, and all else that an access token depends on; undefined if only the token itself would
   * tell. Contains no secret.
   */
  readonly account: string | undefined;
  /** Makes the token that proves the identity to a token exchange. */
  prove(): Promise<TypedToken>;
  /** Exchanges the proof for an access token. */
  login(): Promise<AccessToken>;
}

/** The profile that credentials come from. */
export interface CredentialsProfile {
  readonly name: string;
  /** The command that renews the login, such as `npx @stratus/cli @acme/cloud login --profile work`. */
  readonly loginCommand: string;
}

/**
 * Something that provides access tokens. The session asks when it needs one, keeps
 * it, and asks again before it expires and when the server refuses it; requests
 * are single-flight. A program's own kind of credentials implements this interface.
 */
export interface Credentials {
  /** A description for messages; contains no secret. */
  readonly description: string;
  /**
   * Set on the credentials of a profile. They are sent only to the addresses of the session, and errors name the
   * profile. Default: the credentials are those of no profile.
   */
  readonly profile?: CredentialsProfile | undefined;
  /**
   * Gets a token that is good now.
   *
   * @throws An error whose message shows no secret.
   */
  fetchToken(context: TokenContext): Promise<AccessToken>;
  /**
   * Returns the headers that authorize calls, of credentials that have no token, such as an API key; none for calls
   * without credentials. The session then never asks for a token.
   */
  headers?(): Readonly<Record<string, string>>;
  /**
   * Says who logs in, of credentials that exchange a proof of it for a token. Left out: the access token is all that
   * there is to show.
   *
   * @throws An error whose message shows no secret.
   */
  identify?(context: TokenContext): Promise<Identity>;
  /**
   * Receives a token that the server refused, so that credentials that cache tokens do not return it again. Never
   * throws.
   */
  refuse?(token: string): void;
}
