import type { HookSet } from "../call/hook-set.js";
import type { WaitEvent } from "../call/hooks.js";
import { within } from "../call/within.js";
import type { Clock } from "../time/clock.js";

/** What a wait is observed with. */
export interface WaitGround {
  readonly hooks: HookSet;
  readonly clock: Clock;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
}

/** Waits, and tells the hooks that follow the wait of its end. */
export async function observedWait<Operation>(
  { hooks, clock, signal }: WaitGround,
  event: WaitEvent,
  wait: () => Promise<Operation>,
): Promise<Operation> {
  const observer = hooks.observeWait(event);
  const startMs = clock.nowMs();
  const end = (error: unknown): void => {
    const isCancelled = error !== undefined && signal?.aborted === true && error === signal.reason;
    observer?.onEnd({ ...event, durationMs: clock.nowMs() - startMs, error, isCancelled });
  };
  try {
    const operation = await within(observer, wait);
    end(undefined);
    return operation;
  } catch (error) {
    end(error);
    throw error;
  }
}
