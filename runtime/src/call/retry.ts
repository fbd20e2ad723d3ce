import { CallError } from "../error/call-error.js";
import type { Clock } from "../time/clock.js";
import { sleep } from "../time/wait.js";
import { backoffDelayMs, type Random } from "./backoff.js";
import { limited } from "./call-copy.js";
import type { CallLimit, Interceptor, Next, OutgoingCall, Reply } from "./interceptor.js";
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
  const limit: CallLimit = { option: "timeouts.attemptMs", ms: parts.attemptMs };
  return (next) => {
    const attempt: Next = (call) => next(limitedAttempt(call, parts.clock, limit));
    return (call) => {
      const policy = policyOf(call, parts.policy);
      if (call.messages || !policy) return attempt(call);
      return firstAttempt({ parts, policy, attempt, call, startMs: parts.clock.nowMs() });
    };
  };
}

function policyOf({ options }: OutgoingCall, policy: RetryPolicy | undefined): RetryPolicy | undefined {
  if (options.retry === undefined) return policy;
  return options.retry === false ? undefined : requireRetryOptions(options.retry, policy);
}

/** An attempt of a call that is to be repeated if it fails. */
interface Tried {
  readonly parts: RetryParts;
  readonly policy: RetryPolicy;
  readonly attempt: Next;
  readonly call: OutgoingCall;
  readonly startMs: number;
}

/** The first attempt stands by itself, since it is mostly the only one. */
function firstAttempt(tried: Tried): Promise<Reply> {
  const { parts, attempt, call } = tried;
  return attempt(call).then(
    (reply) => {
      parts.budgets.of(call.endpoint.name).give(0);
      return reply;
    },
    (error: unknown) => repeat(tried, error),
  );
}

async function repeat({ parts, policy, attempt, call, startMs }: Tried, first: unknown): Promise<Reply> {
  const { clock, closing, onRetry } = parts;
  const budget = parts.budgets.of(call.endpoint.name);
  let current = call;
  let error = first;
  let tookMs = clock.nowMs() - startMs;
  for (let retries = 0; ;) {
    if (call.signal?.aborted || !(error instanceof CallError)) throw error;
    const delayMs = pauseOf(error, { ...parts, policy, call, retries, tookMs, budget });
    if (delayMs === undefined) throw error;
    onRetry(current, error, delayMs);
    await sleep(clock, delayMs, call.signal, closing);
    retries += 1;
    current = { ...call, attempt: call.attempt + retries };
    const againMs = clock.nowMs();
    try {
      const reply = await attempt(current);
      budget.give(retries);
      return reply;
    } catch (failure) {
      error = failure;
      tookMs = clock.nowMs() - againMs;
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

/** The call with the time that one attempt has: the caller's, or else the session's. Streams have none. */
function limitedAttempt(call: OutgoingCall, clock: Clock, ofSession: CallLimit): OutgoingCall {
  if (call.method.kind !== "unary") return call;
  const own = call.options.attemptTimeoutMs;
  const limit = own === undefined ? ofSession : { option: "attemptTimeoutMs", ms: own };
  return limited(call, clock.nowMs() + limit.ms, limit);
}

function attemptMsOf({ options }: OutgoingCall, attemptMs: number): number {
  return options.attemptTimeoutMs ?? attemptMs;
}
