import { CallError } from "../error/call-error.js";
import type { Clock } from "../time/clock.js";
import { sleep } from "../time/wait.js";
import { backoffDelayMs, type Random } from "./backoff.js";
import { limited } from "./deadline.js";
import type { Interceptor, Next, OutgoingCall, Reply } from "./interceptor.js";
import type { RetryBudget, RetryBudgets } from "./retry-budget.js";
import { requireRetryOptions, type RetryPolicy } from "./retry-policy.js";
import { isRetriable, pushbackOf } from "./retry-rule.js";

/** What retries depend on. */
export interface RetryParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly budgets: RetryBudgets;
  /** How to retry; undefined for not at all. */
  readonly policy: RetryPolicy | undefined;
  /** Milliseconds for one attempt. */
  readonly attemptMs: number;
  /** Ends pauses, when the session is closed. */
  readonly closing: AbortSignal;
  /** Told of each attempt that will be repeated. */
  readonly onRetry: (call: OutgoingCall, error: CallError, delayMs: number) => void;
}

/**
 * Repeats what failed in passing, inside the call's deadline, and limits each
 * attempt. A stream is repeated until the server has begun to answer; a call
 * whose requests are streamed is not, since they are read once.
 */
export function retries(parts: RetryParts): Interceptor {
  return (next) => (call) => {
    const policy = policyOf(call, parts.policy);
    if (call.messages || !policy) return attempt(parts, next, call);
    return repeat({ ...parts, policy }, next, call);
  };
}

function policyOf({ options }: OutgoingCall, policy: RetryPolicy | undefined): RetryPolicy | undefined {
  if (options.retry === undefined) return policy;
  return options.retry === false ? undefined : requireRetryOptions(options.retry, policy);
}

async function repeat(
  parts: RetryParts & { readonly policy: RetryPolicy },
  next: Next,
  call: OutgoingCall,
): Promise<Reply> {
  const budget = parts.budgets.of(call.endpoint.name);
  for (let retries = 0; ; retries++) {
    const current = retries === 0 ? call : { ...call, attempt: call.attempt + retries };
    const startMs = parts.clock.nowMs();
    try {
      const reply = await attempt(parts, next, current);
      budget.give(retries);
      return reply;
    } catch (error) {
      if (call.signal?.aborted || !(error instanceof CallError)) throw error;
      const tookMs = parts.clock.nowMs() - startMs;
      const delayMs = pauseOf(error, { ...parts, call, retries, tookMs, budget });
      if (delayMs === undefined) throw error;
      parts.onRetry(current, error, delayMs);
      await sleep(parts.clock, delayMs, call.signal, parts.closing);
    }
  }
}

interface Failure extends RetryParts {
  readonly policy: RetryPolicy;
  readonly call: OutgoingCall;
  readonly retries: number;
  readonly tookMs: number;
  readonly budget: RetryBudget;
}

/** The pause before the next attempt, in milliseconds; undefined where there shall be none. */
function pauseOf(error: CallError, failure: Failure): number | undefined {
  const { clock, random, policy, call, retries, budget } = failure;
  const isAttemptTimeout = failure.tookMs >= attemptMsOf(call, failure.attemptMs) - timerSlackMs;
  if (!isRetriable({ error, isAttemptTimeout })) return undefined;
  if (retries + 1 >= policy.maxAttempts) return undefined;
  const pushback = pushbackOf(error);
  if (pushback === false) return undefined;
  const asked = pushback ?? error.retryDelayMs;
  const delayMs = asked ?? backoffDelayMs(retries + 1, policy, random);
  // Waiting past the deadline would only hide what is wrong.
  if (clock.nowMs() + delayMs >= call.deadlineMs) return undefined;
  return budget.take() ? delayMs : undefined;
}

/** Timers may fire a little early. */
const timerSlackMs = 25;

function attempt({ clock, attemptMs }: RetryParts, next: Next, call: OutgoingCall): Promise<Reply> {
  if (call.method.kind !== "unary") return next(call);
  const own = call.options.attemptTimeoutMs;
  const ms = attemptMsOf(call, attemptMs);
  const option = own === undefined ? "timeouts.attemptMs" : "attemptTimeoutMs";
  return next(limited(call, clock.nowMs() + ms, { option, ms }));
}

function attemptMsOf({ options }: OutgoingCall, attemptMs: number): number {
  return options.attemptTimeoutMs ?? attemptMs;
}
