import type { Clock } from "../../../base/time/clock.js";

/** A connection that was idle for so long is asked before a call is given to it: it may have died unnoticed. */
const staleMs = 60_000;

/** An idle connection is closed after so many milliseconds. */
const idleMs = 15 * 60_000;

/** For how long a connection has had no calls. */
export class Idleness {
  readonly #clock: Clock;
  #isBusy = false;
  #sinceMs: number;
  /** The same on the wall clock: on a machine that slept, the other has stopped. */
  #sinceEpochMs: number;
  #cancel: (() => void) | undefined;

  /** @param onLong Called when it has been idle for 15 minutes. */
  constructor(clock: Clock, onLong: () => void) {
    this.#clock = clock;
    this.#sinceMs = clock.nowMs();
    this.#sinceEpochMs = clock.epochMs();
    this.#watch(idleMs, onLong);
  }

  /** Whether it has been idle for so long that it has to be asked before it is used again. */
  get isStale(): boolean {
    if (this.#isBusy) return false;
    const idle = this.#clock.nowMs() - this.#sinceMs;
    return idle > staleMs || this.#clock.epochMs() - this.#sinceEpochMs > staleMs;
  }

  /** It has a call. */
  begin(): void {
    this.#isBusy = true;
  }

  /** It has none, or has given a sign of life without one. */
  rest(isBusy = false): void {
    this.#isBusy = isBusy;
    this.#sinceMs = this.#clock.nowMs();
    this.#sinceEpochMs = this.#clock.epochMs();
  }

  /** Ends everything. */
  stop(): void {
    this.#cancel?.();
  }

  #watch(delayMs: number, onLong: () => void): void {
    const look = (): void => {
      const idle = this.#isBusy ? 0 : this.#clock.nowMs() - this.#sinceMs;
      if (idle < idleMs) this.#watch(idleMs - idle, onLong);
      else onLong();
    };
    this.#cancel = this.#clock.after(delayMs, look, true);
  }
}
