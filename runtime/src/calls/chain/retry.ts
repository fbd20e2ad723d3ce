import { CallError } from "../error/call-error.js";
import type { Clock } from "../../base/time/clock.js";
import { sleepOrWake } from "../../base/time/wait.js";
import type { Random } from "./backoff.js";
import { countAttempt, withDeadline } from "./call-copy.js";
import { attemptLimit } from "./deadline.js";
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
      const policy = retryPolicy(call.options.retry, policyOfApi(call, parts.policy));
      if (call.messages || !policy) return attempt(call);
      return firstAttempt({ parts, policy, attempt, call, startMs: parts.clock.nowMs() });
    };
  };
}

/** Returns the policy of a call: that of the session or the client if the program sets one, else that of the API. */
function policyOfApi({ method }: OutgoingCall, policy: RetryPolicy | undefined): RetryPolicy | undefined {
  const retry = method.extension?.retry;
  return retry && policy === defaultRetryPolicy ? { ...policy, ...retry } : policy;
}

/** A call that may be retried. */
interface RetriableCall {
  readonly parts: RetryParts;
  readonly policy: RetryPolicy;
  readonly attempt: Next;
  readonly call: OutgoingCall;
  readonly startMs: number;
}

/** Makes the first attempt. It is apart from `retry` because most calls need no other. */
function firstAttempt(retriable: RetriableCall): Promise<IncomingResponse> {
  const { parts, attempt, call } = retriable;
  return attempt(call).then(
    (reply) => {
      parts.throttles.forEndpoint(call.endpoint.name).give(0);
      return reply;
    },
    (error: unknown) => retry(retriable, error),
  );
}

async function retry(retriable: RetriableCall, first: unknown): Promise<IncomingResponse> {
  const { parts, attempt, call, policy, startMs } = retriable;
  const { clock, closing, onRetry } = parts;
  const throttle = parts.throttles.forEndpoint(call.endpoint.name);
  const scheduler = new RetryScheduler({ ...parts, policy, throttle, call, startMs });
  let current = call;
  let error = first;
  let tookMs = clock.nowMs() - startMs;
  for (;;) {
    if (call.signal?.aborted || !(error instanceof CallError)) throw error;
    const delay = scheduler.next(error, tookMs);
    if (!delay) throw error;
    onRetry(current, error, delay.ms, delay.isPushback);
    await sleepOrWake(clock, delay.ms, delay.endedBy?.whenBack, call.signal, closing);
    const mayHaveReachedServer = current.mayHaveReachedServer || error.mayHaveReachedServer;
    current = { ...call, attempt: current.attempt + 1, mayHaveReachedServer };
    const attemptMs = clock.nowMs();
    try {
      const reply = await attempt(current);
      throttle.give(scheduler.paid);
      return reply;
    } catch (failure) {
      error = failure;
      tookMs = clock.nowMs() - attemptMs;
    }
  }
}

/** Returns the call with the limit of one attempt. Streams have none. */
function withAttemptLimit(call: OutgoingCall, clock: Clock, limitOfClient: CallLimit): OutgoingCall {
  if (call.method.kind !== "unary") return call;
  const limit = attemptLimit(call, limitOfClient);
  return withDeadline(call, clock.nowMs() + limit.ms, limit);
}
