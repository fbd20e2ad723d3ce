import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Emulator } from "@stratus/emulator";
import type { Cloud } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { openSession, startCloud } from "./local-cloud.fixture.js";

/** A gateway may ask for a header on each call, also on those that a client makes by itself. */
describe("the metadata of a call that starts an operation", () => {
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;
  let count = 0;

  beforeAll(async () => {
    emulator = await startCloud({ operationDelayMs: 20 });
    cloud = openSession(emulator, { pollIntervalMs: 5 });
    instances = new InstanceServiceClient(cloud);
    await instances.list({ parentId: "p" });
  });
  beforeEach(() => emulator.clearCalls());
  afterAll(async () => {
    await cloud.close();
    await emulator.close();
  });

  const tenant = { "x-tenant": "blue" };
  const create = (options: Parameters<typeof instances.create>[1] = { metadata: tenant }) =>
    instances.create({ metadata: { parentId: "p", name: `vm-${count++}` }, spec: { cpu: 2 } }, options);
  /** The tenants of the calls, by their methods. */
  const tenants = (): Readonly<Record<string, readonly unknown[]>> => {
    const seen: Record<string, unknown[]> = {};
    for (const { method, metadata } of emulator.calls())
      (seen[method.split(".").at(-1) ?? ""] ??= []).push(metadata["x-tenant"]?.join());
    return Object.fromEntries(Object.entries(seen).map(([method, all]) => [method, [...new Set(all)]]));
  };

  it("goes with all calls about the operation: wait, resource and refresh", async () => {
    const operation = await create();
    await operation.wait();
    await operation.resource();
    await operation.refresh();
    expect(tenants()).toEqual({
      "InstanceService/Create": ["blue"],
      "OperationService/Get": ["blue"],
      "InstanceService/Get": ["blue"],
    });
  });

  it("gives way to the metadata of a wait, a resource and a refresh, also if that is an iterator", async () => {
    const operation = await create();
    await operation.resource({ metadata: new Map([["x-tenant", "red"]]).entries() });
    expect(tenants()).toMatchObject({ "OperationService/Get": ["red"], "InstanceService/Get": ["red"] });
    emulator.clearCalls();
    await operation.refresh({ metadata: { "x-tenant": "green" } });
    await (await create()).wait({ metadata: {} });
    expect(tenants()).toEqual({
      "InstanceService/Create": ["blue"],
      "OperationService/Get": ["green", undefined],
    });
  });

  it("goes with each step of modify, and with an operation that is picked up", async () => {
    const { id } = (await (await create()).resource()).metadata;
    emulator.clearCalls();
    const metadata = new Map(Object.entries(tenant)).entries();
    const change = await instances.modify({ id }, ({ spec }) => void (spec.cpu = 8), { metadata });
    await change.resource();
    expect(tenants()).toEqual({
      "InstanceService/Get": ["blue"],
      "InstanceService/Update": ["blue"],
      "OperationService/Get": ["blue"],
    });
    emulator.clearCalls();
    await (await instances.operation(change.id, { metadata: tenant })).resource();
    expect(tenants()).toEqual({ "OperationService/Get": ["blue"], "InstanceService/Get": ["blue"] });
  });

  it("does not take the key and the mask of that call along, nor what the client derived", async () => {
    const { id } = (await (await create()).resource()).metadata;
    emulator.clearCalls();
    const metadata = { ...tenant, "x-idempotency-key": "key-0123456789-abcdef" };
    const change = await instances.update({ metadata: { id } }, { metadata, resetMask: (m) => [m.spec.cpu] });
    await change.resource();
    const reads = emulator.calls().filter(({ method }) => method.endsWith("/Get"));
    expect(reads.length).toBeGreaterThan(1);
    for (const { metadata: sent } of reads) {
      expect(sent).toMatchObject({ "x-tenant": ["blue"] });
      expect(Object.keys(sent)).not.toContain("x-idempotency-key");
      expect(Object.keys(sent)).not.toContain("x-resetmask");
    }
  });

  it("goes with the read of a preview, and with the change after it", async () => {
    const { id } = (await (await create()).resource()).metadata;
    emulator.clearCalls();
    const metadata = new Map(Object.entries(tenant)).entries();
    await instances.previewModify({ id }, ({ spec }) => void (spec.cpu = 8), { metadata });
    expect(tenants()).toEqual({ "InstanceService/Get": ["blue"] });
  });

  it("goes with every page of a list", async () => {
    for (const metadata of [tenant, new Map(Object.entries(tenant)).entries()]) {
      emulator.clearCalls();
      for await (const _ of instances.listAll({ parentId: "p", pageSize: 1n }, { metadata }));
      expect(emulator.calls().length).toBeGreaterThan(2);
      expect(tenants()).toEqual({ "InstanceService/List": ["blue"] });
    }
  });
});
