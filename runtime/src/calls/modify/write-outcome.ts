import type { CallOptions, UpdateOptions } from "../chain/call-options.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import { CallError } from "../error/call-error.js";
import { toCanonicalText } from "../../messages/mask/fields/canonical-text.js";
import { containsInputOnly } from "../../messages/mask/fields/input-only.js";
import { applyUpdate } from "../../messages/mask/rules/apply-update.js";
import type { Properties } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { type Route, startCall } from "../client/call-start.js";
import type { OperationReader } from "../operation/operation-handle.js";
import { findUpdateOperation, type UpdateTrace } from "../operation/find-update-operation.js";
import { findSharedFields, pickSharedFields } from "./shared-fields.js";
import { copyIdentity } from "./resource-identity.js";
import { readResourceId, readResourceVersion } from "../client/resource-version.js";
import type { SentUpdate } from "../client/sent-update.js";

/** The resource as it was read after the lost response. */
interface CurrentResource {
  readonly table: MessageTable;
  readonly resource: object;
}

/**
 * The outcome of an Update whose response was lost:
 *
 * - `pending`: it was not applied, because the version is still the one that was read. It may yet be applied, or another
 *   Update for that version, but not both.
 * - `superseded`: another writer's change was applied instead.
 * - `applied`: it was applied, and `reply` is its response.
 * - `unknown`: the resource has changed, and nothing proves by whom.
 */
export type WriteOutcome =
  | { readonly kind: "pending" | "superseded" | "unknown" }
  | { readonly kind: "applied"; readonly reply: IncomingResponse };

/** The sources of proofs. */
export interface ProofSources {
  readonly route: Route;
  /** The options of each call. */
  readonly call: CallOptions;
  /** How to read operations; undefined if the Update starts none. */
  readonly operations: OperationReader<unknown> | undefined;
}

/**
 * Finds the outcome of an Update whose response was lost. A conflict proves nothing, because the Update itself may have
 * caused it. Equal content proves nothing, because two writers that count up from 4 send the same bytes. The proofs:
 *
 * - The version is still the one that was read.
 * - The version has advanced by one, and the resource does not have the content of the Update.
 * - The server recognizes the idempotency key.
 * - An operation of the resource has the key of the Update, or belongs to another Update for the same version.
 */
export async function findWriteOutcome(
  write: SentUpdate,
  current: CurrentResource,
  sources: ProofSources,
): Promise<WriteOutcome> {
  const version = readResourceVersion(current.table, current.resource);
  if (write.version !== undefined) {
    if (version === write.version) return { kind: "pending" };
    if (version === write.version + 1n && !mayBeResultOf(write, current)) return { kind: "superseded" };
  }
  const reply = await replay(write, sources);
  if (reply) return { kind: "applied", reply };
  return (await searchOperations(write, current, sources)) ?? { kind: "unknown" };
}

/**
 * Whether the resource may be the result of an Update, if that was the last change: it has what the request carried.
 * Cleared fields do not count, because a server may set a default there.
 */
function mayBeResultOf({ method, request }: SentUpdate, { table, resource }: CurrentResource): boolean {
  const requestTable = method.request;
  // No response shows INPUT_ONLY values, so they cannot be compared.
  if (requestTable.once(containsInputOnly)) return true;
  try {
    const repeated = fill(requestTable as MessageTable<object>, request) as Properties;
    copyIdentity(requestTable, pickSharedFields(resource, findSharedFields(requestTable, table)), repeated);
    const rules = { requestTable, neverNull: ["metadata", "spec"] };
    const result = applyUpdate(table as MessageTable<object>, resource, repeated, "", rules);
    return toCanonicalText(result) === toCanonicalText(resource);
  } catch {
    return true;
  }
}

/**
 * Sends the same Update with the same key. A server that recognizes the key returns the first response. If it has
 * forgotten the key, it rejects the Update because of its version, so nothing happens twice.
 */
async function replay(
  { method, request, resetMask, key, version }: SentUpdate,
  { route, call }: ProofSources,
): Promise<IncomingResponse | undefined> {
  if (key === undefined || version === undefined) return undefined;
  const options: UpdateOptions<object> = { ...call, resetMask, strict: false, idempotencyKey: key };
  return ignoreCallError(startCall(route, method, request, options));
}

/** Searches the operations of the resource for a proof. */
function searchOperations(
  write: SentUpdate,
  { table, resource }: CurrentResource,
  { route, call, operations }: ProofSources,
): Promise<UpdateTrace | undefined> | undefined {
  if (!operations) return undefined;
  const resourceId = readResourceId(table, resource);
  return ignoreCallError(findUpdateOperation(route, operations, write, { resourceId, call }));
}

/** Returns the result of a call; undefined if it fails, which proves nothing. Throws if the caller aborts it. */
async function ignoreCallError<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}
