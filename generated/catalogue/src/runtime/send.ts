/* Carried along by `stratus openapi`. DO NOT EDIT. */
import { ApiError } from "./error.js";
import { exchange, type Reply } from "./exchange.js";
import type { CallOptions } from "./operation.js";
import type { PreparedRequest } from "./request.js";
import { backoffMs, passing, retryAfterMs } from "./retry.js";
import { numbersOf, type Limits, type Settings } from "./settings.js";
import { pause, within } from "./within.js";

/** The last reply to a request, of whatever status. */
export interface SentReply extends Reply {
  readonly attempts: number;
}

/**
 * Sends a request, again where that may help, until there is a reply to give or
 * no use in going on. Ends early, even inside a wait, on the caller's abort
 * (rejects with its reason) and on the time limit of the call (`TIMEOUT`).
 */
export function send(settings: Settings, request: PreparedRequest, options: CallOptions): Promise<SentReply> {
  const { timeoutMs, attemptTimeoutMs, maxAttempts } = limitsOf(settings, request, options);
  const endMs = performance.now() + timeoutMs;
  let attempts = 0;
  let missing = "";
  const late = (limitMs: number) => (): ApiError =>
    new ApiError("TIMEOUT", `the ${missing} took longer than ${limitMs} ms`, {
      operation: request.operation,
      request: request.request,
      attempts,
    });
  const loop = async (signal: AbortSignal): Promise<SentReply> => {
    for (;;) {
      const number = ++attempts;
      missing = "answer";
      const onHeaders = (): void => {
        missing = "body of the answer";
      };
      const outcome = await within(
        (signal) => exchange(settings, request, { number, signal, onHeaders }),
        signal,
        attemptTimeoutMs,
        late(attemptTimeoutMs),
      ).catch(failure);
      const waitMs = waitAfter(settings, outcome, number);
      if (number >= maxAttempts || !(waitMs < endMs - performance.now())) {
        if (outcome instanceof ApiError) throw outcome;
        return { ...outcome, attempts };
      }
      await pause(waitMs, signal);
    }
  };
  return within(loop, options.signal, timeoutMs, late(timeoutMs));
}

/** What has no idempotent method (RFC 9110, section 9.2.2) is sent once: no one knows whether it arrived. */
function limitsOf(settings: Settings, { method }: PreparedRequest, options: CallOptions): Limits {
  const { timeoutMs, attemptTimeoutMs } = settings;
  const maxAttempts = /^(POST|PATCH)$/.test(method) ? 1 : settings.maxAttempts;
  return numbersOf(options, { timeoutMs, attemptTimeoutMs, maxAttempts });
}

/** Faults of the connection are an outcome; a caller's abort or a fault in a hook is not. */
function failure(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** How long to wait before the next attempt; NaN where there shall be none. */
function waitAfter(settings: Settings, outcome: Reply | ApiError, attempt: number): number {
  let askedMs = 0;
  if (outcome instanceof ApiError) {
    if (!/^CONNECTION|^TIMEOUT/.test(outcome.code)) return Number.NaN;
  } else {
    const { status, headers } = outcome.response;
    askedMs = retryAfterMs(headers) ?? 0;
    if (!passing.has(status) || askedMs > settings.maxRetryAfterMs) return Number.NaN;
  }
  return Math.max(askedMs, backoffMs(settings, attempt));
}
