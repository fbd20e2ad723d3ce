import type { CallOptions } from "../chain/call-options.js";
import { idempotencyHeader } from "../chain/default-headers.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import { typeNameInUrl } from "../error/rpc-status.js";
import { isRecord, readNamed } from "../../messages/table/field-access.js";
import { type Route, startCall } from "../client/call-start.js";
import type { OperationReading } from "./operation-handle.js";
import { pagedCall } from "../client/paged-call.js";
import { versionOf } from "../client/resource-version.js";
import type { SentUpdate } from "../client/sent-update.js";

/** So many operations are looked through: the newest come first, and the one that is sought is new. */
const maxOperations = 1_000;

/** An operation that tells what became of an Update: its own, as the reply of a call, or that of a rival. */
export type Trace = { readonly kind: "own"; readonly reply: IncomingResponse } | { readonly kind: "rival" };

/**
 * Looks for an Update among the operations of its resource, as far as they hold the keys of their calls: one with its
 * key is its own; one with another key that was made for the same version and has succeeded is a rival's, since only one
 * can. An operation without a key says nothing, be its request the same: two instances of one program send the same.
 *
 * @returns Undefined if the API lists no operations, or none that tells.
 * @throws A CallError if the operations cannot be listed.
 */
export async function findTrace(
  route: Route,
  { get, listing, factsOf }: OperationReading<unknown>,
  write: SentUpdate,
  { resourceId, call }: { readonly resourceId: string; readonly call: CallOptions },
): Promise<Trace | undefined> {
  if (listing === undefined || write.key === undefined) return undefined;
  const list = listing.method();
  const header = (route.core.wiring.headers?.idempotencyKey ?? idempotencyHeader).toLowerCase();
  let page: IncomingResponse | undefined;
  const operations = pagedCall<unknown, unknown>({
    request: listing.requestOf(resourceId) as object,
    requestTable: list.request,
    responseTable: list.response,
    items: listing.items,
    signal: call.signal,
    fetch: async (request) => (page = await startCall(route, list, request, call)).message,
  });
  const table = get.response;
  let seen = 0;
  for await (const operation of operations) {
    const keys = keysIn(readNamed(table, operation, "request_headers"), header);
    if (keys.includes(write.key)) return page && { kind: "own", reply: { ...page, message: operation } };
    const { isDone, failure } = factsOf(table, operation);
    const hasSucceeded = keys.length > 0 && isDone && failure === undefined;
    if (hasSucceeded && isForVersion(write, readNamed(table, operation, "request"))) return { kind: "rival" };
    if (++seen >= maxOperations) return undefined;
  }
  return undefined;
}

/** The keys among headers. The values of a header are a list in one API, a text in another. */
function keysIn(headers: unknown, header: string): readonly unknown[] {
  const held = headers instanceof Map ? headers.get(header) : isRecord(headers) ? headers[header] : undefined;
  const values: unknown = isRecord(held) ? held["values"] : held;
  return Array.isArray(values) ? values : [values].filter((value) => value !== undefined);
}

/** Whether the request of an operation, an Any, is an Update for the version that another one was made for. */
function isForVersion({ method: { request }, version }: SentUpdate, any: unknown): boolean {
  if (version === undefined || !isRecord(any) || !(any["value"] instanceof Uint8Array)) return false;
  if (typeNameInUrl(String(any["typeUrl"])) !== request.typeName) return false;
  try {
    return versionOf(request, request.decode(any["value"])) === version;
  } catch {
    return false;
  }
}
