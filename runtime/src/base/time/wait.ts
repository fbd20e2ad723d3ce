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
  return sleepOrWake(clock, delayMs, undefined, ...signals);
}

/**
 * As {@link sleep}, but also ended by a call of the function that is given to `whenWoken`. That gives a function which
 * takes it back.
 */
export function sleepOrWake(
  clock: Clock,
  delayMs: number,
  whenWoken: ((wake: () => void) => () => void) | undefined,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<void> {
  return endedBy<void>(signals, (resolve) => {
    const cancel = clock.after(delayMs, resolve);
    const takeBack = whenWoken?.(resolve);
    return () => {
      cancel();
      takeBack?.();
    };
  });
}

/** The reasons that end a wait before the work is done. */
interface WaitLimits {
  /** The clock that the deadline is measured on. */
  readonly clock: Clock;
  /** Ends the wait with its reason. */
  readonly signal: AbortSignal | undefined;
  /** Ends it too: when whatever it belongs to is closed. */
  readonly closing?: AbortSignal | undefined;
  /** When the wait ends, in milliseconds of the clock; Infinity for never. */
  readonly deadlineMs: number;
  /** The error of a wait that the deadline ended. */
  readonly timedOut: () => Error;
}

/**
 * Waits for work that others may wait for too: giving up leaves the work alone.
 */
export function waitFor<T>(work: Promise<T>, limits: WaitLimits): Promise<T> {
  const { clock, signal, closing, deadlineMs, timedOut } = limits;
  return endedBy<T>([signal, closing], (resolve, reject) => {
    work.then(resolve, reject);
    if (!Number.isFinite(deadlineMs)) return undefined;
    return clock.after(Math.max(0, deadlineMs - clock.nowMs()), () => reject(timedOut()));
  });
}

/** A wait that signals end, each with its reason. The function that `begin` gives cancels its timer. */
function endedBy<T>(
  signals: readonly (AbortSignal | undefined)[],
  begin: (resolve: (value: T) => void, reject: (reason: unknown) => void) => (() => void) | undefined,
): Promise<T> {
  let leave: (() => void) | undefined;
  const wait = new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signals.find((signal) => signal?.aborted)?.reason);
    if (signals.some((signal) => signal?.aborted)) return abort();
    const cancel = begin(resolve, reject);
    for (const signal of signals) signal?.addEventListener("abort", abort, { once: true });
    leave = () => {
      cancel?.();
      for (const signal of signals) signal?.removeEventListener("abort", abort);
    };
  });
  return wait.finally(() => leave?.());
}
