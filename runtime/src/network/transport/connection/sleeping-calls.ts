import type { Clock } from "../../../base/time/clock.js";

/** Milliseconds between two calls that are woken: 200 a second, which a server that has just come back can bear. */
const intervalMs = 5;

/** The calls that pause because there was no connection. When there is one they are woken, one after the other. */
export class SleepingCalls {
  readonly #clock: Clock;
  readonly #wakers = new Set<() => void>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Wakes a call in its turn; the result takes that back. */
  join(wake: () => void): () => void {
    this.#wakers.add(wake);
    return () => this.#wakers.delete(wake);
  }

  /** There is a connection. */
  wake(): void {
    this.#cancel ??= this.#clock.after(intervalMs, () => this.#next(), true);
  }

  /** There is none any more: those that are left sleep on. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #next(): void {
    this.#cancel = undefined;
    const [wake] = this.#wakers;
    if (!wake) return;
    this.#wakers.delete(wake);
    this.wake();
    wake();
  }
}
