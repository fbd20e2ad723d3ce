import type { CallOptions } from "../chain/call-options.js";
import { readId } from "../chain/reply-id.js";
import type { CallResponse } from "../client/call.js";
import { ConflictPauses, isConflict } from "../modify/conflict-pauses.js";
import { overdueCall, requireTime, type Route } from "../client/call-start.js";
import { refusedCall } from "../client/refused-call.js";
import type { CheckedModifyOptions, ModifyOptions } from "../modify/modify-options.js";
import { readResource, type ReadResource } from "../modify/read-change.js";
import { meantResource, objectsIn } from "../modify/returned-resource.js";
import { CallError, explained } from "../error/call-error.js";
import { pairByPlace } from "../../messages/mask/elements/known-origins.js";
import { ImmutableFieldError } from "../../messages/mask/text/mask-error.js";
import type { Method } from "../rpc/service.js";
import { clearField, readNamed, type Properties, writeField } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { waitFor } from "../../base/time/wait.js";
import { diffFieldMask } from "./diff-field-mask.js";
import type { MaskedFields } from "./masked-update.js";

/** Options of a `modify` of a resource that is written with a field mask. */
export interface MaskedModifyOptions extends ModifyOptions {
  /**
   * A map of which something was changed is named as a whole in the mask, for servers that do not take its entries.
   * Without an `etag`, entries that others have added in the meantime are lost then. Default false: entries are named.
   */
  readonly wholeMaps?: boolean | undefined;
}

/** A change of a resource, with what was checked before it began. */
export interface MaskedModification {
  readonly get: Method;
  readonly update: Method;
  readonly fields: MaskedFields;
  readonly wanted: unknown;
  readonly change: (resource: never) => unknown;
  readonly options: CheckedModifyOptions;
  readonly wholeMaps: boolean;
}

/** The update that makes a change. */
export interface MaskedChange {
  readonly request: object;
  readonly updateMask: readonly string[];
  readonly read: ReadResource;
}

/** The options of a call that has no more time than is left. */
export function timeLeft({ core, within }: Route, call: CallOptions): CallOptions {
  if (within === undefined) return call;
  return { ...call, timeoutMs: Math.max(1, within.endMs - core.clock.nowMs()) };
}

/** Reads the resource, lets the callback change it, and finds out what is to be sent. */
export async function readChange(route: Route, modification: MaskedModification): Promise<MaskedChange> {
  const { get, update, options } = modification;
  const read = await readResource(route, { get, wanted: modification.wanted, call: options.call });
  const { draft, before } = read;
  const knownOrigins = pairByPlace(get.response, draft, before);
  const parts = objectsIn(draft);
  const returned = await waitFor(ended(modification.change(draft as never)), {
    clock: route.core.clock,
    signal: options.call.signal,
    deadlineMs: route.within?.endMs ?? Infinity,
    timedOut: () => overdueCall(route, update),
  });
  requireTime(route, update);
  try {
    const meant = meantResource({ table: get.response, before, draft, parts, knownOrigins }, returned);
    const after = fill(get.response as MessageTable<object>, meant) as Properties;
    return { ...makeUpdate(modification, before as Properties, after), read };
  } catch (error) {
    throw refusedCall(route, update, error);
  }
}

/** Waits for a result that may be a promise, of whatever kind. */
async function ended(result: unknown): Promise<unknown> {
  return await result;
}

/** The request that makes a change: the whole resource without what only the server writes, and the mask of what differs. */
function makeUpdate(
  { get, update, fields, wholeMaps }: MaskedModification,
  before: Properties,
  after: Properties,
): { readonly request: object; readonly updateMask: readonly string[] } {
  const table = get.response;
  if (readNamed(table, before, "name") !== readNamed(table, after, "name"))
    throw new ImmutableFieldError("name");
  const updateMask = diffFieldMask(table, before, after, { wholeMaps, ignored: ["etag"] });
  // Some APIs mark the name as the server's own too; an update says with it which resource it is about.
  for (const field of table.fields)
    if (field.behaviors.includes("OUTPUT_ONLY") && field.name !== "name") clearField(after, field);
  // The version that was read, whatever became of it.
  const etag = table.byName.get("etag");
  if (etag) writeField(after, etag, before[etag.local]);
  const request = fill(update.request as MessageTable<object>, {}) as Properties;
  const [resource, mask] = [fields.resource, fields.mask].map((name) => update.request.byName.get(name));
  if (resource) writeField(request, resource, after);
  if (mask) writeField(request, mask, updateMask);
  return { request, updateMask };
}

/**
 * Reads, changes and writes a resource; again from the start, after a pause, if someone else was faster (ABORTED), as
 * the `etag` that was read shows it.
 *
 * @param send Sends the update.
 * @returns The answer, or the resource as it was read if nothing was changed.
 * @throws A CallError: that of a call; the last conflict; UNKNOWN if the change may have been applied and nobody can tell.
 */
export async function runModify<Answer>(
  route: Route,
  modification: MaskedModification,
  send: (request: object) => Promise<Answer>,
): Promise<
  | { readonly answer: Answer }
  | { readonly unchanged: ReadResource; readonly response: Omit<CallResponse<never>, "data"> }
> {
  const { options } = modification;
  const pauses = new ConflictPauses(route, { attempts: options.attempts, signal: options.call.signal });
  for (;;) {
    const { request, updateMask, read } = await readChange(route, modification);
    if (updateMask.length === 0) return { unchanged: read, response: around(read) };
    try {
      return { answer: await send(request) };
    } catch (error) {
      if (!isConflict(error)) throw withMapHint(error, modification, updateMask);
      if (error.earlierMayHaveReachedServer) throw unsettled(error);
      const last = await pauses.wait(error);
      if (last) throw last;
    }
  }
}

/** The ids and metadata that came with the resource. */
function around({ reply }: ReadResource): Omit<CallResponse<never>, "data"> {
  const { header, trailer } = reply;
  return { requestId: readId("x-request-id", reply), traceId: readId("x-trace-id", reply), header, trailer };
}

/** The conflict may be the effect of an earlier attempt of this very call. */
function unsettled(error: CallError): CallError {
  const words = "an earlier attempt may have applied the change: read the resource to find out";
  const { code: _, ...told } = explained(error, words);
  return new CallError({ ...told, code: "UNKNOWN", cause: error });
}

function withMapHint(
  error: unknown,
  { wholeMaps, get }: MaskedModification,
  mask: readonly string[],
): unknown {
  if (wholeMaps || !(error instanceof CallError) || error.code !== "INVALID_ARGUMENT") return error;
  const isEntry = (path: string): boolean =>
    get.response.byName.get(path.split(".")[0] ?? "")?.shape.kind === "map";
  const entry = mask.find((path) => path.includes(".") && isEntry(path));
  if (entry === undefined) return error;
  return explained(
    error,
    `the mask names ${entry}, and not every server takes entries of maps: { wholeMaps: true } names the map`,
  );
}
