import { describe, expect, it } from "vitest";
import type { JsonObject } from "@bufbuild/protobuf";
import { openCloud, type TestCloud } from "../emulator.fixture.js";

const at = (cloud: TestCloud, endpoint = "compute") => ({ authority: cloud.authorityOf(endpoint) });

function read(cloud: TestCloud, operation: JsonObject): Promise<JsonObject> {
  return cloud.must("OperationService/Get", { id: String(operation["id"]) }, at(cloud));
}

const vm = (name: string): JsonObject => ({ metadata: { parentId: "p", name }, spec: { cpu: 1 } });

describe("an operation", () => {
  it("comes back complete when there is no delay", async () => {
    await using cloud = await openCloud();
    const operation = await cloud.must("InstanceService/Create", vm("a"));
    expect(operation).toMatchObject({
      description: "Create Instance",
      createdAt: "2030-01-01T00:00:00Z",
      finishedAt: "2030-01-01T00:00:00Z",
      createdBy: "tester",
      status: {},
      progress: { workFraction: 1 },
      request: { "@type": "type.googleapis.com/svc.compute.v1.CreateInstanceRequest", spec: { cpu: 1 } },
    });
  });

  it("has no status while it runs, tells its progress, and takes effect when it completes", async () => {
    await using cloud = await openCloud({ operationDelayMs: 1000 });
    const operation = await cloud.must("InstanceService/Create", vm("a"));
    const id = String(operation["resourceId"]);
    expect(operation).not.toHaveProperty("status");
    expect(operation).not.toHaveProperty("finishedAt");
    cloud.clock.advance(250);
    const running = await read(cloud, operation);
    expect(running).not.toHaveProperty("status");
    expect(running["progress"]).toMatchObject({
      workFraction: 0.25,
      estimatedFinishedAt: "2030-01-01T00:00:01Z",
    });
    expect((await cloud.call("InstanceService/Get", { id })).code).toBe("NOT_FOUND");
    cloud.clock.advance(750);
    expect(await read(cloud, operation)).toMatchObject({ status: {}, finishedAt: "2030-01-01T00:00:01Z" });
    expect((await cloud.call("InstanceService/Get", { id })).code).toBe("OK");
  });

  it("holds the name of a resource that is being created", async () => {
    await using cloud = await openCloud({ operationDelayMs: 1000 });
    await cloud.must("InstanceService/Create", vm("a"));
    expect((await cloud.call("InstanceService/Create", vm("a"))).code).toBe("ALREADY_EXISTS");
  });

  it("records the reset mask and no other header", async () => {
    await using cloud = await openCloud();
    const { resourceId } = await cloud.must("InstanceService/Create", vm("a"));
    const headers = { "X-ResetMask": "spec.cpu", "x-other": "1" };
    const update = { metadata: { id: String(resourceId) } };
    expect(await cloud.must("InstanceService/Update", update, { headers })).toMatchObject({
      requestHeaders: { "x-resetmask": { values: ["spec.cpu"] } },
      description: "Update Instance",
    });
  });

  it("fails by script, with its error decoded in the status, and without effect", async () => {
    await using cloud = await openCloud({ operationDelayMs: 10 });
    const failOperation = {
      code: "RESOURCE_EXHAUSTED",
      message: "no room",
      kind: "QuotaFailure",
      fields: { violations: [{ quota: "cpu", limit: 8, requested: 9, message: "too many" }] },
      retryType: "NOTHING",
    } as const;
    cloud.emulator.script("InstanceService/Create", [{ failOperation }]);
    const operation = await cloud.must("InstanceService/Create", vm("a"));
    expect(operation).not.toHaveProperty("status");
    cloud.clock.advance(10);
    expect(await read(cloud, operation)).toMatchObject({
      finishedAt: "2030-01-01T00:00:00.010Z",
      status: {
        code: 8,
        message: "no room",
        details: [
          {
            service: "compute",
            quotaFailure: { violations: [{ quota: "cpu", limit: "8", requested: "9", message: "too many" }] },
            retryType: "RETRY_TYPE_NOTHING",
          },
        ],
      },
    });
    expect((await cloud.must("InstanceService/List", { parentId: "p" }))["items"]).toBeUndefined();
  });
});

