import type { IncomingResponse } from "../chain/interceptor.js";
import { pairByPlace } from "../../messages/mask/elements/known-origins.js";
import type { Method } from "../rpc/service.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { waitFor } from "../../base/time/wait.js";
import { overdueCall, requireTime, type Route, startCall } from "../client/call-start.js";
import { refusedCall } from "../client/refused-call.js";
import type { CheckedModifyOptions } from "./modify-options.js";
import type { OperationReading } from "../operation/operation-handle.js";
import { meantResource, objectsIn } from "./returned-resource.js";
import { versionOf } from "../client/resource-version.js";
import { makeUpdate, type UpdateParts } from "./update-request.js";

/** A change of a resource, with what was checked before it began. */
export interface Modification extends Pick<CheckedModifyOptions, "attempts" | "call"> {
  readonly get: Method;
  readonly update: Method;
  /** How the operation of the Update is read; undefined if it starts none. */
  readonly operations: OperationReading<unknown> | undefined;
  /** The request of the get. */
  readonly wanted: unknown;
  /** Changes the resource, or returns a changed one. The caller of `modify` has its type. */
  readonly change: (resource: never) => unknown;
}

/** A resource as it was read. */
export interface ReadResource {
  readonly reply: IncomingResponse;
  /** The resource that the callback gets. */
  readonly draft: object;
  /** A copy that nobody changes. */
  readonly before: object;
}

/** Reads the resource. */
export async function readResource(
  route: Route,
  { get, wanted, call }: Pick<Modification, "get" | "wanted" | "call">,
): Promise<ReadResource> {
  const reply = await startCall(route, get, wanted, call);
  // The decoder of the method has made it.
  const draft = reply.message as object;
  return { reply, draft, before: fill(get.response as MessageTable<object>, draft) };
}

/**
 * Lets the callback change the resource, for as long as there is time, and finds out what is to be sent.
 *
 * @throws The callback's own error; a CallError if the time is over, and if no Update can make the change.
 */
export async function makeChange(
  route: Route,
  { get, update, change, call }: Pick<Modification, "get" | "update" | "change" | "call">,
  { draft, before }: ReadResource,
): Promise<UpdateParts> {
  const table = get.response;
  const handedOut = pairByPlace(table, draft, before);
  const parts = objectsIn(draft);
  const returned = await waitFor(ended(change(draft as never)), {
    clock: route.core.clock,
    signal: call.signal,
    deadlineMs: route.within?.endMs ?? Infinity,
    timedOut: () => overdueCall(route, update),
  });
  requireTime(route, update);
  try {
    const after = meantResource({ table, before, draft, parts, knownOrigins: handedOut }, returned);
    const own = makeUpdate({ resourceTable: table, requestTable: update.request, before, after, handedOut });
    // Without a version that guards it, what is sent unchanged would undo the changes of others.
    return versionOf(table, before) === undefined ? own : await byRules(update.request, own);
  } catch (error) {
    throw refusedCall(route, update, error);
  }
}

/** The Update with what the rules of its request ask for beside the change. */
async function byRules(table: MessageTable, own: UpdateParts): Promise<UpdateParts> {
  if (!table.rules || own.isUnchanged) return own;
  const { withRuleSiblings } = await import("./rule-siblings.js");
  return { ...own, request: await withRuleSiblings(table, own.request, own.whole) };
}

/** Waits for a result that may be a promise, of whatever kind. */
async function ended(result: unknown): Promise<unknown> {
  return await result;
}
