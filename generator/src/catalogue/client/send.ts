import { ApiError } from "./error.js";
import { exchange, type Reply } from "./exchange.js";
import type { CallOptions } from "./operation.js";
import { checkedNumber } from "./options.js";
import type { PreparedRequest } from "./request.js";
import { backoffMs, isPassing, retryAfterMs } from "./retry.js";
import type { Settings } from "./settings.js";
import { pause, within } from "./within.js";

/** The last reply to a request, of whatever status. */
export interface SentReply extends Reply {
  readonly attempts: number;
}

/** Methods that must not be sent again when no one knows whether they arrived (RFC 9110, section 9.2.2). */
const onceOnly = /^(POST|PATCH)$/;

/**
 * Sends a request, again where that may help, until there is a reply to give or
 * no use in going on. Ends early, even inside a wait, on the caller's abort
 * (rejects with its reason) and on the time limit of the call (`TIMEOUT`).
 */
export function send(settings: Settings, request: PreparedRequest, options: CallOptions): Promise<SentReply> {
  const timeoutMs = checkedNumber("timeoutMs", options.timeoutMs, settings.timeoutMs, 1);
  const attemptMs = checkedNumber("attemptTimeoutMs", options.attemptTimeoutMs, settings.attemptTimeoutMs, 1);
  const preset = onceOnly.test(request.method) ? 1 : settings.maxAttempts;
  const most = checkedNumber("maxAttempts", options.maxAttempts, preset, 1);
  const endMs = performance.now() + timeoutMs;
  let attempts = 0;
  let missing = "answer";
  const late = (limitMs: number) => (): ApiError =>
    new ApiError("TIMEOUT", `the ${missing} took longer than ${limitMs} ms`, {
      operation: request.operation,
      request: request.request,
      attempts,
    });
  const onHeaders = (): void => {
    missing = "body of the answer";
  };
  const loop = async (signal: AbortSignal): Promise<SentReply> => {
    for (;;) {
      const number = ++attempts;
      missing = "answer";
      const once = (signal: AbortSignal): Promise<Reply> =>
        exchange(settings, request, { number, signal, onHeaders });
      const outcome = await within(once, signal, attemptMs, late(attemptMs)).catch(failure);
      const waitMs =
        attempts < most ? waitAfter(settings, outcome, attempts, endMs - performance.now()) : undefined;
      if (waitMs === undefined) {
        if (outcome instanceof ApiError) throw outcome;
        return { ...outcome, attempts };
      }
      await pause(waitMs, signal);
    }
  };
  return within(loop, options.signal, timeoutMs, late(timeoutMs));
}

/** Faults of the connection are an outcome; a caller's abort or a fault in a hook is not. */
function failure(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** How long to wait before the next attempt; undefined where there shall be none. */
function waitAfter(
  { backoff, maxRetryAfterMs }: Settings,
  outcome: Reply | ApiError,
  attempt: number,
  leftMs: number,
): number | undefined {
  let askedMs = 0;
  if (outcome instanceof ApiError) {
    if (!/^(CONNECTION|TIMEOUT)$/.test(outcome.code)) return undefined;
  } else {
    const { status, headers } = outcome.response;
    askedMs = retryAfterMs(headers, Date.now()) ?? 0;
    if (!isPassing(status) || askedMs > maxRetryAfterMs) return undefined;
  }
  const waitMs = Math.max(askedMs, backoffMs(backoff, attempt));
  return waitMs < leftMs ? waitMs : undefined;
}