describe("operations are listed", () => {
  it("by resource and by parent, the newest first, page by page", async () => {
    await using cloud = await openCloud();
    const { resourceId } = await cloud.must("InstanceService/Create", vm("a"));
    const id = String(resourceId);
    await cloud.must("InstanceService/Update", { metadata: { id } });
    await cloud.must("DiskService/Create", vmless("d"));
    const ofResource = await cloud.must("OperationService/List", { resourceId: id }, at(cloud));
    expect(descriptions(ofResource)).toEqual(["Update Instance", "Create Instance"]);
    const first = await cloud.must("OperationService/List", { resourceId: id, pageSize: 1 }, at(cloud));
    expect(descriptions(first)).toEqual(["Update Instance"]);
    const pageToken = String(first["nextPageToken"]);
    const second = await cloud.must(
      "OperationService/List",
      { resourceId: id, pageSize: 1, pageToken },
      at(cloud),
    );
    expect(descriptions(second)).toEqual(["Create Instance"]);
    expect(second).not.toHaveProperty("nextPageToken");
    const ofParent = await cloud.must("DiskService/ListOperationsByParent", { parentId: "p" });
    expect(descriptions(ofParent)).toEqual(["Create Disk"]);
    expect((await cloud.call("OperationService/List", {}, at(cloud))).code).toBe("INVALID_ARGUMENT");
  });
});

describe("retention", () => {
  it("deletes operations after their time, and never a running one", async () => {
    await using cloud = await openCloud({ operationDelayMs: 1000, retentionMs: 500 });
    const operation = await cloud.must("InstanceService/Create", vm("a"));
    const get = () => cloud.call("OperationService/Get", { id: String(operation["id"]) }, at(cloud));
    cloud.clock.advance(999);
    expect((await get()).code).toBe("OK");
    cloud.clock.advance(500);
    expect((await get()).code).toBe("OK");
    cloud.clock.advance(1);
    expect((await get()).code).toBe("NOT_FOUND");
  });
});

describe("parallel operations on a resource", () => {
  it("are refused with an OperationConflict by default", async () => {
    await using cloud = await openCloud({ operationDelayMs: 1000 });
    const { id, running } = await withRunningUpdate(cloud);
    const outcome = await cloud.call("InstanceService/Delete", { id });
    expect(outcome.code).toBe("ABORTED");
    expect(outcome.details).toMatchObject([
      {
        operationConflict: { resourceId: id, operationId: running["id"] },
        retryType: "RETRY_TYPE_UNIT_OF_WORK",
      },
    ]);
    cloud.clock.advance(1000);
    expect((await cloud.must("InstanceService/Get", { id }))["spec"]).toEqual({ cpu: 2 });
    await cloud.must("InstanceService/Delete", { id });
  });

  it("abort the older one, without its effect, when asked to", async () => {
    await using cloud = await openCloud({ operationDelayMs: 1000, conflict: "abort" });
    const { id, running } = await withRunningUpdate(cloud);
    const newer = await cloud.must("InstanceService/Update", {
      metadata: { id },
      spec: { memoryBytes: "5" },
    });
    expect(await read(cloud, running)).toMatchObject({
      status: {
        code: 10,
        details: [{ operationAborted: { operationId: running["id"], abortedByOperationId: newer["id"] } }],
      },
    });
    cloud.clock.advance(1000);
    expect(await read(cloud, newer)).toMatchObject({ status: {} });
    expect((await cloud.must("InstanceService/Get", { id }))["spec"]).toEqual({ cpu: 1, memoryBytes: "5" });
  });

  it("may run on different resources", async () => {
    await using cloud = await openCloud({ operationDelayMs: 1000 });
    await cloud.must("InstanceService/Create", vm("a"));
    await cloud.must("InstanceService/Create", vm("b"));
  });
});

function vmless(name: string): JsonObject {
  return { metadata: { parentId: "p", name } };
}

async function withRunningUpdate(cloud: TestCloud): Promise<{ id: string; running: JsonObject }> {
  const created = await cloud.must("InstanceService/Create", vm("a"));
  cloud.clock.advance(1000);
  const id = String(created["resourceId"]);
  return {
    id,
    running: await cloud.must("InstanceService/Update", { metadata: { id }, spec: { cpu: 2 } }),
  };
}

function descriptions(page: JsonObject) {
  return ((page["operations"] ?? []) as JsonObject[]).map(({ description }) => description);
}
