import { systemClock } from "../../base/time/clock.js";
import { errorText } from "../../base/text/value-text.js";
import type { FormAnswer } from "../auth/form.js";
import { type FormPost, postForm } from "../auth/form-post.js";
import { requestToken, type TokenAnswer } from "../auth/http-exchange.js";
import { CallError } from "../../calls/error/call-error.js";
import { readIdToken } from "./id-token.js";
import type { StoredLogin } from "./stored-login.js";
import { withTokens } from "./stored-login-credentials.js";
import { LoginError } from "./login-error.js";
import type { OpenidProvider } from "./openid-provider.js";
import { type ProviderAccess, providerRequests } from "./provider-access.js";

/** A login by a person. */
export interface InteractiveLogin extends ProviderAccess {
  /** The URL of the OpenID provider. */
  readonly issuer: string;
  /** The identifier of the program at the provider, which has no secret. */
  readonly clientId: string;
  /** The scopes to request, separated by blanks. */
  readonly scopes: string;
  /** Cancels the login. */
  readonly signal: AbortSignal;
  /** The time in which the person must complete the login, in milliseconds. Default: 5 min. */
  readonly timeoutMs?: number | undefined;
  /** Shows a URL to the person: opens it, or prints it with the code to enter there. */
  readonly open: (url: string, userCode?: string) => void | Promise<void>;
  /** Waits between two questions of a device login. Default: a timer. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** The time in which the person must complete a login in a browser, in milliseconds. */
const browserLimitMs = 5 * 60_000;

/** The time limit of one request, in milliseconds. */
const requestMs = 20_000;

/** The requests of one login, with its time limit. */
export class LoginRequest {
  readonly #options: InteractiveLogin;
  readonly #limit: AbortSignal;

  constructor(options: InteractiveLogin) {
    this.#options = options;
    this.#limit = AbortSignal.timeout(options.timeoutMs ?? browserLimitMs);
  }

  /** How requests to the provider are sent. */
  get how(): FormPost {
    return { signal: this.#options.signal, timeoutMs: requestMs, ...providerRequests(this.#options) };
  }

  /** Waits for the person. @throws A LoginError after the time limit; the reason of the signal. */
  async limited<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#options;
    const both = AbortSignal.any([signal, this.#limit]);
    let stop: (() => void) | undefined;
    try {
      return await Promise.race([
        work,
        new Promise<never>((_, fail) => {
          stop = () =>
            fail(
              signal.aborted
                ? signal.reason
                : new LoginError("LOGIN_EXPIRED", "nobody completed the login in time"),
            );
          if (both.aborted) stop();
          else both.addEventListener("abort", stop, { once: true });
        }),
      ]);
    } finally {
      if (stop) both.removeEventListener("abort", stop);
    }
  }

  /** Posts a form, and returns the answer of any status. @throws A LoginError if there is none. */
  async post(url: URL, form: Readonly<Record<string, string>>): Promise<FormAnswer> {
    try {
      return await postForm(url, new URLSearchParams(form), this.how);
    } catch (error) {
      if (this.#options.signal.aborted) throw this.#options.signal.reason;
      throw new LoginError("LOGIN_UNAVAILABLE", `${url.origin} cannot be reached: ${errorText(error)}`);
    }
  }

  /**
   * Redeems a code for tokens.
   *
   * @param nonce The nonce that the ID token must have. Undefined for a login by a device code.
   * @throws A LoginError.
   */
  async redeem(
    provider: OpenidProvider,
    form: Readonly<Record<string, string>>,
    nonce: string | undefined,
  ): Promise<StoredLogin> {
    const { signal } = this.#options;
    try {
      const answer = await requestToken(
        provider.tokenEndpoint,
        new URLSearchParams(form),
        "the login failed",
        {
          clock: systemClock,
          random: Math.random,
          signal,
          timeoutMs: requestMs,
          unansweredMs: requestMs,
          waitForReady: false,
          postForm: (url, body, limits) => postForm(url, body, { ...this.how, ...limits }),
        },
      );
      return this.keep(provider, answer, nonce);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof CallError)) throw error;
      throw new LoginError(
        error.code === "UNAUTHENTICATED" ? "LOGIN_INVALID" : "LOGIN_UNAVAILABLE",
        error.text,
      );
    }
  }

  /** Returns the login of an answer with tokens. @throws A LoginError if its ID token is not for this login. */
  keep(provider: OpenidProvider, answer: TokenAnswer, nonce: string | undefined): StoredLogin {
    const { issuer, clientId, scopes } = this.#options;
    const idToken = answer.body["id_token"];
    const nowMs = systemClock.epochMs();
    const isOpenid = /(?:^|\s)openid(?:\s|$)/.test(scopes);
    const claims =
      idToken === undefined && !isOpenid
        ? undefined
        : readIdToken(idToken, { issuer, clientId, nonce, nowMs });
    const login = {
      issuer,
      clientId,
      tokenEndpoint: provider.tokenEndpoint.href,
      revocationEndpoint: provider.revocationEndpoint?.href,
      subject: claims?.subject,
      account: claims?.account,
    };
    return withTokens(login, answer, nowMs);
  }
}
