import { CallError } from "../error/call-error.js";
import { OptionsError } from "../text/options-error.js";
import type { ErrorCode } from "../error/status-code.js";
import { backoffDelayMs } from "../call/backoff.js";
import { sleep } from "../time/wait.js";
import { isLastingRefusal } from "../error/lasting-refusal.js";
import { tlsRefusal } from "../error/tls-refusal.js";
import { messageOf } from "../text/value-text.js";
import { lifetimeMs } from "./access-token.js";
import type { AccessToken, TokenContext } from "./credentials.js";
import { type FormAnswer, type FormPost, postForm } from "./form-post.js";
import { exchangeTypes } from "./token-exchange.js";

const path = "oauth2/token/exchange";

/** Milliseconds for one request. */
const requestTimeoutMs = 20_000;

/** Requests that are made before the exchange counts as failed. */
const maxAttempts = 4;

const pauses = { baseDelayMs: 200, maxDelayMs: 2_000 };

/**
 * Checks a base URL: `https:`, or `http:` on this machine.
 *
 * @throws An OptionsError that says what to write.
 */
export function requireAuthUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (
    url &&
    !url.username &&
    !url.search &&
    !url.hash &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLocal))
  ) {
    return new URL(path, url.href.endsWith("/") ? url : `${url.href}/`);
  }
  throw new OptionsError(
    'authUrl: write an https URL without user, query and fragment, such as "https://auth.api.example.com"; http is for this machine only',
  );
}

/**
 * Exchanges a JWT by an HTTP form POST (conventions, section 8.2; RFC 8693).
 * Failures of the network and of the server (429, 5xx) are repeated a few times;
 * a refusal is final.
 */
export async function exchangeByHttp(url: URL, jwt: string, context: TokenContext): Promise<AccessToken> {
  const { clock, random, signal } = context;
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(url, jwt, context);
    } catch (error) {
      const isPassing =
        error instanceof CallError && error.code === "UNAVAILABLE" && !isLastingRefusal(error.text);
      if (!isPassing || attempt >= maxAttempts || signal.aborted) throw error;
    }
    await sleep(clock, backoffDelayMs(attempt, pauses, random), signal);
  }
}

async function post(url: URL, jwt: string, { tls, signal }: TokenContext): Promise<AccessToken> {
  const answer = await send(url, jwt, { tls, signal, timeoutMs: requestTimeoutMs });
  if (answer.status < 200 || answer.status > 299) {
    const code: ErrorCode = answer.status === 429 || answer.status >= 500 ? "UNAVAILABLE" : "UNAUTHENTICATED";
    throw exchangeError(
      url,
      code,
      `the server answered with HTTP status ${answer.status}${reasonIn(answer.text)}`,
    );
  }
  const body = parseObject(answer.text);
  const token = body?.["access_token"];
  if (typeof token !== "string") throw exchangeError(url, "INTERNAL", 'the answer has no "access_token"');
  return { token, expiresInMs: lifetimeMs(body?.["expires_in"]) };
}

async function send(url: URL, jwt: string, how: FormPost): Promise<FormAnswer> {
  try {
    return await postForm(url, formOf(jwt), how);
  } catch (error) {
    if (how.signal.aborted) throw how.signal.reason;
    throw exchangeError(url, "UNAVAILABLE", `no answer (${reasonOf(error)})`);
  }
}

function formOf(jwt: string): URLSearchParams {
  return new URLSearchParams({
    grant_type: exchangeTypes.grantType,
    requested_token_type: exchangeTypes.requestedTokenType,
    subject_token: jwt,
    subject_token_type: exchangeTypes.subjectTokenType,
  });
}

function exchangeError(url: URL, code: ErrorCode, why: string): CallError {
  return new CallError({
    code,
    text: `token exchange: ${why}`,
    method: `POST ${url.pathname}`,
    endpoint: url.host,
  });
}

function reasonOf(error: unknown): string {
  const text = messageOf(error);
  return tlsRefusal(text) ?? text;
}

/** `error` and `error_description` of an OAuth error answer (RFC 6749, section 5.2). */
function reasonIn(text: string): string {
  const body = parseObject(text);
  const parts = [body?.["error"], body?.["error_description"]].filter((part) => typeof part === "string");
  return parts.length > 0 ? `: ${parts.join(", ")}` : "";
}

function parseObject(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
