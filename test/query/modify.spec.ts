import { describe, expect, it } from "vitest";
import { QueryClient, QueryObserver } from "@tanstack/query-core";
import * as lowest from "@tanstack/query-core-lowest";
import { CloudError } from "@svc/cloud";
import type { Instance } from "@svc/cloud/compute/v1";
import { mutationOptions, queryOptions } from "@stratus/query";
import { fill, run, serve } from "./instances.fixture.js";

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

function resolvers(): PromiseWithResolvers {
  let settle: Omit<PromiseWithResolvers, "promise"> | undefined;
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, resolve: () => settle?.resolve(), reject: (error) => settle?.reject(error) };
}

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

  describe("twice at once", () => {
    /** An API whose updates wait until the test lets them go on, or fail. */
    function open() {
      const waiting: (PromiseWithResolvers | undefined)[] = [];
      const served = serve({
        update: async ({ metadata, spec }) => {
          const one = resolvers();
          waiting.push(one);
          await one.promise;
          const stored = served.stored.get("i-1");
          if (spec && stored) served.stored.set("i-1", { ...stored, cpu: spec.cpu ?? 0 });
          return { id: "op", resourceId: metadata?.id ?? "", status: {} };
        },
      });
      const cache = new QueryClient();
      const got = queryOptions(served.instances, "get", { id: "i-1" });
      const shown = () => cache.getQueryData(got.queryKey)?.spec;
      const modify = (change: (vm: Instance) => void) =>
        run(cache, mutationOptions(served.instances, "modify", { wait: true }), [
          { id: "i-1" },
          change as never,
        ]);
      return { ...served, cache, got, waiting, shown, modify };
    }
    const refusal = new CloudError({ code: "PERMISSION_DENIED", text: "not yours" });
    const grow = (vm: Instance): void => void (vm.spec && (vm.spec.cpu = 8));
    const name = (vm: Instance): void => void (vm.spec && (vm.spec.hostnames = ["new"]));

    it("shows both changes, and takes back the one that fails", async () => {
      const { cache, got, waiting, shown, modify } = open();
      await fill(cache, got);
      const grown = modify(grow);
      const named = modify(name);
      await expect.poll(shown).toMatchObject({ cpu: 8, hostnames: ["new"] });
      await expect.poll(() => waiting.length).toBe(2);
      waiting[0]?.reject(refusal);
      await expect(grown).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      expect(shown()).toMatchObject({ cpu: 4, hostnames: ["new"] });
      waiting[1]?.reject(refusal);
      await expect(named).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      expect(shown()).toMatchObject({ cpu: 4, hostnames: [] });
    });

    it("keeps the change that is on its way when the other one arrives", async () => {
      const { cache, got, waiting, shown, modify } = open();
      await fill(cache, got);
      const grown = modify(grow);
      const named = modify(name);
      await expect.poll(() => waiting.length).toBe(2);
      waiting[0]?.resolve();
      await grown;
      expect(shown()).toMatchObject({ cpu: 8, hostnames: ["new"] });
      waiting[1]?.reject(refusal);
      await expect(named).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      expect(shown()).toMatchObject({ cpu: 8, hostnames: [] });
    });

    it("does not take back what the server has sent in the meantime", async () => {
      const { cache, got, waiting, stored, shown, modify } = open();
      await fill(cache, got);
      const grown = modify(grow);
      await expect.poll(() => waiting.length).toBe(1);
      stored.set("i-1", { cpu: 32, version: 9n, parentId: "p" });
      await cache.fetchQuery({ ...got, staleTime: 0 });
      waiting[0]?.reject(refusal);
      await expect(grown).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      expect(shown()?.cpu).toBe(32);
    });
  });

  it("fails with the error of its callback, and shows nothing", async () => {
    const { instances, calls } = serve();
    const cache = new QueryClient();
    const got = queryOptions(instances, "get", { id: "i-1" });
    await fill(cache, got);
    const before = cache.getQueryData(got.queryKey);
    const broken = (vm: Instance): void => {
      if (vm.spec) vm.spec.cpu = 99;
      throw new RangeError("too large");
    };
    const failure = run(cache, mutationOptions(instances, "modify"), [{ id: "i-1" }, broken as never]);
    await expect(failure).rejects.toThrow("too large");
    expect(cache.getQueryData(got.queryKey)).toBe(before);
    expect(calls).toEqual(["get i-1", "get i-1"]);
  });

  it("follows the operation of a change that it shows, also if it leaves other queries alone", async () => {
    const failed = { code: 9, message: "the quota is used up" };
    const { instances } = serve({
      update: ({ metadata }) => ({ id: "op", resourceId: metadata?.id ?? "", status: failed }),
    });
    const cache = new QueryClient();
    const got = queryOptions(instances, "get", { id: "i-1" });
    await fill(cache, got);
    const modify = mutationOptions(instances, "modify", { invalidate: false, optimistic: true });
    await run(cache, modify, [{ id: "i-1" }, (vm) => void (vm.spec.cpu = 8)]);
    await expect.poll(() => cache.getQueryData(got.queryKey)?.spec.cpu).toBe(4);
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
