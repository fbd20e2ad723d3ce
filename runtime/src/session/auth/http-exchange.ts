import { CallError } from "../../calls/error/call-error.js";
import type { ErrorCode } from "../../calls/error/status-code.js";
import { backoffDelayMs } from "../../calls/chain/backoff.js";
import { maxAskedMs } from "../../calls/chain/retry-rule.js";
import { sleep } from "../../base/time/wait.js";
import { isPermanent, permanentReason } from "../../calls/error/connect-error.js";
import type { ClientReason } from "../../base/text/error-codes.js";
import { errorText } from "../../base/text/value-text.js";
import { lifetimeMs } from "./access-token.js";
import type { AccessToken, ExchangeRequest, TokenContext } from "./credentials.js";
import type { FormAnswer, FormLimits, PostForm } from "./form.js";
import { exchangeFields } from "./token-exchange.js";

/** Milliseconds for one request. */
const requestTimeoutMs = 20_000;

/** Pauses between requests: those of calls. */
const pauses = { baseDelayMs: 100, maxDelayMs: 5_000 };

/** The means of an exchange by HTTP. */
export interface HttpExchange extends Pick<TokenContext, "clock" | "random" | "signal" | "timeoutMs"> {
  readonly postForm: PostForm;
  /** The time after which the exchange is not repeated if no server has answered it, in milliseconds. */
  readonly unansweredMs: number;
  /** Whether a failed attempt to connect is repeated. */
  readonly waitForReady: boolean;
}

/** Exchanges a token by an HTTP form POST (conventions, section 8.2; RFC 8693). */
export async function exchangeByHttp(
  url: URL,
  request: ExchangeRequest,
  how: HttpExchange,
): Promise<AccessToken> {
  const form = new URLSearchParams([...exchangeFields(request)]);
  const { token, expiresInMs } = await requestToken(url, form, "token exchange", how);
  return { token, expiresInMs };
}

/** The answer of a token endpoint (RFC 6749, section 5.1). */
export interface TokenAnswer {
  readonly token: string;
  readonly expiresInMs: number;
  /** All members of the answer. */
  readonly body: { readonly [name: string]: unknown };
}

/**
 * Requests a token by an HTTP form POST. Failures of the network and of the server (429, 5xx) are repeated for as long
 * as a login may take; a refusal is final.
 *
 * @param what The name of the request in errors.
 * @throws A CallError.
 */
export async function requestToken(
  url: URL,
  form: URLSearchParams,
  what: string,
  { clock, postForm, random, signal, timeoutMs: wholeMs, unansweredMs, waitForReady }: HttpExchange,
): Promise<TokenAnswer> {
  const startMs = clock.nowMs();
  const endMs = startMs + wholeMs;
  let isAnswered = false;
  const postOnce: PostForm = async (...form) => {
    const answer = await postForm(...form);
    isAnswered = true;
    return answer;
  };
  for (let attempt = 1; ; attempt++) {
    const timeoutMs = Math.max(1, Math.min(requestTimeoutMs, endMs - clock.nowMs()));
    let delayMs: number;
    try {
      return await post(postOnce, { url, form, what }, { signal, timeoutMs });
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error;
      if (!waitForReady && error.clientReason === "CONNECT_FAILED") throw error;
      delayMs = error.retryDelayMs ?? backoffDelayMs(attempt, pauses, random);
      // Waiting past the end would only hide what is wrong.
      const lastMs = isAnswered ? endMs : Math.min(endMs, startMs + unansweredMs);
      if (delayMs > maxAskedMs || clock.nowMs() + delayMs >= lastMs) throw error;
    }
    await sleep(clock, delayMs, signal);
  }
}

function isPassing(error: unknown): error is CallError {
  return error instanceof CallError && error.code === "UNAVAILABLE" && !isPermanent(error.clientReason);
}

/** A request for a token, with its name in errors. */
interface NamedRequest {
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly what: string;
}

async function post(postForm: PostForm, request: NamedRequest, limits: FormLimits): Promise<TokenAnswer> {
  const answer = await send(postForm, request, limits);
  if (answer.status < 200 || answer.status > 299) {
    const code: ErrorCode = answer.status === 429 || answer.status >= 500 ? "UNAVAILABLE" : "UNAUTHENTICATED";
    const text = `the server answered with HTTP status ${answer.status}${reasonIn(answer.text)}`;
    const reason = code === "UNAVAILABLE" ? "TOKEN_FAILED" : "CREDENTIALS_REJECTED";
    throw exchangeError(request, code, reason, text, answer.retryAfterMs);
  }
  const body = parseObject(answer.text);
  const token = body?.["access_token"];
  if (typeof token !== "string")
    throw exchangeError(request, "INTERNAL", "RESPONSE_INVALID", 'the answer has no "access_token"');
  return { token, expiresInMs: lifetimeMs(body?.["expires_in"]), body: body ?? {} };
}

async function send(postForm: PostForm, request: NamedRequest, limits: FormLimits): Promise<FormAnswer> {
  try {
    return await postForm(request.url, request.form, limits);
  } catch (error) {
    if (limits.signal.aborted) throw limits.signal.reason;
    const reason = permanentReason(error) ?? (isUnreached(error) ? "CONNECT_FAILED" : "TOKEN_FAILED");
    throw exchangeError(request, "UNAVAILABLE", reason, `no answer (${errorText(error)})`);
  }
}

/** Whether Node made no connection: the look-up of the name failed, or TCP. */
function isUnreached(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnreached);
  const { syscall } = error as { readonly syscall?: unknown };
  return syscall === "connect" || syscall === "getaddrinfo";
}

function exchangeError(
  { url, what }: NamedRequest,
  code: ErrorCode,
  clientReason: ClientReason,
  why: string,
  retryDelayMs?: number,
): CallError {
  return new CallError({
    code,
    clientReason,
    text: `${what}: ${why}`,
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
