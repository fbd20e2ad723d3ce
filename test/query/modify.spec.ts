import { describe, expect, it } from "vitest";
import { QueryClient, QueryObserver } from "@tanstack/query-core";
import * as lowest from "@tanstack/query-core-lowest";
import { CloudError } from "@svc/cloud";
import type { Instance } from "@svc/cloud/compute/v1";
import { mutationOptions, queryOptions } from "@stratus/query";
import { fill, run, serve } from "./instances.fixture.js";

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
