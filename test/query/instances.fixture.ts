import type { QueryClient } from "@tanstack/query-core";
import { CloudError, mock } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";

type Handlers = NonNullable<Parameters<typeof mock<InstanceServiceClient>>[1]>;

/** Instances in the memory of a server, whose changes are operations. */
export function serve(handlers: Handlers = {}) {
  const stored = new Map<string, { cpu: number; version: bigint; parentId: string }>([
    ["i-1", { cpu: 4, version: 1n, parentId: "p" }],
    ["i-2", { cpu: 4, version: 1n, parentId: "other" }],
  ]);
  const calls: string[] = [];
  const show = (id: string) => {
    const one = stored.get(id);
    if (!one) throw new CloudError({ code: "NOT_FOUND", text: "no such instance" });
    return {
      metadata: { id, parentId: one.parentId, name: id, resourceVersion: one.version },
      spec: { cpu: one.cpu },
    };
  };
  const instances = mock(InstanceServiceClient, {
    get({ id }) {
      calls.push(`get ${id}`);
      return show(id);
    },
    list({ parentId }) {
      calls.push(`list ${parentId}`);
      return { items: [...stored.keys()].map(show).filter(({ metadata }) => metadata.parentId === parentId) };
    },
    create({ metadata, spec }) {
      const id = `new-${metadata?.name}`;
      stored.set(id, { cpu: spec?.cpu ?? 0, version: 1n, parentId: metadata?.parentId ?? "" });
      return { id: "op-create", resourceId: id, status: {} };
    },
    update({ metadata, spec }) {
      const id = metadata?.id ?? "";
      const one = stored.get(id);
      if (one?.version !== metadata?.resourceVersion)
        throw new CloudError({ code: "ABORTED", text: "the version is outdated" });
      stored.set(id, { cpu: spec?.cpu ?? 0, version: (one?.version ?? 0n) + 1n, parentId: "p" });
      return { id: "op-update", resourceId: id, status: {} };
    },
    delete({ id }) {
      stored.delete(id);
      return { id: "op-delete", resourceId: id, status: {} };
    },
    start: ({ id }) => ({ id: "op-start", resourceId: id, status: {} }),
    ...handlers,
  });
  return { instances, stored, calls };
}

/** A cache with the data of some queries. */
export async function fill(cache: QueryClient, ...queries: { readonly queryKey: readonly unknown[] }[]) {
  for (const query of queries) await cache.fetchQuery(query as never);
}

export function isStale(
  cache: QueryClient,
  { queryKey }: { readonly queryKey: readonly unknown[] },
): boolean | undefined {
  return cache.getQueryState(queryKey)?.isInvalidated;
}

/** Runs a mutation, as an adapter does. */
export const run = <Variables>(
  cache: QueryClient,
  { mutationFn }: { mutationFn: (variables: Variables, context: never) => Promise<unknown> },
  variables: Variables,
) =>
  cache
    .getMutationCache()
    .build(cache, { mutationFn: mutationFn as never })
    .execute(variables as never);
