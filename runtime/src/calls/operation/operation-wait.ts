import { backoffDelayMs } from "../chain/backoff.js";
import { requireTimeoutMs } from "../chain/timeout.js";
import { maxAskedMs } from "../chain/retry-rule.js";
import { CallError } from "../error/call-error.js";
import { requireSignal } from "../chain/option-names.js";
import { requireKnownNames } from "../../base/text/options-error.js";
import type { Clock } from "../../base/time/clock.js";
import { sleep } from "../../base/time/wait.js";
import type { OperationHandle, WaitOptions } from "./operation-handle.js";

/** The parts of an operation that a wait needs. */
type Waited<Operation> = Pick<OperationHandle<Operation>, "isDone" | "refresh">;

/** The parts that a wait needs. */
interface WaitTimes {
  readonly clock: Clock;
  readonly random: () => number;
  /** Ends pauses with its reason, when the session is closed. */
  readonly closing: AbortSignal;
  /** Pause between two reads unless the options say another, in milliseconds. */
  readonly pollIntervalMs: number;
}

/** Reads an operation until it is over. */
export async function waitForOperation<Operation>(
  operation: Waited<Operation>,
  times: WaitTimes,
  timedOut: (timeoutMs: number) => CallError,
  options: WaitOptions<Operation>,
): Promise<void> {
  const { clock } = times;
  requireKnownNames(options, ["signal", "timeoutMs", "onProgress", "pollIntervalMs"], "wait");
  requireSignal(options.signal);
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
  let failure: CallError | undefined;
  while (!operation.isDone) {
    const ownMs =
      failures === 0 ? intervalMs : intervalMs + backoffDelayMs(failures, failurePauses, times.random);
    const pauseMs = Math.max(ownMs, failure?.retryDelayMs ?? 0);
    await sleep(clock, Math.min(pauseMs, Math.max(0, endMs - clock.nowMs())), signal, times.closing);
    if (clock.nowMs() >= endMs) throw timedOut(limitMs);
    failure = await poll(operation, options, endMs - clock.nowMs());
    failures = failure ? failures + 1 : 0;
    if (clock.nowMs() >= endMs && !operation.isDone) throw timedOut(limitMs);
  }
}

/** Reads the operation once; gives the failure if it may pass in the time that the server asks for. */
async function poll<Operation>(
  operation: Waited<Operation>,
  { signal, onProgress }: WaitOptions<Operation>,
  leftMs: number,
): Promise<CallError | undefined> {
  try {
    const latest = await operation.refresh({ signal, ...(leftMs < maxPollMs ? { timeoutMs: leftMs } : {}) });
    onProgress?.(latest);
    return undefined;
  } catch (error) {
    if (signal?.aborted || !(error instanceof CallError) || !passing.includes(error.code)) throw error;
    if ((error.retryDelayMs ?? 0) > maxAskedMs) throw error;
    return error;
  }
}

/** A read that would end after this is limited by the session's own times. */
const maxPollMs = 60_000;

/** Codes of reads that failed in passing: the operation may still be read later. */
const passing: readonly string[] = ["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"];
