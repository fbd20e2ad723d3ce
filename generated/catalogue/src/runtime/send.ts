/* Carried along by `stratus openapi`. DO NOT EDIT. */
import { ApiError } from "./error.js";
import { exchange, type Reply } from "./exchange.js";
import type { CallOptions } from "./operation.js";
import type { PreparedRequest } from "./request.js";
import { backoffMs, passing, retryAfterMs } from "./retry.js";
import { limitsOf, type Settings } from "./settings.js";
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
export async function send(
  settings: Settings,
  request: PreparedRequest,
  options: CallOptions,
): Promise<SentReply> {
  const { timeoutMs, attemptTimeoutMs, maxAttempts } = limitsOf(settings, request, options);
  const endMs = performance.now() + timeoutMs;
  for (let attempts = 1; ; attempts++) {
    const leftMs = endMs - performance.now();
    const late = (): ApiError => {
      const limitMs = leftMs < attemptTimeoutMs ? timeoutMs : attemptTimeoutMs;
      return new ApiError("TIMEOUT", `no complete answer within ${limitMs} ms`, {
        ...request.label,
        attempts,
      });
    };
    let outcome: Reply | ApiError;
    try {
      outcome = await within(
        (signal) => exchange(settings, request, attempts, signal),
        options.signal,
        Math.min(leftMs, attemptTimeoutMs),
        late,
      );
    } catch (error) {
      // Faults of the connection are an outcome; a caller's abort or a fault in a hook is not.
      if (!(error instanceof ApiError)) throw error;
      outcome = error;
    }
    const waitMs = waitAfter(settings, outcome, attempts);
    if (attempts >= maxAttempts || !(waitMs < endMs - performance.now())) {
      if (outcome instanceof ApiError) throw outcome;
      const { response, text, isCached } = outcome;
      return { response, text, isCached, attempts };
    }
    await pause(waitMs, options.signal);
  }
}

/** How long to wait before the next attempt; NaN where there shall be none. */
function waitAfter(settings: Settings, outcome: Reply | ApiError, attempt: number): number {
  let askedMs = 0;
  if (outcome instanceof ApiError) {
    if (!/^CONNECTION|^TIMEOUT/.test(outcome.code)) return Number.NaN;
  } else {
    const { status, headers } = outcome.response;
    if (!passing.test(String(status))) return Number.NaN;
    askedMs = retryAfterMs(headers) ?? 0;
    if (askedMs > settings.maxRetryAfterMs) return Number.NaN;
  }
  return Math.max(askedMs, backoffMs(settings, attempt));
}
