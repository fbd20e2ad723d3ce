import type { DescribedRead } from "../client/call-key.js";
import type { Cache } from "./cache-types.js";

/** A change of a resource. Returns the changed copy; undefined if the callback throws or is asynchronous. */
type Change = (resource: unknown) => unknown;

/** The changes of a cached resource that the server has not confirmed yet. */
interface PendingChanges {
  /** The resource without them. */
  base: unknown;
  /** The resource with them, as the cache has it. */
  shown: unknown;
  readonly changes: Set<Change>;
}

const pendingChanges = new WeakMap<Cache, Map<string, PendingChanges>>();

/**
 * Runs the callback of `modify` on a copy of the cached resource and shows the result. Does nothing if the resource is not
 * cached, or if the callback throws or is asynchronous: then the change shows when the server has made it.
 *
 * @returns A function to call with the success of the mutation, when the cache has its result. It shows the resource with
 * the changes of other mutations that are on their way. After a failure, the resource is read again.
 */
export async function showChange(
  cache: Cache,
  { key: queryKey, call: { rpc } }: DescribedRead,
  callback: unknown,
): Promise<((isDone: boolean) => void) | undefined> {
  const before = cache.getQueryData(queryKey);
  if (!rpc || before === undefined) return undefined;
  const change: Change = (resource) => runChange(rpc.response.create(resource), callback as never);
  const after = change(before);
  if (after === undefined) return undefined;
  // A response that is on its way would hide the change.
  await cache.cancelQueries({ queryKey, exact: true });
  const all = pendingChanges.get(cache) ?? new Map<string, PendingChanges>();
  pendingChanges.set(cache, all);
  const hash = JSON.stringify(queryKey);
  const pending = all.get(hash) ?? { base: before, shown: before, changes: new Set() };
  all.set(hash, pending);
  const show = (resource: unknown): void => {
    cache.setQueryData(queryKey, resource);
    // The cache shares equal parts with the data before, so it may hold another object.
    pending.shown = cache.getQueryData(queryKey);
  };
  const current = cache.getQueryData(queryKey);
  if (current !== pending.shown) pending.base = current;
  pending.changes.add(change);
  show(current === before ? after : (change(current) ?? after));
  return (isDone) => {
    const { changes } = pending;
    changes.delete(change);
    if (changes.size === 0) all.delete(hash);
    const now = cache.getQueryData(queryKey);
    // Others, such as a response, have stored a newer resource.
    if (now !== pending.shown) pending.base = now;
    else if (isDone) pending.base = change(pending.base) ?? now;
    if (pending.base !== undefined)
      show([...changes].reduce((resource, one) => one(resource) ?? resource, pending.base));
    if (!isDone && changes.size === 0) void cache.invalidateQueries({ queryKey, exact: true });
  };
}

function runChange(resource: object, callback: (resource: object) => unknown): object | undefined {
  const names = Object.keys(resource);
  try {
    const returned = callback(resource);
    if (typeof returned !== "object" || returned === null) return resource;
    if ("then" in returned) return undefined;
    // Short arrow functions return parts of the resource by accident.
    return names.every((name) => name in returned) ? returned : resource;
  } catch {
    return undefined;
  }
}
