import { CallError } from "../error/call-error.js";
import type { Clock } from "../../base/time/clock.js";
import { sleepOrWake } from "../../base/time/wait.js";
import type { Random } from "./backoff.js";
import { countAttempt, withDeadline } from "./call-copy.js";
import { methodLimit } from "./deadline.js";
import type { CallLimit, Interceptor, Next, OutgoingCall, IncomingResponse } from "./interceptor.js";
import type { RetryThrottles } from "./retry-throttle.js";
import { RetryScheduler } from "./retry-scheduler.js";
import { defaultRetryPolicy, retryPolicy, type RetryPolicy } from "./retry-policy.js";

/** The dependencies of retries. */
export interface RetryParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly throttles: RetryThrottles;
  /** The retry policy; undefined for no retries. */
  readonly policy: RetryPolicy | undefined;
  /** The limit of one attempt, unless the call sets one. */
  readonly attemptLimit: CallLimit;
  /** The time after which a call that no server has answered is not retried, in milliseconds; Infinity for no limit. */
  readonly unansweredMs: number;
  /** The header for idempotency keys; undefined for the default. */
  readonly keyHeader: string | undefined;
  /** Ends delays when the session is closed. */
  readonly closing: AbortSignal;
  /** Called with each attempt that will be retried, and the delay before the next. */
  readonly onRetry: (call: OutgoingCall, error: CallError, delayMs: number, isPushback: boolean) => void;
}

/**
 * Retries attempts until the deadline of the call, and limits the time of each. A stream is retried until the
 * server starts to answer. A call with streamed requests is not retried, because its requests can be read only
 * once.
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

/** Returns the policy of a call: that of the session or the client if the program sets one, else that of the API. */
function ofMethod({ method }: OutgoingCall, policy: RetryPolicy | undefined): RetryPolicy | undefined {
  const own = method.extension?.retry;
  return own && policy === defaultRetryPolicy ? { ...policy, ...own } : policy;
}

/** The state of a call that is retried. */
interface Tried {
  readonly parts: RetryParts;
  readonly policy: RetryPolicy;
  readonly attempt: Next;
  readonly call: OutgoingCall;
  readonly startMs: number;
}

/** Makes the first attempt. It is apart from `repeat` because most calls need no other. */
function firstAttempt(tried: Tried): Promise<IncomingResponse> {
  const { parts, attempt, call } = tried;
  return attempt(call).then(
    (reply) => {
      parts.throttles.forEndpoint(call.endpoint.name).give(0);
      return reply;
    },
    (error: unknown) => repeat(tried, error),
  );
}

async function repeat(tried: Tried, first: unknown): Promise<IncomingResponse> {
  const { parts, attempt, call, policy, startMs } = tried;
  const { clock, closing, onRetry } = parts;
  const throttle = parts.throttles.forEndpoint(call.endpoint.name);
  const pauses = new RetryScheduler({ ...parts, policy, throttle, call, startMs });
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
      throttle.give(pauses.paid);
      return reply;
    } catch (failure) {
      error = failure;
      tookMs = clock.nowMs() - againMs;
    }
  }
}

/** Returns the call with the limit of one attempt. Streams have none. */
function withAttemptLimit(call: OutgoingCall, clock: Clock, ofClient: CallLimit): OutgoingCall {
  if (call.method.kind !== "unary") return call;
  const own = call.options.attemptTimeoutMs;
  const limit: CallLimit =
    own === undefined
      ? methodLimit(call.method, ofClient)
      : { option: "attemptTimeoutMs", ms: own, reason: "ATTEMPT_TIMEOUT" };
  return withDeadline(call, clock.nowMs() + limit.ms, limit);
}
