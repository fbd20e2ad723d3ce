import type { Clock } from "./clock.js";

/**
 * Waits for some milliseconds. An aborted signal ends the wait at once with its reason. No listener or timer
 * remains.
 */
export function sleep(
  clock: Clock,
  delayMs: number,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<void> {
  return sleepOrWake(clock, delayMs, undefined, ...signals);
}

/**
 * Waits like {@link sleep}, and also ends when the callback that `whenWoken` receives is called. `whenWoken`
 * returns a function that removes the callback.
 */
export function sleepOrWake(
  clock: Clock,
  delayMs: number,
  whenWoken: ((wake: () => void) => () => void) | undefined,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<void> {
  return endedBy<void>(signals, (resolve) => {
    const cancel = clock.pause ? clock.pause(delayMs, resolve) : clock.after(delayMs, resolve);
    const takeBack = whenWoken?.(resolve);
    return () => {
      cancel();
      takeBack?.();
    };
  });
}

/** The conditions that end a wait early. */
interface WaitLimits {
  /** The clock that the deadline is measured on. */
  readonly clock: Clock;
  /** Ends the wait with its reason. */
  readonly signal: AbortSignal | undefined;
  /** Ends the wait too, when its session is closed. */
  readonly closing?: AbortSignal | undefined;
  /** The deadline, in milliseconds of the clock; Infinity for none. */
  readonly deadlineMs: number;
  /** Returns the error for a missed deadline. */
  readonly timedOut: () => Error;
}

/** Waits for work that others may wait for too. Ending the wait does not cancel the work. */
export function waitFor<T>(work: Promise<T>, limits: WaitLimits): Promise<T> {
  const { clock, signal, closing, deadlineMs, timedOut } = limits;
  return endedBy<T>([signal, closing], (resolve, reject) => {
    work.then(resolve, reject);
    if (!Number.isFinite(deadlineMs)) return undefined;
    return clock.after(Math.max(0, deadlineMs - clock.nowMs()), () => reject(timedOut()));
  });
}

/** Waits until a signal ends the wait with its reason. `begin` returns a function that cancels its timer. */
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
