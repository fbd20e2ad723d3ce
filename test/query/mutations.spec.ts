import { describe, expect, it } from "vitest";
import { QueryClient, QueryObserver } from "@tanstack/query-core";
import * as lowest from "@tanstack/query-core-lowest";
import { CloudError, mock } from "@svc/cloud";
import { InstanceServiceClient, type Instance } from "@svc/cloud/compute/v1";
import { infiniteQueryOptions, mutationOptions, operationOptions, queryOptions } from "@stratus/query";

type Handlers = NonNullable<Parameters<typeof mock<InstanceServiceClient>>[1]>;

/** Instances in the memory of a server, whose changes are operations. */
function serve(handlers: Handlers = {}) {
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
async function fill(cache: QueryClient, ...queries: { readonly queryKey: readonly unknown[] }[]) {
  for (const query of queries) await cache.fetchQuery(query as never);
}

function isStale(
  cache: QueryClient,
  { queryKey }: { readonly queryKey: readonly unknown[] },
): boolean | undefined {
  return cache.getQueryState(queryKey)?.isInvalidated;
}

const run = <Variables>(
  cache: QueryClient,
  { mutationFn }: { mutationFn: (variables: Variables, context: never) => Promise<unknown> },
  variables: Variables,
) =>
  cache
    .getMutationCache()
    .build(cache, { mutationFn: mutationFn as never })
    .execute(variables as never);

describe("a mutation of a resource", () => {
  it("makes its Get and the lists of its parent outdated, and no others", async () => {
    const { instances } = serve();
    const cache = new QueryClient();
    const mine = [
      queryOptions(instances, "list", { parentId: "p" }),
      queryOptions(instances, "list", { parentId: "p", filter: "x" }),
    ];
    const others = [
      queryOptions(instances, "get", { id: "i-2" }),
      queryOptions(instances, "list", { parentId: "other" }),
    ];
    await fill(cache, ...mine, ...others);
    await run(cache, mutationOptions(instances, "start", { wait: true }), { id: "i-1" });
    expect(mine.map((one) => isStale(cache, one))).toEqual([true, true]);
    expect(others.map((one) => isStale(cache, one))).toEqual([false, false]);
  });

  it("stores the resource that the operation brings, so that its page needs no call", async () => {
    const { instances, calls } = serve();
    const cache = new QueryClient();
    const create = mutationOptions(instances, "create", { wait: true });
    await run(cache, create, { metadata: { parentId: "p", name: "web" }, spec: { cpu: 2 } });
    const got = queryOptions(instances, "get", { id: "new-web" });
    expect(cache.getQueryData(got.queryKey)?.spec.cpu).toBe(2);
    expect(isStale(cache, got)).toBe(false);
    expect(calls).toEqual(["get new-web"]);
  });

  it("makes infinite lists of its parent outdated", async () => {
    const { instances } = serve();
    const cache = new QueryClient();
    const list = infiniteQueryOptions(instances, "list", { parentId: "p" });
    await cache.fetchInfiniteQuery(list);
    await run(cache, mutationOptions(instances, "delete", { wait: true }), { id: "i-1" });
    expect(isStale(cache, list)).toBe(true);
  });

  it("touches no query of another login", async () => {
    const cache = new QueryClient();
    const [one, two] = ["user-1", "user-2"].map((cacheScope) =>
      mock(
        InstanceServiceClient,
        { start: () => ({ id: "op", status: {} }), list: () => ({}) },
        { cacheScope },
      ),
    ) as [InstanceServiceClient, InstanceServiceClient];
    const lists = [one, two].map((client) => queryOptions(client, "list", { parentId: "p" }));
    await fill(cache, ...lists);
    await run(cache, mutationOptions(one, "start", { wait: true }), { id: "i-1" });
    expect(lists.map((list) => isStale(cache, list))).toEqual([true, false]);
  });

  it("leaves the cache alone if it is told so", async () => {
    const { instances, calls } = serve();
    const cache = new QueryClient();
    const list = queryOptions(instances, "list", { parentId: "p" });
    await fill(cache, list);
    await run(cache, mutationOptions(instances, "start", { invalidate: false, wait: true }), { id: "i-1" });
    expect(isStale(cache, list)).toBe(false);
    expect(calls).toEqual(["list p"]);
  });

  it("takes options of its calls, such as a reset mask", async () => {
    let mask: string | undefined;
    const { instances } = serve({
      update: (_request, { metadata }) => {
        mask = metadata.get("x-resetmask");
        return { id: "op", status: {} };
      },
    });
    const update = mutationOptions(instances, "update", {
      call: { resetMask: (m) => [m.spec.secondaryDisks] },
    });
    await run(new QueryClient(), update, { metadata: { id: "i-1" } });
    expect(mask).toBe("spec.secondary_disks");
  });
});

describe("a long-running operation", () => {
  /** An operation that the server ends after some reads. */
  function serveSlowly(reads: number, end: object = {}) {
    let count = 0;
    return serve({
      start: ({ id }) => ({ id: "op-1", resourceId: id }),
      ...({
        "OperationService/Get": () => {
          const isDone = ++count > reads;
          return { id: "op-1", resourceId: "i-1", ...(isDone && { status: end }) };
        },
      } as object),
    });
  }

  it("does not hold up its mutation, and updates the cache when it ends", async () => {
    const { instances } = serve({ start: ({ id }) => ({ id: "op-1", resourceId: id }) });
    const cache = new QueryClient();
    const list = queryOptions(instances, "list", { parentId: "p" });
    await fill(cache, list);
    const operation = await run(cache, mutationOptions(instances, "start"), { id: "i-1" });
    expect(operation).toMatchObject({ id: "op-1", isDone: false });
    expect(isStale(cache, list)).toBe(false);
    await expect.poll(() => isStale(cache, list)).toBe(true);
  });

  it("is followed by its query until it ends", async () => {
    const { instances } = serve({ start: ({ id }) => ({ id: "op-1", resourceId: id }) });
    const cache = new QueryClient();
    await run(cache, mutationOptions(instances, "start", { wait: true }), { id: "i-1" });
    const options = operationOptions(instances, "op-1");
    expect(cache.getQueryData(options.queryKey)).toMatchObject({ id: "op-1", status: { code: 0 } });
    const query = cache.getQueryCache().find({ queryKey: options.queryKey });
    expect(options.refetchInterval(query as never)).toBe(false);
    expect(options.refetchInterval({ state: { data: { id: "op-1" }, dataUpdateCount: 0 } } as never)).toBe(
      1_000,
    );
    expect(options.refetchInterval({ state: { data: undefined, dataUpdateCount: 99 } } as never)).toBe(
      30_000,
    );
    expect(serveSlowly).toBeDefined();
  });

  it("that fails rolls back what was shown", async () => {
    const failed = { code: 9, message: "the quota is used up" };
    const { instances } = serve({
      update: ({ metadata }) => ({ id: "op", resourceId: metadata?.id ?? "", status: failed }),
    });
    const cache = new QueryClient();
    const got = queryOptions(instances, "get", { id: "i-1" });
    await fill(cache, got);
    const modify = mutationOptions(instances, "modify", { wait: true });
    const failure = run(cache, modify, [{ id: "i-1" }, (vm) => void (vm.spec.cpu = 8)]);
    await expect(failure).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      text: "the quota is used up",
    });
    expect(cache.getQueryData(got.queryKey)?.spec.cpu).toBe(4);
    expect(isStale(cache, got)).toBe(true);
  });
});

