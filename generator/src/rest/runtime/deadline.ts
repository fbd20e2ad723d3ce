/** The longest delay of a timer in milliseconds. A longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs `work` until it settles, the time limit passes or the caller aborts,
 * whichever is first. `work` gets a separate signal, and the promise rejects even
 * if `work` ignores it. No listener stays on the caller's signal, which may live as
 * long as the program. With `isAlive`, the timer does not keep the program alive,
 * because the work does.
 */
export function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  caller: AbortSignal | undefined,
  limitMs = Infinity,
  timeoutError?: () => unknown,
  isAlive?: boolean,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (caller?.aborted) return reject(caller.reason);
    const controller = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", onAbort);
    };
    const abort = (reason: unknown): void => {
      end();
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => abort(caller?.reason);
    const timer = limitMs <= maxTimerMs ? setTimeout(() => abort(timeoutError?.()), limitMs) : undefined;
    // A timer that keeps the program alive costs more to start and stop.
    if (isAlive) (timer as { unref?(): unknown } | undefined)?.unref?.();
    caller?.addEventListener("abort", onAbort);
    work(controller.signal).then((value) => {
      end();
      resolve(value);
    }, abort);
  });
}

/** Waits for a time in milliseconds. Rejects with the signal's reason if the caller aborts. */
export function pause(delayMs: number, caller: AbortSignal | undefined): Promise<void> {
  // The limit rejects without a reason.
  return withDeadline<void>(() => new Promise(() => undefined), caller, delayMs).catch((reason: unknown) => {
    if (reason !== undefined) throw reason;
  });
}
