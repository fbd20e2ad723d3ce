import type { CallOptions, UpdateOptions } from "../chain/call-options.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import { copyable } from "../chain/stream-response.js";
import { CallError } from "../error/call-error.js";
import { type Route, startCall } from "../client/call-start.js";
import { ConflictPauses, isConflict } from "./conflict-pauses.js";
import { LostWrites } from "./lost-writes.js";
import type { OperationOrigin } from "../operation/operation-handle.js";
import { makeChange, type Modification, type ReadResource, readResource } from "./read-change.js";
import { versionOf } from "../client/resource-version.js";
import { UnchangedOrigin, unchangedResponse } from "../operation/unchanged-operation.js";
import { mayBeApplied } from "./unsettled-change.js";
import type { SentUpdate } from "../client/sent-update.js";

/** The answer to an Update; without one, if nothing was changed, what stands for it. */
export interface ModifyReply extends IncomingResponse {
  /** Where the operation comes from if none was started. */
  readonly origin?: OperationOrigin<unknown> | undefined;
}

/**
 * Reads a resource, changes it, and writes what was changed and nothing else, under the smallest mask and the version
 * that was read; nothing at all if nothing was changed. If someone else changed the resource in between (ABORTED, a
 * resource conflict, or the service says UNIT_OF_WORK), all of it is done again after a pause, so the callback may run
 * more than once. A conflict after an attempt whose answer was lost may be that attempt's own effect: then it is found
 * out first whose change it was.
 *
 * @throws A CallError: that of a call; the last conflict; UNKNOWN if the change may have been applied and nobody can
 * tell.
 */
export async function modify(route: Route, modification: Modification): Promise<ModifyReply> {
  const { attempts, call, get, update } = modification;
  const pauses = new ConflictPauses(route, { attempts, signal: call.signal });
  const lost = new LostWrites(route, modification);
  for (let last: CallError | undefined; ;) {
    const read = await readResource(route, modification).catch(lost.cover);
    const own = await lost.settle(read);
    if (own) return own;
    if (last) return lost.cover(last);
    const change = await makeChange(route, modification, read);
    if (change.isUnchanged && lost.isEmpty) return unchanged(route, modification, read);
    const key = update.service.hasKeys ? route.core.newKey() : undefined;
    const write = { ...change, method: update, key, version: versionOf(get.response, read.before) };
    try {
      return await send(route, write, call);
    } catch (error) {
      if (!isConflict(error)) return lost.cover(mayBeApplied(await explain(error, write), write.version));
      if (error.earlierMayHaveReachedServer) lost.add(write, error);
      last = await pauses.wait(error);
      if (last && lost.isEmpty) throw last;
    }
  }
}

function send(
  route: Route,
  { method, request, resetMask, key }: SentUpdate,
  call: CallOptions,
): Promise<IncomingResponse> {
  // The mask is right as it is: it is made of the request.
  const options: UpdateOptions<object> = { ...call, resetMask, strict: false, idempotencyKey: key };
  return startCall(route, method, request, options);
}

/** Says of a refusal that names fields which of them were not sent. */
async function explain(error: unknown, write: SentUpdate): Promise<unknown> {
  if (!(error instanceof CallError) || error.violations.length === 0) return error;
  try {
    return (await import("./lacking-fields.js")).withLackingFields(error, write);
  } catch {
    // The refusal counts more than what was not sent.
    return error;
  }
}

/** The answer if nothing was changed: a finished operation, or the resource. */
function unchanged(
  route: Route,
  { get, update, operations }: Modification,
  { reply, before }: ReadResource,
): ModifyReply {
  const facts = { get, update, resource: before };
  if (!operations) return { ...copyable(reply), message: unchangedResponse(facts) };
  const origin = new UnchangedOrigin(route, operations, facts);
  return { ...copyable(reply), message: origin.operation, origin };
}
