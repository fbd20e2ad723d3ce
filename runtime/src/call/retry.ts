import { CallError } from "../error/call-error.js";
import type { Clock } from "../time/clock.js";
import { sleep } from "../time/wait.js";
import { backoffDelayMs, type Random } from "./backoff.js";
import { withDeadline } from "./call-copy.js";
import type { CallLimit, Interceptor, Next, OutgoingCall, IncomingResponse } from "./interceptor.js";
import type { RetryBudgets } from "./retry-budget.js";
import { retryPolicy, type RetryPolicy } from "./retry-policy.js";
import { isRepeatable, isRetriable, readPushback } from "./retry-rule.js";

/** What retries depend on. */
export interface RetryParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly budgets: RetryBudgets;
  /** How to retry; undefined for not at all. */
  readonly policy: RetryPolicy | undefined;
  /** The time of one attempt, unless the call says another. */
  readonly attemptLimit: CallLimit;
  /** The header that carries idempotency keys; undefined for the usual one. */
  readonly keyHeader: string | undefined;
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
  return (next) => {
    const attempt: Next = (call) => next(withAttemptLimit(call, parts.clock, parts.attemptLimit));
    return (call) => {
      const policy = retryPolicy(call.options.retry, parts.policy);
      if (call.messages || !policy) return attempt(call);
      return firstAttempt({ parts, policy, attempt, call, startMs: parts.clock.nowMs() });
    };
  };
}

/** An attempt of a call that is to be repeated if it fails. */
interface Tried {
  readonly parts: RetryParts;
  readonly policy: RetryPolicy;
  readonly attempt: Next;
  readonly call: OutgoingCall;
  readonly startMs: number;
}

/** The first attempt has its own function, since it is mostly the only one. */
function firstAttempt(tried: Tried): Promise<IncomingResponse> {
  const { parts, attempt, call } = tried;
  return attempt(call).then(
    (reply) => {
      parts.budgets.of(call.endpoint.name).give(0);
      return reply;
    },
    (error: unknown) => repeat(tried, error),
  );
}

async function repeat(tried: Tried, first: unknown): Promise<IncomingResponse> {
  const { parts, attempt, call, startMs } = tried;
  const { clock, closing, onRetry, budgets } = parts;
  let current = call;
  let error = first;
  let tookMs = clock.nowMs() - startMs;
  for (let retries = 0; ;) {
    if (call.signal?.aborted || !(error instanceof CallError)) throw error;
    const delayMs = choosePauseMs(tried, error, retries, tookMs);
    if (delayMs === undefined) throw error;
    onRetry(current, error, delayMs);
    await sleep(clock, delayMs, call.signal, closing);
    retries += 1;
    const mayHaveReachedServer = current.mayHaveReachedServer || error.mayHaveReachedServer;
    current = { ...call, attempt: call.attempt + retries, mayHaveReachedServer };
    const againMs = clock.nowMs();
    try {
      const reply = await attempt(current);
      budgets.of(call.endpoint.name).give(retries);
      return reply;
    } catch (failure) {
      error = failure;
      tookMs = clock.nowMs() - againMs;
    }
  }
}

/** The pause before the next attempt, in milliseconds; undefined for no further attempt. */
function choosePauseMs(
  { parts, policy, call }: Tried,
  error: CallError,
  retries: number,
  tookMs: number,
): number | undefined {
  const { clock, random, budgets, attemptLimit, keyHeader } = parts;
  const attemptMs = call.options.attemptTimeoutMs ?? attemptLimit.ms;
  if (!isRetriable(error, tookMs >= attemptMs - timerSlackMs, isRepeatable(call, keyHeader)))
    return undefined;
  if (retries + 1 >= policy.maxAttempts) return undefined;
  const pushback = readPushback(error);
  if (pushback === false) return undefined;
  const asked = pushback ?? error.retryDelayMs;
  if (asked !== undefined && asked > policy.maxRetryAfterMs) return undefined;
  const delayMs = asked ?? backoffDelayMs(retries + 1, policy, random);
  // Waiting past the deadline would only hide what is wrong.
  if (clock.nowMs() + delayMs >= call.deadlineMs) return undefined;
  return budgets.of(call.endpoint.name).take() ? delayMs : undefined;
}

/** Timers may fire a little early. */
const timerSlackMs = 25;

/** The call with the time that one attempt has: the caller's, or else the client's. Streams have none. */
function withAttemptLimit(call: OutgoingCall, clock: Clock, ofClient: CallLimit): OutgoingCall {
  if (call.method.kind !== "unary") return call;
  const own = call.options.attemptTimeoutMs;
  const limit = own === undefined ? ofClient : { option: "attemptTimeoutMs", ms: own };
  return withDeadline(call, clock.nowMs() + limit.ms, limit);
}
