import { CallError } from "../error/call-error.js";
import { OptionsError } from "../text/options-error.js";
import type { ErrorCode } from "../error/status-code.js";
import { backoffDelayMs } from "../call/backoff.js";
import { maxAskedMs } from "../call/retry-rule.js";
import { sleep } from "../time/wait.js";
import { isLastingRefusal } from "../error/lasting-refusal.js";
import { tlsRefusal } from "../error/tls-refusal.js";
import { errorText } from "../text/value-text.js";
import { lifetimeMs } from "./access-token.js";
import type { AccessToken, ExchangeRequest, TokenContext } from "./credentials.js";
import { type FormAnswer, type FormPost, postForm } from "./form-post.js";
import { exchangeFields } from "./token-exchange.js";

const path = "oauth2/token/exchange";

/** Milliseconds for one request. */
const requestTimeoutMs = 20_000;

/** Pauses between requests: those of calls. */
const pauses = { baseDelayMs: 100, maxDelayMs: 5_000 };

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
    !url.password &&
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
 * Exchanges a token by an HTTP form POST (conventions, section 8.2; RFC 8693).
 * Failures of the network and of the server (429, 5xx) are repeated for as long as
 * a login may take, as those of an exchange by gRPC are; a refusal is final.
 */
export async function exchangeByHttp(
  url: URL,
  request: ExchangeRequest,
  context: TokenContext,
): Promise<AccessToken> {
  const { clock, random, signal } = context;
  const endMs = clock.nowMs() + context.timeoutMs;
  const form = new URLSearchParams([...exchangeFields(request)]);
  for (let attempt = 1; ; attempt++) {
    const timeoutMs = Math.max(1, Math.min(requestTimeoutMs, endMs - clock.nowMs()));
    let delayMs: number;
    try {
      return await post(url, form, { tls: context.tls, signal, timeoutMs });
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error;
      delayMs = error.retryDelayMs ?? backoffDelayMs(attempt, pauses, random);
      // Waiting past the end would only hide what is wrong.
      if (delayMs > maxAskedMs || clock.nowMs() + delayMs >= endMs) throw error;
    }
    await sleep(clock, delayMs, signal);
  }
}

function isPassing(error: unknown): error is CallError {
  return error instanceof CallError && error.code === "UNAVAILABLE" && !isLastingRefusal(error.text);
}

async function post(url: URL, form: URLSearchParams, how: FormPost): Promise<AccessToken> {
  const answer = await send(url, form, how);
  if (answer.status < 200 || answer.status > 299) {
    const code: ErrorCode = answer.status === 429 || answer.status >= 500 ? "UNAVAILABLE" : "UNAUTHENTICATED";
    const text = `the server answered with HTTP status ${answer.status}${reasonIn(answer.text)}`;
    throw exchangeError(url, code, text, answer.retryAfterMs);
  }
  const body = parseObject(answer.text);
  const token = body?.["access_token"];
  if (typeof token !== "string") throw exchangeError(url, "INTERNAL", 'the answer has no "access_token"');
  return { token, expiresInMs: lifetimeMs(body?.["expires_in"]) };
}

async function send(url: URL, form: URLSearchParams, how: FormPost): Promise<FormAnswer> {
  try {
    return await postForm(url, form, how);
  } catch (error) {
    if (how.signal.aborted) throw how.signal.reason;
    const text = errorText(error);
    throw exchangeError(url, "UNAVAILABLE", `no answer (${tlsRefusal(text) ?? text})`);
  }
}

function exchangeError(url: URL, code: ErrorCode, why: string, retryDelayMs?: number): CallError {
  return new CallError({
    code,
    text: `token exchange: ${why}`,
    method: `POST ${url.pathname}`,
    endpoint: url.host,
    retryDelayMs,
  });
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