describe("modify", () => {
  it.each([
    ["changes", (vm: Instance) => void (vm.spec && (vm.spec.cpu = 8))],
    ["returns", (vm: Instance) => ({ ...vm, spec: vm.spec && { ...vm.spec, cpu: 8 } })],
  ])("shows at once what its callback %s, before the server answers", async (_, change) => {
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const { instances } = serve({
      update: async ({ metadata }) => {
        await isAnswered;
        return { id: "op", resourceId: metadata?.id ?? "", status: {} };
      },
    });
    const cache = new QueryClient();
    const got = queryOptions(instances, "get", { id: "i-1" });
    await fill(cache, got);
    const before = cache.getQueryData(got.queryKey);
    const running = run(cache, mutationOptions(instances, "modify"), [{ id: "i-1" }, change]);
    await expect.poll(() => cache.getQueryData(got.queryKey)?.spec.cpu).toBe(8);
    expect(before?.spec.cpu).toBe(4);
    answer();
    await running;
  });

  it("rolls back when it fails", async () => {
    const { instances } = serve({
      update: () => {
        throw new CloudError({ code: "PERMISSION_DENIED", text: "not yours" });
      },
    });
    const cache = new QueryClient();
    const got = queryOptions(instances, "get", { id: "i-1" });
    await fill(cache, got);
    const shown: unknown[] = [];
    const stop = new QueryObserver(cache, { ...got, staleTime: Infinity }).subscribe(({ data }) => {
      shown.push(data?.spec.cpu);
    });
    const modify = mutationOptions(instances, "modify");
    await expect(run(cache, modify, [{ id: "i-1" }, (vm) => void (vm.spec.cpu = 8)])).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await expect.poll(() => new Set(shown)).toEqual(new Set([8, 4]));
    expect(shown.at(-1)).toBe(4);
    stop();
  });

  it("runs its callback again on the fresh resource after a conflict, and ends with the server's state", async () => {
    const { instances, stored } = serve();
    const cache = new QueryClient();
    const got = queryOptions(instances, "get", { id: "i-1" });
    await fill(cache, got);
    let isFirst = true;
    const seen: number[] = [];
    const change = (vm: { spec: { cpu: number } }): void => {
      seen.push(vm.spec.cpu);
      // Somebody else changes the resource between the read and the write.
      if (seen.length === 2 && isFirst) {
        isFirst = false;
        stored.set("i-1", { cpu: 16, version: 2n, parentId: "p" });
      }
      vm.spec.cpu += 1;
    };
    await run(cache, mutationOptions(instances, "modify", { wait: true }), [{ id: "i-1" }, change]);
    expect(seen).toEqual([4, 4, 16]);
    expect(cache.getQueryData(got.queryKey)?.spec.cpu).toBe(17);
  });

  it("shows nothing early if the resource is not cached, or if it is told so", async () => {
    const { instances, calls } = serve();
    const cache = new QueryClient();
    const seen: number[] = [];
    const change = (vm: { spec: { cpu: number } }): void => void seen.push((vm.spec.cpu = 8));
    await run(cache, mutationOptions(instances, "modify", { wait: true }), [{ id: "i-1" }, change]);
    expect(seen).toEqual([8]);
    expect(calls).toEqual(["get i-1", "get i-1"]);
    await run(cache, mutationOptions(instances, "modify", { optimistic: false, wait: true }), [
      { id: "i-1" },
      change,
    ]);
    expect(seen).toEqual([8, 8]);
  });

  it("works with the lowest supported version", async () => {
    const { instances } = serve();
    const cache = new lowest.QueryClient() as unknown as QueryClient;
    const got = queryOptions(instances, "get", { id: "i-1" });
    await fill(cache, got);
    const modify = mutationOptions(instances, "modify", { wait: true });
    await run(cache, modify, [{ id: "i-1" }, (vm) => void (vm.spec.cpu = 8)]);
    expect(cache.getQueryData(got.queryKey)?.spec.cpu).toBe(8);
  });
});
