import type { Clock } from "../../../base/time/clock.js";
import { afterPendingReads } from "../connection/after-pending-reads.js";
import type { Exchange } from "./exchange.js";

/**
 * The calls under way, and their deadlines, for which one timer serves: it is set for the earliest that it has seen,
 * and looks at all calls when it fires. A timer for each call would be set and taken away again, almost always.
 */
export class ActiveCalls {
  readonly #clock: Clock;
  readonly #exchanges = new Set<Exchange>();
  #dueMs = Infinity;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A call begins. */
  add(exchange: Exchange): void {
    this.#exchanges.add(exchange);
    if (exchange.deadlineMs < this.#dueMs) this.#arm(exchange.deadlineMs);
  }

  /** A call has ended. */
  delete(exchange: Exchange): void {
    this.#exchanges.delete(exchange);
  }

  /** Ends all calls. */
  cancelAll(error: unknown): void {
    for (const exchange of this.#exchanges) exchange.cancel(error);
    this.#cancelTimer?.();
    this.#dueMs = Infinity;
  }

  #arm(dueMs: number): void {
    this.#cancelTimer?.();
    this.#dueMs = dueMs;
    const delayMs = Math.max(0, dueMs - this.#clock.nowMs());
    // In the background: it may be left over from a call that has ended, and one under way holds its connection.
    this.#cancelTimer = this.#clock.after(delayMs, () => afterPendingReads(() => this.#check()), true);
  }

  #check(): void {
    const nowMs = this.#clock.nowMs();
    // A call that came in the meantime may have armed another timer, which this look replaces.
    this.#cancelTimer?.();
    this.#dueMs = Infinity;
    let nextMs = Infinity;
    for (const exchange of this.#exchanges) {
      if (exchange.deadlineMs <= nowMs) exchange.timeOut();
      else nextMs = Math.min(nextMs, exchange.deadlineMs);
    }
    // What a call that ran out of its time set off may have been earlier.
    if (nextMs < this.#dueMs) this.#arm(nextMs);
  }
}
