import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ReceivedCall, Emulator } from "@stratus/emulator";
import type { Cloud } from "@svc/cloud";
import { DiskServiceClient, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { ProfileServiceClient } from "@svc/cloud/iam/v1";
import { openSession, startCloud } from "./local-cloud.fixture.js";

const parentId = "project-1";

/** What the generated SDK sends, as a server that shares no code with it has seen it. */
describe("over the wire", () => {
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;

  beforeAll(async () => {
    emulator = await startCloud({ operationDelayMs: 30 });
    cloud = openSession(emulator);
    instances = new InstanceServiceClient(cloud);
    await new ProfileServiceClient(cloud).get({});
  });
  beforeEach(() => emulator.clearCalls());
  afterAll(async () => {
    await cloud.close();
    await emulator.close();
  });

  const seen = (method: string): ReceivedCall[] =>
    emulator.calls().filter((attempt) => attempt.method.endsWith(method));
  const keysOf = (attempts: readonly ReceivedCall[]): (readonly string[])[] =>
    attempts.map(({ metadata }) => metadata["x-idempotency-key"] ?? []);

  it("each service is called under its own authority, port included", async () => {
    await using fresh = openSession(emulator);
    await new ProfileServiceClient(fresh).get({});
    await new DiskServiceClient(fresh).list({ parentId });

    expect(emulator.calls().map(({ method, authority }) => [method, authority])).toEqual([
      ["svc.iam.v1.TokenExchangeService/Exchange", "tokens.iam.api.example.com:443"],
      ["svc.iam.v1.ProfileService/Get", "cpl.iam.api.example.com:443"],
      ["svc.compute.v1.DiskService/List", "compute.api.example.com:443"],
    ]);
  });

  it("the exchange carries no authorization, every other call the token that it gave", async () => {
    await using fresh = openSession(emulator);
    await new ProfileServiceClient(fresh).get({});
    await new DiskServiceClient(fresh).list({ parentId });

    const [exchange, profile, list] = emulator.calls().map(({ metadata }) => metadata["authorization"]);
    expect(exchange).toBeUndefined();
    expect(profile).toEqual([expect.stringMatching(/^Bearer sha256:/)]);
    expect(list).toEqual(profile);
  });

  it("an operation is read at the endpoint of the service that made it", async () => {
    const operation = await instances.create({ metadata: { parentId, name: "polled" } });
    await operation.wait({ pollIntervalMs: 20 });

    const polls = seen("OperationService/Get");
    expect(polls.length).toBeGreaterThan(0);
    expect(new Set(polls.map(({ authority }) => authority))).toEqual(
      new Set(["compute.api.example.com:443"]),
    );
  });

  it("a mutating call has one idempotency key on all of its attempts, and never that of another call", async () => {
    emulator.script("DiskService/Create", [{ code: "UNAVAILABLE" }, { code: "UNAVAILABLE" }]);
    const disks = new DiskServiceClient(cloud);
    await disks.create({ metadata: { parentId, name: "first" } });
    await disks.create({ metadata: { parentId, name: "second" } });

    const keys = keysOf(seen("DiskService/Create")).flat();
    expect(keys).toHaveLength(4);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it("reads send no idempotency key and no mask", async () => {
    const operation = await instances.create({ metadata: { parentId, name: "read" } });
    await operation.wait({ pollIntervalMs: 20 });
    await instances.get({ id: operation.resourceId });
    await instances.getByName({ parentId, name: "read" });
    await instances.list({ parentId });
    await instances.listOperationsByParent({ parentId });

    const reads = emulator.calls().filter(({ method }) => /\/(Get|List)/.test(method));
    expect(reads.length).toBeGreaterThanOrEqual(5);
    expect(keysOf(reads).flat()).toEqual([]);
    expect(reads.flatMap(({ metadata }) => metadata["x-resetmask"] ?? [])).toEqual([]);
  });

  it("a lost reply does not apply a change twice", async () => {
    emulator.script("InstanceService/Create", [{ dropResponse: true }]);
    const operation = await instances.create({ metadata: { parentId: "lost-reply", name: "once" } });
    await operation.wait({ pollIntervalMs: 20 });

    const { items } = await instances.list({ parentId: "lost-reply" });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["once"]);
    expect(seen("InstanceService/Create")).toHaveLength(2);
  });

  it("an update sends a mask, derived or named; an empty one sends no header", async () => {
    const creation = await instances.create({
      metadata: { parentId, name: "masked" },
      spec: { cpu: 4, hostnames: ["a"], secondaryDisks: [{ diskId: "d-1" }, { diskId: "d-2" }] },
    });
    await creation.wait({ pollIntervalMs: 20 });
    const id = creation.resourceId;
    const done = async (
      call: PromiseLike<{ wait(options: object): PromiseLike<unknown> }>,
    ): Promise<void> => {
      await (await call).wait({ pollIntervalMs: 20 });
    };
    const maskOf = (): readonly string[] | undefined =>
      seen("InstanceService/Update").at(-1)?.metadata["x-resetmask"];

    await done(instances.update({ metadata: { id }, spec: { cpu: 8 } }, { resetMask: "" }));
    expect(maskOf()).toBeUndefined();

    await done(instances.update({ metadata: { id } }, { resetMask: (m) => [m.spec.secondaryDisks] }));
    expect(maskOf()).toEqual(["spec.secondary_disks"]);

    await done(
      instances.modify({ id }, (vm) => {
        vm.spec.hostnames = [];
        vm.spec.priceLimit = 0;
      }),
    );
    expect(maskOf()).toEqual(["spec.hostnames"]);

    const vm = await instances.get({ id });
    expect(vm.spec).toMatchObject({ cpu: 8, hostnames: [], secondaryDisks: [], priceLimit: 0 });

    await done(instances.update({ metadata: vm.metadata, spec: { ...vm.spec, priceLimit: undefined } }));
    expect(maskOf()?.[0]).toContain("price_limit");
    expect((await instances.get({ id })).spec.priceLimit).toBeUndefined();
  });

  it("modify reads again and tries again when someone else was faster, each time with a new key", async () => {
    const creation = await instances.create({ metadata: { parentId, name: "contested" }, spec: { cpu: 1 } });
    await creation.wait({ pollIntervalMs: 20 });
    const id = creation.resourceId;
    let runs = 0;
    const change = await instances.modify({ id }, async (vm) => {
      vm.spec.cpu += 1;
      if (++runs > 1) return;
      const other = await instances.update({ metadata: { id }, spec: { cpu: 10 } }, { resetMask: "" });
      await other.wait({ pollIntervalMs: 20 });
    });
    await change.wait({ pollIntervalMs: 20 });

    expect(runs).toBe(2);
    expect((await instances.get({ id })).spec.cpu).toBe(11);
    const keys = keysOf(seen("InstanceService/Update")).flat();
    expect(new Set(keys).size).toBe(3);
  });

  it("a list is read page after page", async () => {
    for (let index = 0; index < 5; index++) {
      const creation = await new DiskServiceClient(cloud).create({
        metadata: { parentId: "paged", name: `disk-${index}` },
      });
      await creation.wait({ pollIntervalMs: 20 });
    }
    emulator.clearCalls();
    const names: string[] = [];
    for await (const { metadata } of new DiskServiceClient(cloud).listAll({
      parentId: "paged",
      pageSize: 2n,
    }))
      names.push(metadata.name);
    expect(names).toEqual(["disk-0", "disk-1", "disk-2", "disk-3", "disk-4"]);
    expect(seen("DiskService/List")).toHaveLength(3);
  });
});
