import type { QueryClient } from "@tanstack/query-core";
import { describeRead } from "./call-key.js";
import type { AnyOperation } from "./client-types.js";
import { callMethod, describeCall, findMethod } from "./describe-call.js";
import { findNames, isConcerned } from "./invalidation.js";
import type { MutationSettings } from "./mutation-options.js";
import { operationOptions } from "./operation-options.js";
import { changeCached } from "./optimistic-change.js";

/** A mutation that was started. */
interface MutationRun {
  readonly cache: QueryClient;
  readonly client: object;
  readonly method: string;
  readonly settings: MutationSettings & { readonly call?: unknown };
}

/** Calls the method of a mutation and updates the cache. Returns the result of the method. */
export async function runMutation(run: MutationRun, variables: unknown): Promise<unknown> {
  const { cache, client, method, settings } = run;
  const count = findMethod(client, method).length - 1;
  const args = count > 1 ? (variables as readonly unknown[]) : [variables].slice(0, count);
  const get = method.startsWith("modify") ? findGet(client, method) : undefined;
  const rollBack =
    get === undefined || settings.optimistic === false
      ? undefined
      : await changeCached(cache, describeRead(client, get, args), args[1]);
  try {
    const result = await callMethod(client, method, args, settings.call as object | undefined);
    const end = finishMutation(run, get === undefined ? [method, args] : [get, args], result);
    if (settings.wait) await end;
    // The query of the operation shows its failure.
    else end.catch(() => rollBack?.());
    return result;
  } catch (error) {
    rollBack?.();
    throw error;
  }
}

/** Waits for the operation of a mutation, if it starts one, and updates the cache. */
async function finishMutation(
  run: MutationRun,
  [method, args]: readonly [string, readonly unknown[]],
  result: unknown,
): Promise<void> {
  const { cache, client, settings } = run;
  const operation = isOperation(result) ? result : undefined;
  let resource = operation ? undefined : result;
  try {
    if (operation) resource = await followOperation(run, operation);
  } finally {
    // An operation that failed may have changed something.
    if (settings.invalidate ?? true) {
      const call = describeCall(client, method, args);
      const names = findNames(resource, { id: operation?.resourceId }, call.request);
      const name = findGet(client, run.method);
      const request = { [names.id?.includes("/") ? "name" : "id"]: names.id };
      const get =
        call.rpc && resource && names.id && name ? describeRead(client, name, [request]) : undefined;
      const isResource = operation || get?.call.rpc?.response.typeName === call.rpc?.response.typeName;
      if (get && isResource) {
        // A response that is on its way is older.
        await cache.cancelQueries({ queryKey: get.key, exact: true });
        cache.setQueryData(get.key, resource);
      }
      const fresh = isResource ? JSON.stringify(get?.key) : undefined;
      void cache.invalidateQueries({
        predicate: ({ queryKey }) => isConcerned(call, names, queryKey) && JSON.stringify(queryKey) !== fresh,
      });
    }
  }
}

/** Waits until an operation ends, and returns its resource if it has one. Its own query shows the progress. */
async function followOperation({ cache, client }: MutationRun, operation: AnyOperation): Promise<unknown> {
  const { id } = operation;
  const key = id === "" ? undefined : operationOptions(client as never, id).queryKey;
  const show = (): unknown => key && cache.setQueryData(key, operation.latest);
  show();
  try {
    await operation.wait({ onProgress: show });
  } finally {
    show();
  }
  // A resource that was deleted in the meantime cannot be read.
  return (operation.resource?.() ?? operation.result?.())?.catch(() => undefined);
}

/** The Get of the resource that a method changes: `getBook` for `updateBook`, else `get`. */
function findGet(client: object, method: string): string | undefined {
  return [method.replace(/^[a-z]+/, "get"), "get"].find((name) => name in client);
}

function isOperation(result: unknown): result is AnyOperation {
  return typeof result === "object" && result !== null && "isDone" in result && "wait" in result;
}
