import type { Cache } from "./cache-types.js";
import type { DescribedRead } from "../client/call-key.js";

/**
 * Runs the callback of `modify` on a copy of the cached resource and shows the result. Does nothing if the resource is not
 * cached, or if the callback throws or is asynchronous: then the change shows when the server has made it.
 *
 * @returns A function that shows the resource as it was, unless something else has changed it, and reads it again.
 */
export async function changeCached(
  cache: Cache,
  { key: queryKey, call }: DescribedRead,
  change: unknown,
): Promise<(() => void) | undefined> {
  const before: unknown = cache.getQueryData(queryKey);
  if (!call.rpc || before === undefined) return undefined;
  const after = runChange(call.rpc.response.create(before), change as (resource: object) => unknown);
  if (after === undefined) return undefined;
  // A response that is on its way would hide the change.
  await cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData(queryKey, after);
  // The cache shares equal parts with the data before, so it may hold another object.
  const shown: unknown = cache.getQueryData(queryKey);
  return () => {
    if (cache.getQueryData(queryKey) === shown) cache.setQueryData(queryKey, before);
    void cache.invalidateQueries({ queryKey, exact: true });
  };
}

function runChange(resource: object, change: (resource: object) => unknown): object | undefined {
  const names = Object.keys(resource);
  try {
    const returned = change(resource);
    if (typeof returned !== "object" || returned === null) return resource;
    if ("then" in returned) return undefined;
    // Short arrow functions return parts of the resource by accident.
    return names.every((name) => name in returned) ? returned : resource;
  } catch {
    return undefined;
  }
}
