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
import type { OperationReading } from "../operation/operation-handle.js";
import { findTrace, type Trace } from "../operation/operation-search.js";
import { sharedFields, sharedPart } from "./resource-change.js";
import { keepIdentity } from "./resource-identity.js";
import { idOf, versionOf } from "../client/resource-version.js";
import type { SentUpdate } from "../client/sent-update.js";

/** The resource as it was read again. */
interface Found {
  readonly table: MessageTable;
  readonly resource: object;
}

/**
 * The fate of an Update whose answer was lost:
 *
 * - `pending`: the version is the one that was read, so it was not applied. It still may be, or another Update for that
 *   version, but not both.
 * - `rival`: another writer's change was applied, and it was not.
 * - `own`: it was applied, and this is its answer.
 * - `unknown`: the resource has changed, and nothing proves by whom.
 */
export type Fate =
  | { readonly kind: "pending" | "rival" | "unknown" }
  | { readonly kind: "own"; readonly reply: IncomingResponse };

/** Where proofs come from. */
export interface Witnesses {
  readonly route: Route;
  /** The options of each call. */
  readonly call: CallOptions;
  /** How operations are read; undefined if the Update starts none. */
  readonly operations: OperationReading<unknown> | undefined;
}

/**
 * Finds out what became of an Update whose answer was lost. A conflict proves nothing, since the Update itself may have
 * caused it; nor does equal content, since two who count up from 4 send the same bytes. The proofs: the version that was
 * read is still there; exactly one change was counted, and what the Update carried is not there; the server knows its
 * key; an operation of the resource is its own, or is a rival's for the same version.
 */
export async function fateOf(write: SentUpdate, found: Found, witnesses: Witnesses): Promise<Fate> {
  const now = versionOf(found.table, found.resource);
  if (write.version !== undefined) {
    if (now === write.version) return { kind: "pending" };
    if (now === write.version + 1n && !canHaveLeft(write, found)) return { kind: "rival" };
  }
  const reply = await replayed(write, witnesses);
  if (reply) return { kind: "own", reply };
  return (await traced(write, found, witnesses)) ?? { kind: "unknown" };
}

/**
 * Whether the resource can be what an Update has left, if that was the last change: what it carried is there. Fields that it
 * cleared do not count, since a server may put a default there.
 */
function canHaveLeft({ method, request }: SentUpdate, { table, resource }: Found): boolean {
  const requestTable = method.request;
  // No response shows what it sent.
  if (requestTable.once(containsInputOnly)) return true;
  try {
    const again = fill(requestTable as MessageTable<object>, request) as Properties;
    keepIdentity(requestTable, sharedPart(resource, sharedFields(requestTable, table)), again);
    const rules = { requestTable, neverNull: ["metadata", "spec"] };
    const left = applyUpdate(table as MessageTable<object>, resource, again, "", rules);
    return toCanonicalText(left) === toCanonicalText(resource);
  } catch {
    return true;
  }
}

/**
 * The answer of the server to the same Update with the same key: that of the first one, if it knows the key. If it has
 * forgotten the key, the version has changed since, so that the Update is refused and nothing happens twice.
 */
async function replayed(
  { method, request, resetMask, key, version }: SentUpdate,
  { route, call }: Witnesses,
): Promise<IncomingResponse | undefined> {
  if (key === undefined || version === undefined) return undefined;
  const options: UpdateOptions<object> = { ...call, resetMask, strict: false, idempotencyKey: key };
  return proof(startCall(route, method, request, options));
}

/** The trace of an Update among the operations of the resource. */
function traced(
  write: SentUpdate,
  { table, resource }: Found,
  { route, call, operations }: Witnesses,
): Promise<Trace | undefined> | undefined {
  return (
    operations && proof(findTrace(route, operations, write, { resourceId: idOf(table, resource), call }))
  );
}

/** The result of a call; nothing if it fails, which proves nothing. An abort of the caller's is passed on. */
async function proof<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}
