/**
 * `modify`: changes a resource without losing what others change at the same time. Its five steps, which start again after
 * a conflict:
 *
 * 1. **Read** the resource (`readResource`).
 * 2. **Change** it by the program's callback (`changeResource`).
 * 3. **Derive** the smallest request and reset mask of the change (`deriveWrite`).
 * 4. **Write** them as an Update with the version that was read and a new idempotency key (`sendUpdate`).
 * 5. **Settle** the outcome: wait after a conflict (`ConflictBackoff`), and find out which Updates without a response were
 *    applied (`LostResponses`).
 *
 * @module
 */
import type { CallOptions, UpdateOptions } from "../chain/call-options.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import { copyable } from "../chain/stream-response.js";
import { CallError } from "../error/call-error.js";
import { type Route, startCall } from "../client/call-start.js";
import { ConflictBackoff, isConflict } from "./conflict-backoff.js";
import { LostResponses } from "./lost-responses.js";
import type { OperationOrigin } from "../operation/operation-handle.js";
import {
  changeResource,
  deriveWrite,
  type Modification,
  type ReadResource,
  readResource,
} from "./modify-steps.js";
import { readResourceVersion } from "../client/resource-version.js";
import { UnchangedOrigin, createUnchangedResponse } from "../operation/unchanged-operation.js";
import { withOutcomeUnknown } from "./outcome-unknown.js";
import type { SentUpdate } from "../client/sent-update.js";

/** The response to the Update of a `modify`, or a substitute if nothing was changed. */
export interface ModifyReply extends IncomingResponse {
  /** The origin of the operation if none was started. */
  readonly origin?: OperationOrigin<unknown> | undefined;
}

/**
 * Reads a resource, changes it, and writes exactly what was changed, with the smallest mask and the version that was read.
 * Sends nothing if nothing was changed. After a conflict (ABORTED, a resource conflict, or UNIT_OF_WORK from the service)
 * it starts again after a pause, so the callback may run more than once.
 *
 * A conflict after an attempt without a response may be the effect of that attempt. In this case it first finds out whose
 * change was applied.
 *
 * @throws CallError: that of a call; the last conflict; UNKNOWN if the change may have been applied and nothing proves it.
 */
export async function modify(route: Route, modification: Modification): Promise<ModifyReply> {
  const { attempts, call, get, update } = modification;
  const backoff = new ConflictBackoff(route, { attempts, signal: call.signal });
  const lost = new LostResponses(route, modification);
  for (let lastConflict: CallError | undefined; ;) {
    const read = await readResource(route, modification).catch(lost.rethrow);
    const appliedReply = await lost.settle(read);
    if (appliedReply) return appliedReply;
    if (lastConflict) return lost.rethrow(lastConflict);
    const changed = await changeResource(route, modification, read);
    const derived = await deriveWrite(route, modification, changed);
    if (derived.isUnchanged && lost.isEmpty) return unchangedReply(route, modification, read);
    const key = update.service.hasKeys ? route.core.newKey() : undefined;
    const version = readResourceVersion(get.response, read.before);
    const write = { ...derived, method: update, key, version };
    try {
      return await sendUpdate(route, write, call);
    } catch (error) {
      if (!isConflict(error)) return lost.rethrow(withOutcomeUnknown(await explain(error, write), version));
      if (error.earlierMayHaveReachedServer) lost.add(write, error);
      lastConflict = await backoff.wait(error);
      if (lastConflict && lost.isEmpty) throw lastConflict;
    }
  }
}

function sendUpdate(
  route: Route,
  { method, request, resetMask, key }: SentUpdate,
  call: CallOptions,
): Promise<IncomingResponse> {
  // The mask was derived from the request, so it needs no check.
  const options: UpdateOptions<object> = { ...call, resetMask, strict: false, idempotencyKey: key };
  return startCall(route, method, request, options);
}

/** Adds to a rejection that names fields which of them were omitted. */
async function explain(error: unknown, write: SentUpdate): Promise<unknown> {
  if (!(error instanceof CallError) || error.violations.length === 0) return error;
  try {
    return (await import("./omitted-fields.js")).explainOmittedFields(error, write);
  } catch {
    // A failure to explain must not hide the rejection.
    return error;
  }
}

/** The reply if nothing was changed: a finished operation, or the resource. */
function unchangedReply(
  route: Route,
  { get, update, operations }: Modification,
  { reply, before }: ReadResource,
): ModifyReply {
  const facts = { get, update, resource: before };
  if (!operations) return { ...copyable(reply), message: createUnchangedResponse(facts) };
  const origin = new UnchangedOrigin(route, operations, facts);
  return { ...copyable(reply), message: origin.operation, origin };
}
