import { errorText, nodeErrorCode } from "../../base/text/value-text.js";
import { CallError } from "../../calls/error/call-error.js";
import { requireToken } from "../auth/access-token.js";
import type { AccessToken, Credentials, TokenContext } from "../auth/credentials.js";
import { FileLock, findOrLock } from "../auth/cache/file-lock.js";
import { toAccessToken } from "../auth/cache/token-cache.js";
import { isDue, remainingMs } from "../auth/cache/token-file.js";
import { postForm } from "../auth/form-post.js";
import { requestToken, type TokenAnswer } from "../auth/http-exchange.js";
import { readIdToken } from "./id-token.js";
import { type StoredLogin, readLogin, writeLogin } from "./stored-login.js";
import { LoginError } from "./login-error.js";
import { requireUrl } from "./openid-provider.js";
import { type ProviderAccess, providerRequests } from "./provider-access.js";

/** Returns a login with the tokens of an answer. */
export function withTokens(
  login: Omit<StoredLogin, "token" | "issuedAtMs" | "expiresAtMs">,
  answer: TokenAnswer,
  nowMs: number,
): StoredLogin {
  const { token, expiresInMs, body } = answer;
  const { refresh_token: fresh, token_type: type } = body;
  // A token of another type must not be sent as a bearer token (RFC 6749, section 7.1).
  if (typeof type === "string" && type.toLowerCase() !== "bearer")
    throw new LoginError("LOGIN_INVALID", "the provider returned a token that is not a bearer token");
  return {
    ...login,
    token: requireToken(token, "the answer of the provider"),
    issuedAtMs: nowMs,
    expiresAtMs: nowMs + expiresInMs,
    // A provider that does not rotate refresh tokens returns none (RFC 6749, section 6).
    refreshToken: typeof fresh === "string" ? fresh : login.refreshToken,
  };
}

/**
 * The credentials of a browser login that a file keeps. The access token is renewed when 85 % of its lifetime are over,
 * and after the server refused it, by one process at a time, because providers accept a refresh token once.
 */
export class StoredLoginCredentials implements Credentials {
  readonly description: string;
  readonly #path: string;
  readonly #access: ProviderAccess;
  /** The last token that the server refused. */
  #refused: string | undefined;

  constructor(path: string, access: ProviderAccess) {
    this.description = `the browser login in ${path}`;
    this.#path = path;
    this.#access = access;
  }

  /** Receives a token that the server refused. It is not used again. */
  refuse(token: string): void {
    this.#refused = token;
  }

  /**
   * Returns the kept token, or renews it.
   *
   * @throws A CallError if the provider ended the login; a LoginError if the file has none.
   */
  async fetchToken(context: TokenContext): Promise<AccessToken> {
    const { clock } = context;
    const find = async (): Promise<AccessToken | undefined> => {
      const login = this.#usable(clock.epochMs());
      return login && !isDue(login, clock.epochMs()) ? toAccessToken(login, clock.epochMs()) : undefined;
    };
    const found = await findOrLock(find, new FileLock(`${this.#path}.lock`, clock), context).catch(
      (error: unknown) => {
        if (context.signal.aborted || error instanceof LoginError) throw error;
        context.warn(
          `${this.#path} cannot be locked (${nodeErrorCode(error)}); each process renews the login by itself`,
        );
        return { release: async () => undefined };
      },
    );
    if (found && "token" in found) return found;
    if (!found)
      return this.#old(context, failed("UNAVAILABLE", "another process renews the login and does not end"));
    try {
      return await this.#renew(context);
    } finally {
      await found.release();
    }
  }

  /** Renews the login. If that fails, an access token that is still valid stays in use. */
  async #renew(context: TokenContext): Promise<AccessToken> {
    const login = this.#read();
    const { clock } = context;
    try {
      const fresh = await this.#request(login, context);
      this.#keep(fresh, context);
      return toAccessToken(fresh, clock.epochMs());
    } catch (error) {
      return this.#old(context, error);
    }
  }

  /** Returns a token that is due and still valid. @throws The reason why it cannot be renewed, if there is none. */
  #old({ clock, signal }: TokenContext, why: unknown): AccessToken {
    const nowMs = clock.epochMs();
    const old = signal.aborted ? undefined : this.#usable(nowMs);
    if (old) return toAccessToken(old, nowMs);
    throw why;
  }

  async #request(
    login: StoredLogin,
    { clock, random, signal, timeoutMs }: TokenContext,
  ): Promise<StoredLogin> {
    const { refreshToken, clientId, issuer, subject } = login;
    if (refreshToken === undefined)
      throw failed("UNAUTHENTICATED", "its access token has expired, and it cannot be renewed");
    const url = requireUrl(login.tokenEndpoint, "the token endpoint");
    const form = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: clientId,
    });
    const requests = providerRequests(this.#access);
    const answer = await requestToken(url, form, "the login cannot be renewed", {
      clock,
      random,
      signal,
      timeoutMs,
      unansweredMs: timeoutMs,
      waitForReady: true,
      postForm: (to, body, limits) => postForm(to, body, { ...limits, ...requests }),
    });
    const idToken = answer.body["id_token"];
    if (idToken !== undefined)
      readIdToken(idToken, { issuer, clientId, subject, nonce: undefined, nowMs: clock.epochMs() });
    return withTokens(login, answer, clock.epochMs());
  }

  #keep(login: StoredLogin, { warn }: TokenContext): void {
    try {
      writeLogin(this.#path, login);
    } catch (error) {
      warn(
        `the renewed login cannot be kept in ${this.#path} (${errorText(error)}); it may end with this process`,
      );
    }
  }

  #read(): StoredLogin {
    const login = readLogin(this.#path);
    if (login) return login;
    throw failed("UNAUTHENTICATED", `there is no login in ${this.#path}`);
  }

  /** A login whose token is valid and was not refused. */
  #usable(nowMs: number): StoredLogin | undefined {
    const login = this.#read();
    const isGood = login.token !== this.#refused && remainingMs(login, nowMs) > 0;
    return isGood ? login : undefined;
  }
}

function failed(code: "UNAUTHENTICATED" | "UNAVAILABLE", text: string): CallError {
  const clientReason = code === "UNAUTHENTICATED" ? "CREDENTIALS_REJECTED" : "TOKEN_FAILED";
  return new CallError({ code, clientReason, text });
}
