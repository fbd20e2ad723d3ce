import type { IncomingResponse } from "../chain/interceptor.js";
import { type KnownOrigins, pairByPlace } from "../../messages/mask/elements/known-origins.js";
import type { Method } from "../rpc/service.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { waitFor } from "../../base/time/wait.js";
import { checkSharedTime, sharedTimeoutError, type Route, startCall } from "../client/call-start.js";
import { toCallStartError } from "../client/call-start-error.js";
import type { CheckedModifyOptions } from "./modify-options.js";
import type { OperationReader } from "../operation/operation-handle.js";
import { collectObjects, resolveReturnedResource } from "./returned-resource.js";
import { readResourceVersion } from "../client/resource-version.js";
import { deriveUpdate, type DerivedUpdate, type MatchOptions } from "./update-request.js";

/** A checked call of `modify`. */
export interface Modification extends Pick<CheckedModifyOptions, "attempts" | "call">, MatchOptions {
  readonly get: Method;
  readonly update: Method;
  /** How to read the operation of the Update; undefined if it starts none. */
  readonly operations: OperationReader<unknown> | undefined;
  /** The request of the Get. */
  readonly getRequest: unknown;
  /** The callback, which changes the resource or returns a changed one. The caller of `modify` has its type. */
  readonly change: (resource: never) => unknown;
}

/** A resource as it was read. */
export interface ReadResource {
  readonly reply: IncomingResponse;
  /** The object that the callback gets and may change. */
  readonly draft: object;
  /** An unchanged copy. */
  readonly before: object;
}

/** A resource before and after the callback has changed it. */
export interface ChangedResource {
  readonly before: object;
  readonly after: object;
  /** From the messages that the callback got to those of `before`. */
  readonly handedOut: KnownOrigins;
}

/** Step 1, read: gets the resource. */
export async function readResource(
  route: Route,
  { get, getRequest, call }: Pick<Modification, "get" | "getRequest" | "call">,
): Promise<ReadResource> {
  const reply = await startCall(route, get, getRequest, call);
  // The decoder of the method has made it.
  const draft = reply.message as object;
  return { reply, draft, before: fill(get.response as MessageTable<object>, draft) };
}

/**
 * Step 2, change: runs the callback until the time of the `modify` is over.
 *
 * @throws The callback's error; CallError DEADLINE_EXCEEDED, or INVALID_ARGUMENT for a result that cannot be the resource.
 */
export async function changeResource(
  route: Route,
  { get, update, change, call }: Pick<Modification, "get" | "update" | "change" | "call">,
  { draft, before }: ReadResource,
): Promise<ChangedResource> {
  const table = get.response;
  const handedOut = pairByPlace(table, draft, before);
  const parts = collectObjects(draft);
  const returned = await waitFor(toNativePromise(change(draft as never)), {
    clock: route.core.clock,
    signal: call.signal,
    deadlineMs: route.within?.endMs ?? Infinity,
    timedOut: () => sharedTimeoutError(route, update),
  });
  checkSharedTime(route, update);
  try {
    const given = { table, before, draft, parts, knownOrigins: handedOut };
    return { before, after: resolveReturnedResource(given, returned), handedOut };
  } catch (error) {
    throw toCallStartError(route, update, error);
  }
}

/**
 * Step 3, derive: makes the smallest request and mask of the change.
 *
 * @throws CallError INVALID_ARGUMENT if no Update can make the change.
 */
export async function deriveWrite(
  route: Route,
  { get, update, matchCopies }: Pick<Modification, "get" | "update" | "matchCopies">,
  { before, after, handedOut }: ChangedResource,
): Promise<DerivedUpdate> {
  const [resourceTable, requestTable] = [get.response, update.request];
  try {
    const derived = deriveUpdate({ resourceTable, requestTable, before, after, handedOut, matchCopies });
    // Without a version that guards them, unchanged values would undo the changes of others.
    const isGuarded = readResourceVersion(resourceTable, before) !== undefined;
    return isGuarded ? await addFieldsForRules(requestTable, derived) : derived;
  } catch (error) {
    throw toCallStartError(route, update, error);
  }
}

/** Adds the unchanged fields that validation rules of the request need. */
async function addFieldsForRules(table: MessageTable, derived: DerivedUpdate): Promise<DerivedUpdate> {
  if (!table.rules || derived.isUnchanged) return derived;
  const { addRuleFields } = await import("./add-rule-fields.js");
  return { ...derived, request: await addRuleFields(table, derived.request, derived.whole) };
}

/** Converts the result of a callback, which may be any thenable. */
async function toNativePromise(result: unknown): Promise<unknown> {
  return await result;
}
