import type { Clock } from "./clock.js";

/**
 * Waits for some milliseconds. An aborted signal ends the wait at once with the
 * signal's reason. Leaves no listener and no timer behind.
 */
export function sleep(
  clock: Clock,
  delayMs: number,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = signals.find((signal) => signal?.aborted);
    if (aborted) return reject(aborted.reason);
    const leave = (): void => {
      for (const signal of signals) signal?.removeEventListener("abort", abort);
    };
    const cancel = clock.after(delayMs, () => {
      leave();
      resolve();
    });
    const abort = (): void => {
      cancel();
      leave();
      reject(signals.find((signal) => signal?.aborted)?.reason);
    };
    for (const signal of signals) signal?.addEventListener("abort", abort, { once: true });
  });
}

/** What ends a wait before the work is done. */
export interface WaitLimits {
  /** The clock that the deadline is measured on. */
  readonly clock: Clock;
  /** Ends the wait with its reason. */
  readonly signal: AbortSignal | undefined;
  /** When the wait ends, in milliseconds of the clock; Infinity for never. */
  readonly deadlineMs: number;
  /** The error of a wait that the deadline ended. */
  readonly timedOut: () => Error;
}

/**
 * Waits for work that others may wait for too: giving up leaves the work alone.
 */
export function waitFor<T>(work: Promise<T>, limits: WaitLimits): Promise<T> {
  const { clock, signal, deadlineMs, timedOut } = limits;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const leave = (): void => {
      cancel?.();
      signal?.removeEventListener("abort", abort);
    };
    const abort = (): void => {
      leave();
      reject(signal?.reason);
    };
    const cancel = Number.isFinite(deadlineMs)
      ? clock.after(Math.max(0, deadlineMs - clock.nowMs()), () => {
          leave();
          reject(timedOut());
        })
      : undefined;
    signal?.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(leave);
  });
}
