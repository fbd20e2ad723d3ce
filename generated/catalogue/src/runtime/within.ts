/* Copied by `stratus openapi` from src/rest/runtime/within.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The longest delay that timers take; more would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** A timer of Node, which can be told that it is no reason to keep the program alive. */
interface NodeTimer {
  unref?(): unknown;
}

/**
 * Does work under a time limit and a caller's signal, whichever ends it first;
 * neither switches the other off. The work is told by a signal of its own, and
 * is left behind when it does not listen. Nothing stays registered on the
 * caller's signal, which may live as long as the program. `isAlive` says that
 * the work itself keeps the program alive, so that the timer need not.
 */
export function within<T>(
  work: (signal: AbortSignal) => Promise<T>,
  caller: AbortSignal | undefined,
  limitMs = Infinity,
  lateError?: () => unknown,
  isAlive?: boolean,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (caller?.aborted) return reject(caller.reason);
    const controller = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", onAbort);
    };
    const giveUp = (reason: unknown): void => {
      end();
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => giveUp(caller?.reason);
    const timer = limitMs <= maxTimerMs ? setTimeout(() => giveUp(lateError?.()), limitMs) : undefined;
    // Starting and stopping to hold the program costs more than the timer itself.
    if (isAlive) (timer as NodeTimer | undefined)?.unref?.();
    caller?.addEventListener("abort", onAbort);
    work(controller.signal).then((value) => {
      end();
      resolve(value);
    }, giveUp);
  });
}

/** Waits, unless the caller aborts. */
export function pause(delayMs: number, caller: AbortSignal | undefined): Promise<void> {
  return within(
    (signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, delayMs);
        signal.addEventListener("abort", () => clearTimeout(timer));
      }),
    caller,
  );
}
