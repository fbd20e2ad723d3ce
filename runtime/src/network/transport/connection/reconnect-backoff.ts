import type { Timing } from "../timing.js";

/** The backoff between attempts to connect, under the names of gRPC's "Connection Backoff". */
export const reconnectBackoff = {
  /** Milliseconds after the first failure: INITIAL_BACKOFF, `grpc.initial_reconnect_backoff_ms`. */
  initialMs: 100,
  /** MULTIPLIER. */
  multiplier: 1.6,
  /** Each delay is longer or shorter by up to this part of it: JITTER. */
  jitter: 0.2,
  /** Milliseconds between two attempts at most, while no calls wait: MAX_BACKOFF, `grpc.max_reconnect_backoff_ms`. */
  maxMs: 120_000,
  /** The same while calls wait. gRPC has no argument for it: there, such calls wait for up to two minutes. */
  maxMsWithCalls: 5_000,
} as const;

/** Milliseconds before its deadline at which a call ends the backoff, so that it can still be answered. */
const minDeadlineLeadMs = 500;

/** The same in round trips, which a connection and the call take. */
const deadlineLeadRoundTrips = 6;

/** The delay between attempts to connect, which grows with each failure in a row. */
export class ReconnectBackoff {
  readonly #timing: Timing;
  #failures = 0;
  #lastFailureMs = -Infinity;
  #delayMs = 0;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** The number of attempts in a row that failed. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether an attempt failed, and the delay after it is not over. */
  get isActive(): boolean {
    return this.#timing.clock.nowMs() < this.#lastFailureMs + this.#delayMs;
  }

  /** Notes that a connection is ready. */
  reset(): void {
    this.#failures = 0;
    this.#delayMs = 0;
  }

  /** Notes that an attempt failed. Returns the milliseconds until the next one if calls wait. */
  onFailure(): number {
    const { initialMs, multiplier, jitter, maxMs, maxMsWithCalls } = reconnectBackoff;
    const delayMs = Math.min(maxMs, initialMs * multiplier ** Math.min(this.#failures, 30));
    this.#failures += 1;
    this.#lastFailureMs = this.#timing.clock.nowMs();
    this.#delayMs = delayMs * (1 + jitter * (2 * this.#timing.random() - 1));
    return Math.min(this.#delayMs, maxMsWithCalls);
  }

  /**
   * Returns the time of the next attempt for calls that wait, in milliseconds of the clock. A call near its deadline ends
   * the delay early.
   *
   * @param deadlineMs The earliest deadline of these calls.
   * @param roundTripMs The last measured round-trip time to the server; undefined if there is none.
   */
  nextAttemptMs(deadlineMs: number, roundTripMs = 0): number {
    if (this.#failures === 0) return -Infinity;
    const { initialMs, maxMsWithCalls } = reconnectBackoff;
    const leadMs = Math.max(minDeadlineLeadMs, deadlineLeadRoundTrips * roundTripMs);
    const urgentMs = Math.max(deadlineMs - leadMs, this.#lastFailureMs + initialMs);
    return Math.min(this.#lastFailureMs + Math.min(this.#delayMs, maxMsWithCalls), urgentMs);
  }
}
