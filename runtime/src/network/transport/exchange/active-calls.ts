import type { Clock } from "../../../base/time/clock.js";
import { afterPendingReads } from "../connection/after-pending-reads.js";
import type { Exchange } from "./exchange.js";

/**
 * The active calls and their deadlines. One timer serves all of them: it is set for the earliest deadline, and checks all
 * calls when it fires. A timer for each call would almost always be set and canceled again.
 */
export class ActiveCalls {
  readonly #clock: Clock;
  readonly #exchanges = new Set<Exchange>();
  #dueMs = Infinity;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a call that begins. */
  add(exchange: Exchange): void {
    this.#exchanges.add(exchange);
    if (exchange.deadlineMs < this.#dueMs) this.#arm(exchange.deadlineMs);
  }

  /** Removes a call that has ended. */
  delete(exchange: Exchange): void {
    this.#exchanges.delete(exchange);
  }

  /** Cancels all calls. */
  cancelAll(error: unknown): void {
    for (const exchange of this.#exchanges) exchange.cancel(error);
    this.#cancelTimer?.();
    this.#dueMs = Infinity;
  }

  #arm(dueMs: number): void {
    this.#cancelTimer?.();
    this.#dueMs = dueMs;
    const delayMs = Math.max(0, dueMs - this.#clock.nowMs());
    // In the background: an active call keeps the process alive by its connection, and this timer may be of an earlier call.
    this.#cancelTimer = this.#clock.after(delayMs, () => afterPendingReads(() => this.#check()), true);
  }

  #check(): void {
    const nowMs = this.#clock.nowMs();
    // A call that began meanwhile may have set another timer, which this check replaces.
    this.#cancelTimer?.();
    this.#dueMs = Infinity;
    let nextMs = Infinity;
    for (const exchange of this.#exchanges) {
      if (exchange.deadlineMs <= nowMs) exchange.timeOut();
      else nextMs = Math.min(nextMs, exchange.deadlineMs);
    }
    // A call that timed out may have started another one with an earlier deadline.
    if (nextMs < this.#dueMs) this.#arm(nextMs);
  }
}
