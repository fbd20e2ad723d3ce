import { dehydrate, hydrate, InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { type Emulator, startEmulator } from "@stratus/emulator";
import {
  deserializeData,
  infiniteQueryOptions,
  mutationOptions,
  operationOptions,
  queryOptions,
  serializeData,
} from "@stratus/query";
import { Instance, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { Cloud, type Interceptor, staticToken } from "@svc/cloud";
import { Cloud as WebCloud } from "@svc/cloud/web";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "./instances.fixture.js";

describe("an application beside the emulator", () => {
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;
  const parentId = "p1";

  beforeAll(async () => {
    emulator = await startEmulator({ sdk: "@svc/cloud", operationDelayMs: 30 });
    cloud = open("server");
    instances = new InstanceServiceClient(cloud);
  });
  afterAll(async () => {
    await cloud?.close({ graceMs: 1 });
    await emulator?.close();
  });

  function open(cacheScope: string): Cloud {
    const { address: endpoint, apiDomain } = emulator;
    const credentials = staticToken(emulator.issueToken());
    return new Cloud({ apiDomain, endpoint, insecure: true, credentials, cacheScope, pollIntervalMs: 10 });
  }

  async function create(cache: QueryClient, name: string): Promise<string> {
    const options = mutationOptions(instances, "create", { wait: true });
    const operation = await run(cache, options, { metadata: { parentId, name }, spec: { cpu: 4 } });
    return (operation as { resourceId: string }).resourceId;
  }

  it("creates a resource, follows its operation, and shows it without another call", async () => {
    const cache = new QueryClient();
    const create = mutationOptions(instances, "create");
    const started = await run(cache, create, { metadata: { parentId, name: "web-1" }, spec: { cpu: 4 } });
    const { id, resourceId } = started as { id: string; resourceId: string };
    const followed = operationOptions(instances, id);
    expect(cache.getQueryData(followed.queryKey)?.status).toBeUndefined();
    const got = queryOptions(instances, "get", { id: resourceId });
    await expect.poll(() => cache.getQueryData(got.queryKey)?.spec.cpu).toBe(4);
    expect(cache.getQueryData(followed.queryKey)?.status).toMatchObject({ code: 0 });
  });

  it("lists page by page, and again after a change", async () => {
    const cache = new QueryClient();
    for (const name of ["list-1", "list-2", "list-3"]) await create(cache, name);
    const options = infiniteQueryOptions(instances, "list", { parentId, pageSize: 2 });
    const observer = new InfiniteQueryObserver(cache, { ...options, staleTime: Infinity });
    const stop = observer.subscribe(() => undefined);
    const names = () =>
      observer
        .getCurrentResult()
        .data?.pages.flatMap(({ items }) => items.map(({ metadata }) => metadata.name));
    await expect.poll(names).toHaveLength(2);
    while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
    expect(names()).toEqual(expect.arrayContaining(["list-1", "list-2", "list-3"]));
    await create(cache, "list-4");
    await expect
      .poll(async () => {
        while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
        return names();
      })
      .toContain("list-4");
    stop();
  });

  it("edits at once, and keeps the change of another writer that came in between", async () => {
    const cache = new QueryClient();
    const id = await create(cache, "edited");
    const got = queryOptions(instances, "get", { id });
    await cache.fetchQuery(got);
    const shown: (number | undefined)[] = [];
    const stop = new QueryObserver(cache, { ...got, staleTime: Infinity }).subscribe(({ data }) =>
      shown.push(data?.spec.cpu),
    );
    let isFirst = true;
    const other = new InstanceServiceClient(cloud);
    // Another program writes between the read and the write of the first attempt.
    const interrupted: Interceptor = (next) => async (call) => {
      if (call.method.name !== "Update" || !isFirst) return next(call);
      isFirst = false;
      const write = await other.modify({ id }, (vm) => void (vm.spec.memoryBytes = 5n));
      await write.wait();
      return next(call);
    };
    const editing = new InstanceServiceClient(cloud, { interceptors: [interrupted] });
    emulator.clearCalls();
    const edit = run(cache, mutationOptions(editing, "modify", { wait: true }), [
      { id },
      (vm) => void (vm.spec.cpu += 4),
    ]);
    expect(await edit).toBeDefined();
    expect(shown[0]).toBe(8);
    expect(cache.getQueryData(got.queryKey)?.spec).toMatchObject({ cpu: 8, memoryBytes: 5n });
    const methods = emulator.calls().map(({ method }) => method.split("/")[1]);
    expect(methods.filter((one) => one === "Update")).toHaveLength(3);
    stop();
  });

  it("renders for two users in one process without sharing, and hydrates the page with bigint", async () => {
    const id = await create(new QueryClient(), "rendered");
    const cache = new QueryClient();
    const scopes = ["user-1", "user-2"];
    const keys = await Promise.all(
      scopes.map(async (scope) => {
        await using own = open(scope);
        const options = queryOptions(new InstanceServiceClient(own), "get", { id });
        await cache.prefetchQuery(options);
        return options.queryKey;
      }),
    );
    expect(cache.getQueryCache().getAll()).toHaveLength(2);
    expect(keys[0]).not.toEqual(keys[1]);
    const html = JSON.stringify(dehydrate(cache, { serializeData }));
    // The page of the first user calls by gRPC-web, and has the same key.
    const page = new WebCloud({
      baseUrl: emulator.webUrl,
      credentials: staticToken(emulator.issueToken()),
      cacheScope: "user-1",
    });
    const inPage = new QueryClient();
    hydrate(inPage, JSON.parse(html), { defaultOptions: { deserializeData } });
    const { queryKey } = queryOptions(new InstanceServiceClient(page), "get", { id });
    const vm = inPage.getQueryData(queryKey);
    expect(typeof vm?.metadata.resourceVersion).toBe("bigint");
    expect(Instance.encode(vm as Instance)).toEqual(Instance.encode(await instances.get({ id })));
  });
});
