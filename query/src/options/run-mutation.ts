import type { Cache } from "../cache/cache-types.js";
import { describeRead } from "../client/call-key.js";
import type { AnyOperation } from "../client/client-types.js";
import { callMethod, describeCall, findMethod } from "../client/describe-call.js";
import { findNames, isConcerned } from "../cache/invalidation.js";
import type { MutationSettings } from "./mutation-settings.js";
import { operationOptions } from "./operation-options.js";
import { changeCached } from "../cache/optimistic-change.js";

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
  const isModify = method.startsWith("modify");
  // The Get that `modify` sends first describes its resource.
  const described = isModify ? findGet(client, method) : method;
  const { invalidate = described !== "", optimistic = invalidate } = settings;
  const options = settings.call as object | undefined;
  // Before the call, which fails with the same error if it cannot start.
  const call = invalidate
    ? describeCall(client, described, isModify ? args.slice(0, 1) : [...args, options])
    : undefined;
  const rollBack =
    isModify && optimistic
      ? await changeCached(cache, describeRead(client, described, args), args[1])
      : undefined;
  try {
    const result = await callMethod(client, method, args, options);
    const operation = isOperation(result) ? result : undefined;
    const end = operation && (call || settings.wait) ? followOperation(run, operation) : Promise.resolve();
    // An operation that failed may have changed something.
    const updated = end.finally(() => call && updateCache(run, call, result));
    if (settings.wait || !operation) await updated;
    // The query of the operation shows its failure.
    else updated.catch(() => rollBack?.());
    return result;
  } catch (error) {
    rollBack?.();
    throw error;
  }
}

/** Waits until an operation ends. Its own query shows the progress. */
async function followOperation({ cache, client }: MutationRun, operation: AnyOperation): Promise<void> {
  if (operation.id === "") return;
  const { queryKey } = operationOptions(client as never, operation.id);
  const show = (): void => void cache.setQueryData(queryKey, operation.latest as never);
  show();
  await operation.wait({ onProgress: show }).finally(show);
}

/** Stores the resource that a mutation has returned, and marks what it may have changed as outdated. */
async function updateCache(
  { cache, client, method }: MutationRun,
  call: ReturnType<typeof describeCall>,
  result: unknown,
): Promise<void> {
  const operation = isOperation(result) ? result : undefined;
  const read = operation ? (operation.resource ?? operation.result)?.call(operation) : result;
  // The resource of an operation that failed, or that was deleted in the meantime, cannot be read.
  const resource: unknown = await Promise.resolve(read).catch(() => undefined);
  const names = findNames(resource, { id: operation?.resourceId }, call.request);
  const name = findGet(client, method);
  const get =
    call.rpc && resource && names.id && name
      ? describeRead(client, name, [{ [names.id.includes("/") ? "name" : "id"]: names.id }])
      : undefined;
  const isStored = operation ?? get?.call.rpc?.response.typeName === call.rpc?.response.typeName;
  const fresh = isStored && get?.key;
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

/** The Get of the resource that a method changes: `getBook` for `updateBook`, else `get`; empty if there is none. */
function findGet(client: object, method: string): string {
  return [method.replace(/^[a-z]+/, "get"), "get"].find((name) => name in client) ?? "";
}

function isOperation(result: unknown): result is AnyOperation {
  return typeof result === "object" && result !== null && "isDone" in result && "wait" in result;
}
