import { create } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { systemClock } from "../clock.js";
import type { Cloud } from "../cloud.js";
import { badRequest } from "../errors/refused-call.js";
import { readInteger, readMessage } from "../messages/read.js";
import type { Invocation, Reply } from "./invocation.js";
import { findOperation } from "./read-operation.js";

/**
 * Implements CancelOperation of AIP-151. A running operation ends with `CANCELLED` and has no effect. A completed one
 * does not change.
 */
export function cancelOperation(cloud: Cloud, call: Invocation, id: string): Reply {
  cloud.operations.abort(id, { code: "CANCELLED", message: "cancelled by the caller" }, call.nowMs);
  call.reportEffect();
  return { kind: "message", message: create(call.method.desc.output) };
}

/**
 * Implements DeleteOperation of AIP-151: the operation cannot be read anymore. Deletion does not cancel the operation,
 * so a running one still takes effect when it is due.
 */
export function deleteOperation(cloud: Cloud, call: Invocation, id: string): Reply {
  cloud.operations.delete(id);
  call.reportEffect();
  return { kind: "message", message: create(call.method.desc.output) };
}

/** The longest duration of one timer. Timers of Node.js accept at most 2^31 - 1 ms. */
const maxTimerMs = 2 ** 30;

/** The time reserved for the answer to reach the caller before its deadline, at most half of the remaining time. */
const answerMs = 1_000;

/**
 * Implements WaitOperation of AIP-151: returns the operation when it is done, or its latest state when the `timeout` of the request or
 * most of the time until the deadline has passed.
 *
 * @throws NOT_FOUND, also if the operation is deleted during the wait; INVALID_ARGUMENT for a negative timeout
 */
export async function waitForOperation(
  cloud: Cloud,
  call: Invocation,
  request: ReflectMessage,
  idField: string,
): Promise<Reply> {
  const endMs = call.nowMs + readTimeoutMs(request);
  const ended = new AbortController();
  const deadlineNears =
    call.deadline && waitForDeadline(call.deadline, AbortSignal.any([call.signal, ended.signal]));
  try {
    let hasTime = true;
    for (;;) {
      const record = findOperation(cloud, call, request, idField);
      const waitMs = Math.min(endMs, record.dueAtMs) - cloud.now();
      if (record.status !== undefined || waitMs <= 0 || !hasTime) return { kind: "operation", id: record.id };
      const changes = nextChange(cloud, record.id, Math.min(waitMs, maxTimerMs), call.signal);
      hasTime = await Promise.race([changes, ...(deadlineNears ? [deadlineNears] : [])]);
    }
  } finally {
    ended.abort();
  }
}

function nothing(): void {}

/** Resolves when the operation ends, or after a time by the emulator's clock. */
async function nextChange(cloud: Cloud, id: string, waitMs: number, signal: AbortSignal): Promise<true> {
  const over = new AbortController();
  const slept = cloud.settings.clock.sleep(waitMs, AbortSignal.any([signal, over.signal]));
  let stopListening = nothing;
  const ended = new Promise<void>((resolve) => {
    stopListening = cloud.operations.onEnd(id, resolve);
  });
  try {
    await Promise.race([slept, ended]);
    return true;
  } finally {
    stopListening();
    // The sleep rejects when it is aborted.
    slept.catch(nothing);
    over.abort();
  }
}

/** Resolves to false shortly before a deadline by the system clock. Never rejects. */
async function waitForDeadline(deadline: Date, signal: AbortSignal): Promise<boolean> {
  const leftMs = Math.max(deadline.getTime() - systemClock.now(), 0);
  const waitMs = leftMs - Math.min(answerMs, leftMs / 2);
  await systemClock.sleep(Math.min(waitMs, maxTimerMs), signal).catch(nothing);
  return false;
}

/** Reads the timeout in milliseconds. Infinity if the request sets none. */
function readTimeoutMs(request: ReflectMessage): number {
  const timeout = readMessage(request, "timeout");
  if (timeout === undefined) return Infinity;
  const ms = Number(readInteger(timeout, "seconds")) * 1000 + Number(readInteger(timeout, "nanos")) / 1e6;
  if (ms < 0) throw badRequest("timeout", `must not be negative, but is ${ms} ms`);
  return ms;
}
