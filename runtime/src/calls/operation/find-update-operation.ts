import type { CallOptions } from "../chain/call-options.js";
import { idempotencyHeader } from "../chain/default-headers.js";
import type { IncomingResponse } from "../chain/interceptor.js";
import { typeNameInUrl } from "../error/rpc-status.js";
import { isRecord, readNamed } from "../../messages/table/field-access.js";
import { type Route, startCall } from "../client/call-start.js";
import type { OperationReader } from "./operation-handle.js";
import { createResponseError } from "../client/call-start-error.js";
import { pagedCall } from "../client/paged-call.js";
import { readResourceVersion } from "../client/resource-version.js";
import type { SentUpdate } from "../client/sent-update.js";

/** The maximum number of operations to search. The newest come first, and the wanted one is new. */
const maxOperations = 1_000;

/** The outcome of an Update by an operation: its own one, as the reply of a call, or that of another Update. */
export type UpdateTrace =
  | { readonly kind: "applied"; readonly reply: IncomingResponse }
  | { readonly kind: "superseded" };

/**
 * Searches the operations of a resource for the outcome of an Update, if operations contain the idempotency keys of their
 * requests. An operation with the Update's key is its own. An operation with another key for the same version that has
 * succeeded belongs to another Update, since only one can succeed. An operation without a key proves nothing, even with an
 * equal request, because two instances of a program send the same.
 *
 * @returns Undefined if the API does not list operations, or no operation proves the outcome.
 * @throws CallError if the operations cannot be listed.
 */
export async function findUpdateOperation(
  route: Route,
  { get, listing, readFacts }: OperationReader<unknown>,
  write: SentUpdate,
  { resourceId, call }: { readonly resourceId: string; readonly call: CallOptions },
): Promise<UpdateTrace | undefined> {
  if (listing === undefined || write.key === undefined) return undefined;
  const list = listing.method();
  const header = (route.core.wiring.headers?.idempotencyKey ?? idempotencyHeader).toLowerCase();
  let page: IncomingResponse | undefined;
  const operations = pagedCall<unknown, unknown>({
    request: listing.toRequest(resourceId) as object,
    requestTable: list.request,
    responseTable: list.response,
    items: listing.items,
    signal: call.signal,
    fetch: async (request) => (page = await startCall(route, list, request, call)).message,
    createError: (text) => createResponseError(route, list, text),
  });
  const table = get.response;
  let count = 0;
  for await (const operation of operations) {
    const keys = readKeys(readNamed(table, operation, "request_headers"), header);
    if (keys.includes(write.key)) return page && { kind: "applied", reply: { ...page, message: operation } };
    const { isDone, failure } = readFacts(table, operation);
    const hasSucceeded = keys.length > 0 && isDone && failure === undefined;
    if (hasSucceeded && isForVersion(write, readNamed(table, operation, "request")))
      return { kind: "superseded" };
    if (++count >= maxOperations) return undefined;
  }
  return undefined;
}

/** Reads the keys from headers, whose values are a list in one API and a string in another. */
function readKeys(headers: unknown, header: string): readonly unknown[] {
  const value =
    headers instanceof Map ? headers.get(header) : isRecord(headers) ? headers[header] : undefined;
  const values: unknown = isRecord(value) ? value["values"] : value;
  return Array.isArray(values) ? values : [values].filter((value) => value !== undefined);
}

/** Whether the request of an operation, an Any, is an Update for the same version. */
function isForVersion({ method: { request }, version }: SentUpdate, any: unknown): boolean {
  if (version === undefined || !isRecord(any) || !(any["value"] instanceof Uint8Array)) return false;
  if (typeNameInUrl(String(any["typeUrl"])) !== request.typeName) return false;
  try {
    return readResourceVersion(request, request.decode(any["value"])) === version;
  } catch {
    return false;
  }
}
