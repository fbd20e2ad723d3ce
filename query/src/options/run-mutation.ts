import type { Cache } from "../cache/cache-types.js";
import { findNames, isConcerned } from "../cache/invalidation.js";
import { showChange } from "../cache/optimistic-change.js";
import { describeRead, type DescribedRead } from "../client/call-key.js";
import type { AnyOperation } from "../client/client-types.js";
import { type CallDescription, callMethod, describeCall, findMethod } from "../client/describe-call.js";
import type { MutationSettings } from "./mutation-settings.js";
import { operationOptions } from "./operation-options.js";

/** A mutation: the client, the name of its method, and where results are stored. */
interface MutationRun {
  readonly cache: Cache;
  readonly client: object;
  readonly method: string;
  readonly settings: MutationSettings & { readonly call?: unknown };
}

/** Calls the method of a mutation and updates the cache. Returns the result of the method. */
export async function runMutation(run: MutationRun, variables: unknown): Promise<unknown> {
  const { cache, client, method, settings } = run;
  const count = findMethod(client, method).length - 1;
  const args = count > 1 ? (variables as readonly unknown[]) : [variables].slice(0, count);
  // A method of the API may be called modify, too.
  const isModify = method.startsWith("modify") && typeof args[1] === "function";
  // The Get that `modify` sends first describes its resource.
  const described = isModify ? findGet(client, method) : method;
  const { invalidate = described !== "", optimistic = invalidate } = settings;
  const options = settings.call as object | undefined;
  // Before the call, which fails with the same error if it cannot start.
  const call = invalidate
    ? describeCall(client, described, isModify ? args.slice(0, 1) : args, isModify ? undefined : options)
    : undefined;
  const settle =
    isModify && optimistic
      ? await showChange(cache, describeRead(client, described, args.slice(0, 1)), args[1])
      : undefined;
  const fail = (error: unknown): never => {
    settle?.(false);
    throw error;
  };
  const result = await Promise.resolve(callMethod(client, method, args, options)).catch(fail);
  const operation = isOperation(result) ? result : undefined;
  const end =
    operation && (call || settle || settings.wait) ? followOperation(run, operation) : Promise.resolve();
  // An operation that failed may have changed something.
  const updated = end.finally(() => call && updateCache(run, call, result)).then(() => settle?.(true), fail);
  // The query of the operation shows its failure.
  if (operation && !settings.wait) updated.catch(() => undefined);
  else await updated;
  return result;
}

/** Waits until an operation ends. Its own query shows the progress. */
async function followOperation({ cache, client }: MutationRun, operation: AnyOperation): Promise<void> {
  if (operation.id === "") return;
  if (!("operation" in client)) return void (await operation.wait({}));
  const { queryKey } = operationOptions(client as never, operation.id);
  const show = (): void => void cache.setQueryData(queryKey, operation.latest as never);
  show();
  await operation.wait({ onProgress: show }).finally(show);
}

/** Stores the resource that a mutation has returned, and marks what it may have changed as outdated. */
async function updateCache(
  { cache, client, method }: MutationRun,
  call: CallDescription,
  result: unknown,
): Promise<void> {
  const operation = isOperation(result) ? result : undefined;
  const read = operation ? (operation.resource ?? operation.result)?.call(operation) : result;
  // The resource of an operation that failed, or that was deleted in the meantime, cannot be read.
  const resource = (await Promise.resolve(read).catch(() => undefined)) as object | undefined;
  const names = findNames(resource, { id: operation?.resourceId }, call.request);
  const get = call.rpc && resource ? findRead(client, method, names.ids[0], resource) : undefined;
  const wanted = get?.call.rpc?.response.typeName;
  const type = operation ? findType(operation, wanted) : call.rpc?.response.typeName;
  const fresh = wanted !== undefined && type === wanted ? get?.key : undefined;
  if (fresh) {
    // A response that is on its way is older.
    await cache.cancelQueries({ queryKey: fresh, exact: true });
    cache.setQueryData(fresh, resource);
  }
  void cache.invalidateQueries({
    predicate: ({ queryKey }) =>
      isConcerned(call, names, queryKey) && JSON.stringify(queryKey) !== JSON.stringify(fresh),
  });
}

/** Describes the Get of a resource; undefined if the client has none that takes only its ID or its name. */
function findRead(client: object, method: string, id = "", resource: object): DescribedRead | undefined {
  const name = findGet(client, method);
  const { id: own } = resource as { readonly id?: unknown };
  const request = id.includes("/") ? { name: id } : { id: String(own) === id ? own : id };
  try {
    return id && name ? describeRead(client, name, [request]) : undefined;
  } catch {
    return undefined;
  }
}

/** The Get of the resource that a method changes: `getBook` for `updateBook`, else `get`; empty if there is none. */
function findGet(client: object, method: string): string {
  return [method.replace(/^[a-z]+/, "get"), "get"].find((name) => name in client) ?? "";
}

/** The type of an operation's resource: of the Get that reads it, or of the response of AIP-151, which may be another. */
function findType({ resource, latest }: AnyOperation, get: string | undefined): string | undefined {
  const { response } = latest as { readonly response?: { readonly typeUrl?: string } };
  return resource ? get : response?.typeUrl?.replace(/.*\//, "");
}

function isOperation(result: unknown): result is AnyOperation {
  return typeof result === "object" && result !== null && "isDone" in result && "wait" in result;
}
