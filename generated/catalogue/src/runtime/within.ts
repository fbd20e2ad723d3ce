/* Carried along by `stratus openapi`. DO NOT EDIT. */
/** The longest delay that timers take; more would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Does work under a time limit and a caller's signal, whichever ends it first;
 * neither switches the other off. The work is told by a signal of its own, and
 * is left behind when it does not listen. Nothing stays registered on the
 * caller's signal, which may live as long as the program.
 */
export function within<T>(
  work: (signal: AbortSignal) => Promise<T>,
  caller: AbortSignal | undefined,
  limitMs: number,
  lateError: () => unknown,
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
    const timer = limitMs <= longestTimerMs ? setTimeout(() => giveUp(lateError()), limitMs) : undefined;
    caller?.addEventListener("abort", onAbort);
    const ending =
      <V>(go: (value: V) => void) =>
      (value: V): void => {
        end();
        go(value);
      };
    work(controller.signal).then(ending(resolve), ending(reject));
  });
}

/** Waits, unless the caller aborts. */
export function pause(delayMs: number, caller: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      timer = setTimeout(resolve, delayMs);
    });
  return within(wait, caller, Infinity, () => undefined).finally(() => clearTimeout(timer));
}
