import { findConnectionFailure, type ConnectionFailure } from "../error/connection-failure.js";
import { type CallError, explained } from "../error/call-error.js";
import type { Clock } from "../../base/time/clock.js";
import { backoffDelayMs, type Random } from "./backoff.js";
import { attemptLimit } from "./deadline.js";
import type { CallLimit, OutgoingCall } from "./interceptor.js";
import type { RetryThrottle } from "./retry-throttle.js";
import type { RetryPolicy } from "./retry-policy.js";
import { isRepeatable, isRetriable, readPushback } from "./retry-rule.js";

/** The dependencies of the scheduler. */
interface RetrySchedulerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly throttle: RetryThrottle;
  readonly policy: RetryPolicy;
  /** The limit of one attempt, unless the call sets one. */
  readonly attemptLimit: CallLimit;
  /** The header for idempotency keys; undefined for the default. */
  readonly keyHeader: string | undefined;
  readonly call: OutgoingCall;
  /** The time of the first attempt. */
  readonly startMs: number;
  /** The time after which a call that no server has answered is not retried, in milliseconds. */
  readonly unansweredMs: number;
}

/** The delay before an attempt. */
interface RetryDelay {
  readonly ms: number;
  /** Whether the server asked for it. */
  readonly isPushback: boolean;
  /** The failure of the connection. When there is one again, the delay ends; undefined if nothing ends it. */
  readonly endedBy: ConnectionFailure | undefined;
}

/** Timers may fire a little early. */
const timerSlackMs = 25;

/** Calls of a lost connection are spread over at least this time, in milliseconds. */
const spreadMs = 100;

/** A call fails after it has lost this many connections, each as one event, because its request may cause the losses. */
const maxLosses = 3;

/** Minimum time for an attempt if no round trip has been measured, in milliseconds. */
const unknownTripsMs = 100;

/** Attempts of a call without a deadline. */
const maxAttemptsWithoutDeadline = 5;

/** Decides after each attempt of a call whether and when to retry it, and which call pays for the retry. */
export class RetryScheduler {
  readonly #parts: RetrySchedulerParts;
  /** Retries so far. */
  #retries = 0;
  /** Retries that the call has paid for alone. */
  #paid = 0;
  #losses = 0;
  #hadLastTry = false;
  #isAnswered = false;

  constructor(parts: RetrySchedulerParts) {
    this.#parts = parts;
  }

  /** Retries whose cost goes back to the throttle if the call succeeds. */
  get paid(): number {
    return this.#paid;
  }

