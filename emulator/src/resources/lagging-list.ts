import { type ChangeHistory, listLagMs } from "./change-history.js";
import type { ResourceStore, StoredResource } from "./resource-store.js";

/** Lists resources as `ResourceStore.list` does, but as they were `listLagMs` ago. */
export function listWithLag(
  { resources, history }: { readonly resources: ResourceStore; readonly history: ChangeHistory },
  nowMs: number,
  ...[typeName, parentId, afterSequence, limit, matches = () => true]: Parameters<ResourceStore["list"]>
): StoredResource[] {
  const earlier = history.before(typeName, nowMs - listLagMs);
  const unchanged = resources.list(typeName, "", afterSequence, Infinity, ({ id }) => !earlier.has(id));
  const former = [...earlier.values()].filter((one) => one !== undefined && one.sequence > afterSequence);
  const all = [...unchanged, ...former].flatMap((one) => one ?? []);
  return all
    .filter((one) => (parentId === "" || one.parentId === parentId) && matches(one))
    .sort((a, b) => a.sequence - b.sequence)
    .slice(0, limit);
}
