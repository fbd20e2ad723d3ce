import { backoffDelayMs } from "../chain/backoff.js";
import { requireLimitMs, requireTimeoutMs } from "../chain/timeout.js";
import { maxAskedMs } from "../chain/retry-rule.js";
import { CallError } from "../error/call-error.js";
import { requireSignal } from "../chain/option-names.js";
import { requireKnownNames } from "../../base/text/options-error.js";
import type { Clock } from "../../base/time/clock.js";
import { sleep } from "../../base/time/wait.js";
import type { OperationHandle, WaitOptions } from "./operation-handle.js";

/** The operation to poll. */
type Pollable<Operation> = Pick<OperationHandle<Operation>, "isDone" | "refresh">;

/** The session's parts and defaults for polling. */
interface PollSettings {
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborted when the session is closed. Ends pauses. */
  readonly closing: AbortSignal;
  /** Default poll interval, in milliseconds. */
  readonly pollIntervalMs: number;
}

/** Polls an operation until it is done. */
export async function pollOperation<Operation>(
  operation: Pollable<Operation>,
  settings: PollSettings,
  timedOut: (timeoutMs: number) => CallError,
  options: WaitOptions<Operation>,
): Promise<void> {
  const { clock } = settings;
  requireKnownNames(options, ["signal", "timeoutMs", "onProgress", "pollIntervalMs"], "wait");
  requireSignal(options.signal);
  const { signal, timeoutMs, pollIntervalMs } = options;
  const intervalMs =
    pollIntervalMs === undefined
      ? settings.pollIntervalMs
      : requireTimeoutMs(pollIntervalMs, "pollIntervalMs");
  const failureBackoff = {
    baseDelayMs: 2 * settings.pollIntervalMs,
    maxDelayMs: 30 * settings.pollIntervalMs,
  };
  const limitMs = timeoutMs === undefined ? Infinity : requireLimitMs(timeoutMs, "timeoutMs");
  const endMs = clock.nowMs() + limitMs;
  if (signal?.aborted) throw signal.reason;
  let failures = 0;
  let failure: CallError | undefined;
  while (!operation.isDone) {
    const backoffMs =
      failures === 0 ? intervalMs : intervalMs + backoffDelayMs(failures, failureBackoff, settings.random);
    const pauseMs = Math.max(backoffMs, failure?.retryDelayMs ?? 0);
    await sleep(clock, Math.min(pauseMs, Math.max(0, endMs - clock.nowMs())), signal, settings.closing);
    if (clock.nowMs() >= endMs) throw timedOut(limitMs);
    failure = await poll(operation, options, endMs - clock.nowMs());
    failures = failure ? failures + 1 : 0;
    if (clock.nowMs() >= endMs && !operation.isDone) throw timedOut(limitMs);
  }
}

/** Reads the operation once. Returns a failure that is worth another try, and throws all others. */
async function poll<Operation>(
  operation: Pollable<Operation>,
  { signal, onProgress }: WaitOptions<Operation>,
  remainingMs: number,
): Promise<CallError | undefined> {
  try {
    const latest = await operation.refresh({
      signal,
      ...(remainingMs < maxPollMs ? { timeoutMs: remainingMs } : {}),
    });
    onProgress?.(latest);
    return undefined;
  } catch (error) {
    if (signal?.aborted || !(error instanceof CallError) || !transientCodes.includes(error.code)) throw error;
    if ((error.retryDelayMs ?? 0) > maxAskedMs) throw error;
    return error;
  }
}

/** The maximum timeout of one read, in milliseconds. Longer reads have the timeouts of the session. */
const maxPollMs = 60_000;

/** Status codes after which another read may succeed. */
const transientCodes: readonly string[] = ["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"];