  /**
   * Returns the delay before the next attempt; undefined for no further attempt.
   *
   * @param tookMs Duration of the failed attempt.
   * @throws The error with advice, if the call has lost several connections, if no server has answered it for too long,
   * or if retries are throttled.
   */
  next(error: CallError, tookMs: number): RetryDelay | undefined {
    const { policy, keyHeader, call } = this.#parts;
    if (call.waitForReady === false && error.clientReason === "CONNECT_FAILED") return undefined;
    const codes = call.method.extension?.retry?.codes;
    const failure = findConnectionFailure(error);
    const isLoss = failure?.isOneEvent === true;
    this.#isAnswered ||= failure?.hadAnswered !== false;
    if (isLoss) this.#losses += 1;
    const attemptMs = attemptLimit(call, this.#parts.attemptLimit).ms;
    // An attempt that was not sent, because too little time was left, did not fail by what the server did.
    const isTimeout = tookMs >= attemptMs - timerSlackMs || failure?.wasConnected === false;
    if (!isRetriable(error, isTimeout, isRepeatable(call, keyHeader, error.code), codes)) return undefined;
    if (this.#retries + 1 >= maxAttempts(call, policy)) return undefined;
    const pushbackMs = pushbackDelayMs(error, policy);
    if (pushbackMs === false) return undefined;
    if (this.#losses >= maxLosses) {
      throw explained(
        error,
        `${maxLosses} connections were lost with this call on them: its request may be what ends them`,
      );
    }
    const ms = this.#fit(pushbackMs, isLoss, failure, error.mayHaveReachedServer);
    if (ms === undefined) {
      if (this.#endMs >= call.deadlineMs) return undefined;
      const limit = `${this.#parts.unansweredMs} ms, the limit of the option unansweredTimeoutMs`;
      throw explained(error, `the call is not retried, since no server has answered it within ${limit}`);
    }
    if (!this.#pay(failure)) throw throttled(error);
    this.#retries += 1;
    const isPushback = pushbackMs !== undefined;
    return { ms, isPushback, endedBy: isPushback || isLoss ? undefined : failure };
  }

  /** The time at which the last attempt ends. */
  get #endMs(): number {
    const { call, startMs, unansweredMs } = this.#parts;
    return this.#isAnswered ? call.deadlineMs : Math.min(call.deadlineMs, startMs + unansweredMs);
  }

  /** Shortens the delay so that the call can still be answered; undefined if it cannot. */
  #fit(
    pushbackMs: number | undefined,
    isLoss: boolean,
    failure: ConnectionFailure | undefined,
    mayHaveReached: boolean,
  ): number | undefined {
    const { clock, random, policy, call } = this.#parts;
    const leftMs = this.#endMs - clock.nowMs();
    if (pushbackMs !== undefined) return pushbackMs < leftMs ? pushbackMs : undefined;
    const minMs = isLoss ? spreadMs : 0;
    const bounds = {
      baseDelayMs: Math.max(policy.baseDelayMs, minMs),
      maxDelayMs: Math.max(policy.maxDelayMs, minMs),
      multiplier: call.method.extension?.retry?.multiplier,
    };
    const delayMs = backoffDelayMs(this.#retries + 1, bounds, random);
    const tripsMs = failure?.roundTripMs === undefined ? unknownTripsMs : 2 * failure.roundTripMs;
    const lastMs = leftMs - tripsMs;
    if (delayMs < lastMs) return delayMs;
    // Attempts that get no connection cost nobody anything.
    if (lastMs <= 0 || this.#hadLastTry) return undefined;
    this.#hadLastTry = mayHaveReached;
    return (0.5 + random() / 2) * lastMs;
  }

  /**
   * A connection that was lost, or could not be made, is one event, and the calls that it affected share its cost. A call
   * pays alone for the second connection that it loses, and for one that is the second in a row to end without an answer,
   * since the calls may be the cause.
   */
  #pay(failure: ConnectionFailure | undefined): boolean {
    const { throttle } = this.#parts;
    const isShared = failure && (!failure.wasConnected || (failure.isOneEvent && this.#losses === 1));
    if (isShared) return throttle.takeFor(failure);
    if (!throttle.take()) return false;
    this.#paid += 1;
    return true;
  }
}

/**
 * Returns the maximum number of attempts. Without a deadline nothing else would end the retries. gRPC allows no call more
 * than five (gRFC A6, `maxAttempts`). A stream has no deadline by default, and only `timeoutMs: false` bounds it.
 */
function maxAttempts({ deadlineMs, method, options }: OutgoingCall, policy: RetryPolicy): number {
  const isUnlimited = deadlineMs === Infinity && (method.kind === "unary" || options.timeoutMs === false);
  return isUnlimited ? Math.min(policy.maxAttempts, maxAttemptsWithoutDeadline) : policy.maxAttempts;
}

/** Returns the error of a call that is not retried because most calls to its endpoint fail (gRFC A6, retry throttling). */
function throttled(error: CallError): CallError {
  const clientReason = error.clientReason ?? "RETRY_THROTTLED";
  return explained(error, "retries are throttled, since many calls to this endpoint failed", {
    clientReason,
  });
}

/**
 * Returns the delay that the server asks for, in milliseconds; undefined if it asks for none, and false if it
 * forbids a retry.
 */
function pushbackDelayMs(error: CallError, { maxRetryAfterMs }: RetryPolicy): number | false | undefined {
  const pushback = readPushback(error);
  if (pushback === false) return false;
  const delayMs = pushback ?? error.retryDelayMs;
  return delayMs !== undefined && delayMs > maxRetryAfterMs ? false : delayMs;
}
