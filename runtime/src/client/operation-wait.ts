import { backoffDelayMs } from "../call/backoff.js";
import type { CallOptions } from "../call/call-options.js";
import { requireTimeoutMs } from "../call/deadline.js";
import { type HookSet, within } from "../call/hook-set.js";
import type { WaitEvent } from "../call/hooks.js";
import { CallError } from "../error/call-error.js";
import { requireKnownNames } from "../text/options-error.js";
import type { Clock } from "../time/clock.js";
import { sleep } from "../time/wait.js";

/** How to wait for an operation. */
export interface WaitOptions<Operation> {
  /** Ends the wait, not the operation. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time to wait, in milliseconds. Default: until the operation is over. */
  readonly timeoutMs?: number | undefined;
  /** Called with the operation each time it has been read. */
  readonly onProgress?: ((operation: Operation) => void) | undefined;
  /** Pause between two reads, in milliseconds. Default: the session's, 1,000. */
  readonly pollIntervalMs?: number | undefined;
}

/** The operation that is waited for. */
export interface WaitedOperation<Operation> {
  readonly id: string;
  readonly isDone: () => boolean;
  readonly refresh: (options: CallOptions) => Promise<Operation>;
  /** The operation that is over; throws where it failed. */
  readonly result: () => Operation;
}

/** What is needed to wait. */
export interface WaitTimes {
  readonly clock: Clock;
  readonly random: () => number;
  /** Pause between two reads unless the options say another, in milliseconds. */
  readonly pollIntervalMs: number;
}

/** Reads an operation until it is over. */
export async function waitForOperation<Operation>(
  operation: WaitedOperation<Operation>,
  times: WaitTimes,
  timedOut: (timeoutMs: number) => CallError,
  options: WaitOptions<Operation>,
): Promise<Operation> {
  const { clock } = times;
  requireKnownNames(options, ["signal", "timeoutMs", "onProgress", "pollIntervalMs"], "wait");
  const { signal, timeoutMs, pollIntervalMs } = options;
  const intervalMs =
    pollIntervalMs === undefined ? times.pollIntervalMs : requireTimeoutMs(pollIntervalMs, "pollIntervalMs");
  const failurePauses = {
    baseDelayMs: 2 * times.pollIntervalMs,
    maxDelayMs: 30 * times.pollIntervalMs,
  };
  const limitMs = timeoutMs === undefined ? Infinity : requireTimeoutMs(timeoutMs, "timeoutMs");
  const endMs = clock.nowMs() + limitMs;
  if (signal?.aborted) throw signal.reason;
  let failures = 0;
  while (!operation.isDone()) {
    const pauseMs =
      failures === 0 ? intervalMs : intervalMs + backoffDelayMs(failures, failurePauses, times.random);
    await sleep(clock, Math.min(pauseMs, Math.max(0, endMs - clock.nowMs())), signal);
    if (clock.nowMs() >= endMs) throw timedOut(limitMs);
    failures = (await poll(operation, options, endMs - clock.nowMs())) ? 0 : failures + 1;
    if (clock.nowMs() >= endMs && !operation.isDone()) throw timedOut(limitMs);
  }
  return operation.result();
}

/** Reads the operation once; false where that failed in passing. */
async function poll<Operation>(
  operation: WaitedOperation<Operation>,
  { signal, onProgress }: WaitOptions<Operation>,
  leftMs: number,
): Promise<boolean> {
  try {
    const latest = await operation.refresh({ signal, ...(leftMs < maxPollMs ? { timeoutMs: leftMs } : {}) });
    onProgress?.(latest);
    return true;
  } catch (error) {
    if (signal?.aborted || !(error instanceof CallError) || !passing.includes(error.code)) throw error;
    return false;
  }
}

/** A read that would end after this is limited by the session's own times. */
const maxPollMs = 60_000;

/** Codes of reads that failed in passing: the operation may still be read later. */
const passing: readonly string[] = ["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"];

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
