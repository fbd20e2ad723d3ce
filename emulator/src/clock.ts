import { setTimeout as sleep } from "node:timers/promises";

/** The emulator's time. Tests inject one that they move themselves. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after that many milliseconds, or rejects when the signal is aborted. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (delayMs, signal) => sleep(delayMs, undefined, { signal, ref: false }),
};
