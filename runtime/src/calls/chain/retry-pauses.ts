import { findBrokenWay, type BrokenWay } from "../error/broken-way.js";
import { type CallError, explained } from "../error/call-error.js";
import type { Clock } from "../../base/time/clock.js";
import { backoffDelayMs, type Random } from "./backoff.js";
import { methodLimit } from "./deadline.js";
import type { CallLimit, OutgoingCall } from "./interceptor.js";
import type { RetryBudget } from "./retry-budget.js";
import type { RetryPolicy } from "./retry-policy.js";
import { isRepeatable, isRetriable, readPushback } from "./retry-rule.js";

/** The things that decide about the retries of one call. */
interface PauseParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly budget: RetryBudget;
  readonly policy: RetryPolicy;
  /** The time of one attempt, unless the call says another. */
  readonly attemptLimit: CallLimit;
  /** The header that carries idempotency keys; undefined for the usual one. */
  readonly keyHeader: string | undefined;
  readonly call: OutgoingCall;
}

/** The pause before an attempt. */
interface Pause {
  readonly delayMs: number;
  /** Whether the server asked for it. */
  readonly isPushback: boolean;
  /** The way whose return ends the pause; undefined if nothing does. */
  readonly way: BrokenWay | undefined;
}

/** Timers may fire a little early. */
const timerSlackMs = 25;

/** The calls of a connection that was lost come back over so many milliseconds at least. */
const spreadMs = 100;

/** A call that has lost so many connections that answered others is left: its request may be what ends them. */
const maxLosses = 3;

/** The least time in which an attempt is worth while, if no round trip has been measured; milliseconds. */
const unknownTripsMs = 100;

/** Decides after each attempt of a call whether and when there is another, and who pays for it. */
export class RetryPauses {
  readonly #parts: PauseParts;
  /** Attempts after the first. */
  #retries = 0;
  /** Those of them that the call has paid for by itself. */
  #paid = 0;
  #losses = 0;
  #hadLastTry = false;

  constructor(parts: PauseParts) {
    this.#parts = parts;
  }

  /** Retries whose cost goes back to the budget if the call succeeds. */
  get paid(): number {
    return this.#paid;
  }

  /**
   * The pause before the next attempt; undefined for no further attempt.
   *
   * @param tookMs How long the attempt took that failed.
   * @throws The error with a reason, if the call has lost one connection after the other.
   */
  next(error: CallError, tookMs: number): Pause | undefined {
    const { policy, attemptLimit, keyHeader, call } = this.#parts;
    const codes = call.method.extension?.retry?.codes;
    const way = findBrokenWay(error);
    const isLoss = way?.hadAnswered === true;
    if (isLoss) this.#losses += 1;
    const attemptMs = call.options.attemptTimeoutMs ?? methodLimit(call.method, attemptLimit).ms;
    // One that was not sent, as its time would not have been enough, has not failed by what the server did.
    const isTimeout = tookMs >= attemptMs - timerSlackMs || way?.wasConnected === false;
    if (!isRetriable(error, isTimeout, isRepeatable(call, keyHeader, error.code), codes)) return undefined;
    if (this.#retries + 1 >= policy.maxAttempts) return undefined;
    const asked = askedDelayMs(error, policy);
    if (asked === false) return undefined;
    if (this.#losses >= maxLosses) {
      throw explained(
        error,
        `${maxLosses} connections were lost with this call on them: its request may be what ends them`,
      );
    }
    const delayMs = this.#fit(asked, isLoss, way, error.mayHaveReachedServer);
    if (delayMs === undefined || !this.#pay(way)) return undefined;
    this.#retries += 1;
    const isPushback = asked !== undefined;
    return { delayMs, isPushback, way: isPushback || isLoss ? undefined : way };
  }

  /** The pause, so short that the call can still be answered; undefined if it cannot. */
  #fit(
    asked: number | undefined,
    isLoss: boolean,
    way: BrokenWay | undefined,
    mayHaveReached: boolean,
  ): number | undefined {
    const { clock, random, policy, call } = this.#parts;
    const leftMs = call.deadlineMs - clock.nowMs();
    if (asked !== undefined) return asked < leftMs ? asked : undefined;
    const least = isLoss ? spreadMs : 0;
    const bounds = {
      baseDelayMs: Math.max(policy.baseDelayMs, least),
      maxDelayMs: Math.max(policy.maxDelayMs, least),
      multiplier: call.method.extension?.retry?.multiplier,
    };
    const delayMs = backoffDelayMs(this.#retries + 1, bounds, random);
    const lastMs = leftMs - (way?.roundTripMs === undefined ? unknownTripsMs : 2 * way.roundTripMs);
    if (delayMs < lastMs) return delayMs;
    // Attempts that get no connection cost nobody anything.
    if (lastMs <= 0 || this.#hadLastTry) return undefined;
    this.#hadLastTry = mayHaveReached;
    return (0.5 + random() / 2) * lastMs;
  }

  /**
   * A connection that was lost, or could not be made, is one event, and the calls that it took down share its cost. The
   * second that a call loses is the call's own; so is one that never answered, as it may be the calls that end it.
   */
  #pay(way: BrokenWay | undefined): boolean {
    const { budget } = this.#parts;
    const isShared = way && (!way.wasConnected || (way.hadAnswered && this.#losses === 1));
    if (isShared) return budget.takeFor(way);
    if (!budget.take()) return false;
    this.#paid += 1;
    return true;
  }
}

/** The pause that the server asks for, in milliseconds; undefined if it asks for none, and false if there must be no retry. */
function askedDelayMs(error: CallError, { maxRetryAfterMs }: RetryPolicy): number | false | undefined {
  const pushback = readPushback(error);
  if (pushback === false) return false;
  const asked = pushback ?? error.retryDelayMs;
  return asked !== undefined && asked > maxRetryAfterMs ? false : asked;
}
