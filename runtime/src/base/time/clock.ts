/**
 * The room of time: the clock of a session, and waiting on it. Nothing else of the
 * runtime asks the machine what time it is, so that tests can pass a clock that
 * they move themselves.
 *
 * @module
 */

/**
 * The time as the runtime knows it. Tests pass their own, so that none of them
 * sleeps to be right.
 */
export interface Clock {
  /** Milliseconds since some fixed moment; never jumps when the wall clock is set. Deadlines are measured on it. */
  nowMs(): number;
  /** Milliseconds since 1970, as the wall clock has it. Expiry times that others must understand are written in it. */
  epochMs(): number;
  /**
   * Calls back once after some milliseconds; the result cancels that. A timer holds
   * the process open, unless it is in the background.
   */
  after(delayMs: number, callback: () => void, inBackground?: boolean): () => void;
}

/** The clock of the machine. */
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
