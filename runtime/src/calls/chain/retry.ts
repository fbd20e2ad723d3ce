import { CallError } from "../error/call-error.js";
import type { Clock } from "../../base/time/clock.js";
import { sleepOrWake } from "../../base/time/wait.js";
import type { Random } from "./backoff.js";
import { countAttempt, withDeadline } from "./call-copy.js";
import { methodLimit } from "./deadline.js";
import type { CallLimit, Interceptor, Next, OutgoingCall, IncomingResponse } from "./interceptor.js";
import type { RetryBudgets } from "./retry-budget.js";
import { RetryPauses } from "./retry-pauses.js";
import { defaultRetryPolicy, retryPolicy, type RetryPolicy } from "./retry-policy.js";

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
  /** Called with each attempt that will be retried, and the delay before the next. */
  readonly onRetry: (call: OutgoingCall, error: CallError, delayMs: number, isPushback: boolean) => void;
}

/**
 * Repeats what failed in passing, inside the call's deadline, and limits each
 * attempt. A stream is repeated until the server has begun to answer; a call
 * whose requests are streamed is not, since they are read once.
 */
export function retries(parts: RetryParts): Interceptor {
  return (next) => {
    const attempt: Next = (call) => {
      countAttempt(call);
      return next(withAttemptLimit(call, parts.clock, parts.attemptLimit));
    };
    return (call) => {
      const policy = retryPolicy(call.options.retry, ofMethod(call, parts.policy));
      if (call.messages || !policy) return attempt(call);
      return firstAttempt({ parts, policy, attempt, call, startMs: parts.clock.nowMs() });
    };
  };
}

/** The policy of a call: what the program says of its session or client, else the API of the method. */
function ofMethod({ method }: OutgoingCall, policy: RetryPolicy | undefined): RetryPolicy | undefined {
  const own = method.extension?.retry;
  return own && policy === defaultRetryPolicy ? { ...policy, ...own } : policy;
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
  const { parts, attempt, call, policy, startMs } = tried;
  const { clock, closing, onRetry } = parts;
  const budget = parts.budgets.of(call.endpoint.name);
  const pauses = new RetryPauses({ ...parts, policy, budget, call });
  let current = call;
  let error = first;
  let tookMs = clock.nowMs() - startMs;
  for (;;) {
    if (call.signal?.aborted || !(error instanceof CallError)) throw error;
    const pause = pauses.next(error, tookMs);
    if (!pause) throw error;
    onRetry(current, error, pause.delayMs, pause.isPushback);
    await sleepOrWake(clock, pause.delayMs, pause.way?.whenBack, call.signal, closing);
    const mayHaveReachedServer = current.mayHaveReachedServer || error.mayHaveReachedServer;
    current = { ...call, attempt: current.attempt + 1, mayHaveReachedServer };
    const againMs = clock.nowMs();
    try {
      const reply = await attempt(current);
      budget.give(pauses.paid);
      return reply;
    } catch (failure) {
      error = failure;
      tookMs = clock.nowMs() - againMs;
    }
  }
}

/** The call with the time that one attempt has: the caller's, or else the client's. Streams have none. */
function withAttemptLimit(call: OutgoingCall, clock: Clock, ofClient: CallLimit): OutgoingCall {
  if (call.method.kind !== "unary") return call;
  const own = call.options.attemptTimeoutMs;
  const limit =
    own === undefined ? methodLimit(call.method, ofClient) : { option: "attemptTimeoutMs", ms: own };
  return withDeadline(call, clock.nowMs() + limit.ms, limit);
}
