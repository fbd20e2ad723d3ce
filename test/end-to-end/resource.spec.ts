import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import type { Emulator } from "@stratus/emulator";
import { CloudError, type Cloud } from "@svc/cloud";
import { DiskServiceClient, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { openSession, startCloud } from "./local-cloud.fixture.js";

/** From the call that starts a change to the resource that it made, in one line. */
describe("the resource of an operation", () => {
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;
  let count = 0;

  beforeAll(async () => {
    emulator = await startCloud({ operationDelayMs: 40 });
    cloud = openSession(emulator);
    instances = new InstanceServiceClient(cloud);
  });
  beforeEach(() => emulator.clearCalls());
  afterAll(async () => {
    await cloud.close();
    await emulator.close();
  });

  const create = () =>
    instances.create({ metadata: { parentId: "p", name: `vm-${count++}` }, spec: { cpu: 2 } });
  const methodsSeen = () => emulator.calls().map(({ method }) => method.replace("svc.", ""));

  it("is read with the service's Get once the operation is over", async () => {
    const operation = await create();
    expect(operation.isDone).toBe(false);
    const instance = await operation.resource({ pollIntervalMs: 10 });

    expectTypeOf(instance.spec.cpu).toEqualTypeOf<number>();
    expect(operation.isDone).toBe(true);
    expect(instance.metadata.id).toBe(operation.resourceId);
    expect(instance.spec.cpu).toBe(2);
    expect(methodsSeen().at(-1)).toBe("compute.v1.InstanceService/Get");
    expect(methodsSeen()).toContain("common.v1.OperationService/Get");
  });

  it("costs one read where the operation was waited for", async () => {
    const operation = await create();
    await operation.wait({ pollIntervalMs: 10 });
    emulator.clearCalls();
    await operation.resource();
    expect(methodsSeen()).toEqual(["compute.v1.InstanceService/Get"]);
  });

  it("is what modify and a picked-up operation give, too", async () => {
    const { id } = (await (await create()).resource({ pollIntervalMs: 10 })).metadata;
    const change = await instances.modify({ id }, ({ spec }) => {
      spec.cpu = 8;
    });
    const again = await instances.operation(change.id);
    expect((await again.resource({ pollIntervalMs: 10 })).spec.cpu).toBe(8);
  });

  it("of an operation that fails is what it failed with", async () => {
    const disks = new DiskServiceClient(cloud);
    const metadata = { parentId: "p", name: "same" };
    await (await disks.create({ metadata })).resource({ pollIntervalMs: 10 });
    const failure = (async () => (await disks.create({ metadata })).resource({ pollIntervalMs: 10 }))();
    await expect(failure).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    await expect(failure).rejects.toBeInstanceOf(CloudError);
  });

  it("that is gone meanwhile is NOT_FOUND", async () => {
    const operation = await create();
    await operation.wait({ pollIntervalMs: 10 });
    await (await instances.delete({ id: operation.resourceId })).wait({ pollIntervalMs: 10 });
    await expect(operation.resource()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("of a deletion that is picked up by its id is NOT_FOUND, with the reason; waiting for it is not", async () => {
    const made = await create();
    await made.wait({ pollIntervalMs: 10 });
    const { id } = await instances.delete({ id: made.resourceId });
    const again = await instances.operation(id);
    await again.wait({ pollIntervalMs: 10 });
    await expect(again.resource()).rejects.toMatchObject({
      code: "NOT_FOUND",
      operationId: id,
      method: "svc.compute.v1.InstanceService/Get",
      text: expect.stringMatching(/it was deleted, by this operation or later; wait\(\) does not read it/),
    });
  });

  it("takes time and abort for waiting and reading together", async () => {
    const late = await create();
    await expect(late.resource({ timeoutMs: 5, pollIntervalMs: 1 })).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
      operationId: late.id,
    });
    const reason = new Error("enough");
    await expect(late.resource({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("is not offered where a Delete leaves none", async () => {
    const { metadata } = await (await create()).resource({ pollIntervalMs: 10 });
    const deletion = await instances.delete({ id: metadata.id });
    // @ts-expect-error -- there is no resource to read
    expect(deletion.resource).toBeUndefined();
  });
});
