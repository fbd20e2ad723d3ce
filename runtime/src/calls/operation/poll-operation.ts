import { backoffDelayMs, type BackoffBounds } from "../chain/backoff.js";
import { requireLimitMs, requireTimeoutMs } from "../chain/timeout.js";
import { maxAskedMs } from "../chain/retry-rule.js";
import { CallError, explained, withOperationId } from "../error/call-error.js";
import { requireSignal } from "../chain/option-names.js";
import { requireKnownNames } from "../../base/text/options-error.js";
import { defaults } from "../../base/defaults.js";
import type { Clock } from "../../base/time/clock.js";
import { sleep } from "../../base/time/wait.js";
import type { OperationHandle, WaitOptions } from "./operation-handle.js";
import { type OperationProgress, readProgress } from "./operation-progress.js";

/** The operation to poll. */
type Pollable<Operation> = Pick<
  OperationHandle<Operation>,
  "id" | "resourceId" | "isDone" | "latest" | "refresh"
>;

/** The session's parts and defaults for polling. */
interface PollSettings {
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborted when the session is closed. Ends pauses. */
  readonly closing: AbortSignal;
  /** Fixed poll interval, in milliseconds. */
  readonly pollIntervalMs: number | undefined;
}

/** Polls an operation until it is done. */
export async function pollOperation<Operation>(
  operation: Pollable<Operation>,
  settings: PollSettings,
  timedOut: (timeoutMs: number) => CallError,
  options: WaitOptions<Operation>,
): Promise<void> {
  const { clock } = settings;
  requireKnownNames(options, ["signal", "timeoutMs", "onProgress", "pollIntervalMs", "metadata"], "wait");
  requireSignal(options.signal);
  const { signal, timeoutMs, pollIntervalMs } = options;
  const fixedMs =
    pollIntervalMs === undefined
      ? settings.pollIntervalMs
      : requireTimeoutMs(pollIntervalMs, "pollIntervalMs");
  const failureBackoff = failureBounds(fixedMs ?? defaults.pollIntervalMs);
  const limitMs = timeoutMs === undefined ? Infinity : requireLimitMs(timeoutMs, "timeoutMs");
  const startMs = clock.nowMs();
  const endMs = startMs + limitMs;
  if (signal?.aborted) throw signal.reason;
  let failures = 0;
  let failure: CallError | undefined;
  while (!operation.isDone) {
    const intervalMs = fixedMs ?? pollDelayMs(clock.nowMs() - startMs, settings.random);
    const backoffMs =
      failures === 0 ? intervalMs : intervalMs + backoffDelayMs(failures, failureBackoff, settings.random);
    const pauseMs = Math.max(backoffMs, failure?.retryDelayMs ?? 0);
    const restMs = Math.max(0, endMs - clock.nowMs());
    await sleep(clock, Math.min(pauseMs, restMs), signal, settings.closing).catch((error: unknown) => {
      throw identified(error, operation, signal);
    });
    if (clock.nowMs() >= endMs) throw timedOut(limitMs);
    failure = await poll(operation, options, endMs - clock.nowMs());
    if (!failure) options.onProgress?.(operation.latest, progressOf(operation, clock.epochMs()));
    failures = failure ? failures + 1 : 0;
    if (clock.nowMs() >= endMs && !operation.isDone) throw timedOut(limitMs);
  }
}

/** Returns the pause before the next poll, in milliseconds: a tenth of the elapsed time, with 10 % jitter, within limits. */
export function pollDelayMs(elapsedMs: number, random: () => number): number {
  return withinLimits(withinLimits(elapsedMs / 10) * (0.9 + 0.2 * random()));
}

function withinLimits(ms: number): number {
  return Math.min(defaults.maxPollIntervalMs, Math.max(defaults.pollIntervalMs, ms));
}

function failureBounds(intervalMs: number): BackoffBounds {
  return { baseDelayMs: 2 * intervalMs, maxDelayMs: 30 * intervalMs };
}

/** Reads the operation once. Returns a failure that is worth another try, and throws all others. */
async function poll<Operation>(
  operation: Pollable<Operation>,
  { signal, metadata }: WaitOptions<Operation>,
  remainingMs: number,
): Promise<CallError | undefined> {
  try {
    await operation.refresh({
      signal,
      metadata,
      ...(remainingMs < maxPollMs ? { timeoutMs: remainingMs } : {}),
    });
    return undefined;
  } catch (error) {
    if (signal?.aborted || !(error instanceof CallError)) throw identified(error, operation, signal);
    if (error.code === "NOT_FOUND") throw explainRemoval(error, operation);
    const isTransient = transientCodes.includes(error.code) && (error.retryDelayMs ?? 0) <= maxAskedMs;
    if (!isTransient) throw identified(error, operation, signal);
    return error;
  }
}

/** Adds the ID of the operation to an error of its session. The reason of the caller's signal stays as it is. */
function identified(error: unknown, { id }: { readonly id: string }, signal?: AbortSignal): unknown {
  return signal?.aborted && error === signal.reason ? error : withOperationId(error, id);
}

/** The reason of an operation that is gone. */
export const removedReason = "OPERATION_REMOVED";

/** Explains that an operation which the server knew is gone. Servers remove no running one (docs/conventions.md, section 5). */
function explainRemoval(error: CallError, operation: Pollable<unknown>): CallError {
  const { id: operationId, resourceId } = operation;
  const next =
    resourceId === ""
      ? "read what it changes"
      : "resource" in operation
        ? `resource() reads ${resourceId} as it is now`
        : `read the resource ${resourceId}`;
  const text = `the operation has ended, and the server has removed it, so its outcome is unknown: ${next}`;
  return explained(error, text, { operationId, clientReason: removedReason });
}

/** Returns the progress of an operation, with the decoded metadata of AIP-151. */
function progressOf(operation: Pollable<unknown>, nowMs: number): OperationProgress {
  const latest = operation.latest as object;
  if (!("metadata" in operation)) return readProgress(latest, nowMs);
  try {
    return readProgress({ ...latest, metadata: operation.metadata }, nowMs);
  } catch {
    // Metadata that cannot be decoded does not end the wait.
    return readProgress({}, nowMs);
  }
}

/** The maximum timeout of one read, in milliseconds. Longer reads have the timeouts of the session. */
const maxPollMs = 60_000;

/** Status codes after which another read may succeed. */
const transientCodes: readonly string[] = ["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"];
