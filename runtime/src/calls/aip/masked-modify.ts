import type { CallOptions } from "../chain/call-options.js";
import { readResponseId } from "../chain/response-id.js";
import type { CallResponse } from "../client/call.js";
import { ConflictBackoff, isConflict } from "../modify/conflict-backoff.js";
import type { Route } from "../client/call-start.js";
import { toCallStartError } from "../client/call-start-error.js";
import type { CheckedModifyOptions, ModifyOptions } from "../modify/modify-options.js";
import { changeResource, readResource, type ReadResource } from "../modify/modify-steps.js";
import { CallError, explained } from "../error/call-error.js";
import { ImmutableFieldError } from "../../messages/mask/text/mask-error.js";
import type { Method } from "../rpc/service.js";
import { clearField, readNamed, type Properties, writeField } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { diffFieldMask } from "./diff-field-mask.js";
import type { MaskedFields } from "./masked-update.js";

/** Options of a `modify` of a resource that is written with a field mask. */
export interface MaskedModifyOptions extends ModifyOptions {
  /**
   * Whether the mask names whole maps instead of their changed entries, for servers that do not accept entries. Without an
   * `etag`, this drops entries that others add in the meantime. Default: `false`.
   */
  readonly wholeMaps?: boolean | undefined;
}

/** A checked call of `modify` with a field mask. */
export interface MaskedModification {
  readonly get: Method;
  readonly update: Method;
  readonly fields: MaskedFields;
  /** The request of the Get. */
  readonly getRequest: unknown;
  readonly change: (resource: never) => unknown;
  readonly options: CheckedModifyOptions;
  readonly wholeMaps: boolean;
}

/** The update that makes a change, and the resource that was read before it. */
export interface MaskedChange {
  readonly request: object;
  readonly updateMask: readonly string[];
  readonly read: ReadResource;
}

/** Returns the options of a call with the remaining time as its timeout. */
export function withRemainingTime({ core, within }: Route, call: CallOptions): CallOptions {
  if (within === undefined || within.endMs === Infinity) return call;
  return { ...call, timeoutMs: Math.max(1, within.endMs - core.clock.nowMs()) };
}

/** Reads the resource, runs the callback, and derives the update. */
export async function deriveChange(route: Route, modification: MaskedModification): Promise<MaskedChange> {
  const { get, update, options, getRequest, change } = modification;
  const { call } = options;
  const read = await readResource(route, { get, getRequest, call });
  const changed = await changeResource(route, { get, update, change, call }, read);
  try {
    const after = fill(get.response as MessageTable<object>, changed.after) as Properties;
    return { ...deriveUpdate(modification, read.before as Properties, after), read };
  } catch (error) {
    throw toCallStartError(route, update, error);
  }
}

/** Derives the request of a change: the whole resource without OUTPUT_ONLY fields, and the mask of the differences. */
function deriveUpdate(
  { get, update, fields, wholeMaps }: MaskedModification,
  before: Properties,
  after: Properties,
): { readonly request: object; readonly updateMask: readonly string[] } {
  const table = get.response;
  if (readNamed(table, before, "name") !== readNamed(table, after, "name"))
    throw new ImmutableFieldError("name");
  const updateMask = diffFieldMask(table, before, after, { wholeMaps, ignored: ["etag"] });
  // Some APIs mark `name` as OUTPUT_ONLY too, but the update needs it to identify the resource.
  for (const field of table.fields)
    if (field.behaviors.includes("OUTPUT_ONLY") && field.name !== "name") clearField(after, field);
  // The version that was read, whatever the callback did to it.
  const etag = table.byName.get("etag");
  if (etag) writeField(after, etag, before[etag.local]);
  const request = fill(update.request as MessageTable<object>, {}) as Properties;
  const [resource, mask] = [fields.resource, fields.mask].map((name) => update.request.byName.get(name));
  if (resource) writeField(request, resource, after);
  if (mask) writeField(request, mask, updateMask);
  return { request, updateMask };
}

/**
 * Reads, changes and writes a resource. After a conflict (ABORTED, because the `etag` is outdated) it starts again after a
 * pause.
 *
 * @param send Sends the update.
 * @returns The response, or the resource as it was read if nothing was changed.
 * @throws CallError: that of a call; the last conflict; UNKNOWN if the change may have been applied.
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
  const backoff = new ConflictBackoff(route, { attempts: options.attempts, signal: options.call.signal });
  for (;;) {
    const { request, updateMask, read } = await deriveChange(route, modification);
    if (updateMask.length === 0) return { unchanged: read, response: toResponseFacts(read, route) };
    try {
      return { answer: await send(request) };
    } catch (error) {
      if (!isConflict(error)) throw addMapHint(error, modification, updateMask);
      if (error.earlierMayHaveReachedServer) throw outcomeUnknown(error);
      const lastConflict = await backoff.wait(error);
      if (lastConflict) throw lastConflict;
    }
  }
}

/** Returns the attempts of the call that read the resource, and the IDs and metadata of its response. */
function toResponseFacts({ reply }: ReadResource, { count }: Route): Omit<CallResponse<never>, "data"> {
  const { header, trailer } = reply;
  const { attempts } = count ?? { attempts: 0 };
  return {
    attempts,
    requestId: readResponseId("x-request-id", reply),
    traceId: readResponseId("x-trace-id", reply),
    header,
    trailer,
  };
}

/** Creates the error for a conflict that may be the effect of an earlier attempt of the same call. */
function outcomeUnknown(error: CallError): CallError {
  const explanation = "an earlier attempt may have applied the change: read the resource to find out";
  const { code: _, ...facts } = explained(error, explanation);
  return new CallError({ ...facts, code: "UNKNOWN", clientReason: "OUTCOME_UNKNOWN", cause: error });
}

function addMapHint(
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
    `the mask names ${entry}, and not every server accepts entries of maps: { wholeMaps: true } names the whole map`,
  );
}
