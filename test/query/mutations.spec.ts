import { describe, expect, it } from "vitest";
import { QueryClient } from "@tanstack/query-core";
import { mock } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { infiniteQueryOptions, mutationOptions, operationOptions, queryOptions } from "@stratus/query";
import { fill, isStale, run, serve } from "./instances.fixture.js";

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
    const cache = new QueryClient();
    const list = queryOptions(instances, "list", { parentId: "p" });
    await fill(cache, list);
    const update = mutationOptions(instances, "update", {
      call: { resetMask: (m) => [m.spec.secondaryDisks] },
      wait: true,
    });
    await run(cache, update, { metadata: { id: "i-1" } });
    expect(isStale(cache, list)).toBe(true);
    expect(mask).toBe("spec.secondary_disks");
  });
});

describe("a long-running operation", () => {
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
