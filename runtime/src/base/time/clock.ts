/**
 * The clock of a session, and waiting on it. The runtime reads the time only here, so tests can pass a clock that
 * they control.
 *
 * @module
 */

/** A clock and its timers. Tests replace it, so none of them has to sleep. */
export interface Clock {
  /** Milliseconds since a fixed moment. It never jumps when the wall clock is set, so deadlines use it. */
  nowMs(): number;
  /** Milliseconds since 1970 by the wall clock. Expiry times that other programs read use it. */
  epochMs(): number;
  /**
   * Calls back once after some milliseconds. Returns a function that cancels the timer. A timer keeps the process
   * alive unless it is in the background.
   */
  after(delayMs: number, callback: () => void, inBackground?: boolean): () => void;
  /** Like `after`, for pauses between attempts and polls, which a clock for tests may skip. Default: `after`. */
  pause?(delayMs: number, callback: () => void): () => void;
}

/** The system clock. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
  after(delayMs, callback, inBackground) {
    const timer = setTimeout(callback, delayMs);
    // A number in browsers, where nothing is held open.
    if (inBackground && typeof timer === "object") timer.unref();
    return () => clearTimeout(timer);
  },
};
