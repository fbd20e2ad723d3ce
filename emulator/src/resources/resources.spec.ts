import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@bufbuild/protobuf";
import { openCloud, type TestCloud } from "../emulator.fixture.js";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud();
});
afterAll(() => cloud[Symbol.asyncDispose]());

let count = 0;
/** A fresh instance; returns its identifier. */
async function create(spec: JsonObject = {}, metadata: JsonObject = {}): Promise<string> {
  count += 1;
  const request = { metadata: { parentId: "project-1", name: `vm-${count}`, ...metadata }, spec };
  return String((await cloud.must("InstanceService/Create", request))["resourceId"]);
}

async function get(id: string): Promise<Record<"metadata" | "spec" | "status", JsonObject>> {
  const empty = { metadata: {}, spec: {}, status: {} };
  return { ...empty, ...((await cloud.must("InstanceService/Get", { id })) as object) };
}

describe("Create", () => {
  it("gives the resource an identity of the server's own", async () => {
    const id = await create({ cpu: 4 }, { id: "mine", resourceVersion: "77", labels: { a: "b" } });
    const { metadata, spec, status } = await get(id);
    expect(id).toMatch(/^instance-[a-z2-7]{16}$/);
    expect(metadata).toMatchObject({ id, parentId: "project-1", resourceVersion: "1", labels: { a: "b" } });
    expect(metadata["createdAt"]).toBe("2030-01-01T00:00:00Z");
    expect(spec).toEqual({ cpu: 4 });
    expect(status).toEqual({ state: "STATE_RUNNING" });
  });

  it("keeps IMMUTABLE fields, which can be set this once", async () => {
    expect((await get(await create({ platform: "cpu-e2" }))).spec).toEqual({ platform: "cpu-e2" });
  });

  it("refuses a name that the parent has already, with the holder's identifier", async () => {
    const id = await create({}, { name: "twin" });
    const outcome = await cloud.call("InstanceService/Create", {
      metadata: { parentId: "project-1", name: "twin" },
    });
    expect(outcome.code).toBe("ALREADY_EXISTS");
    expect(outcome.details).toEqual([
      {
        "@type": "type.googleapis.com/svc.common.v1.ServiceError",
        service: "compute",
        code: "RESOURCE_ALREADY_EXISTS",
        resourceAlreadyExists: { resourceId: id },
        retryType: "RETRY_TYPE_NOTHING",
      },
    ]);
    await create({}, { name: "twin", parentId: "project-2" });
  });
});

describe("GetByName", () => {
  it("finds a resource by parent and name, until it is renamed", async () => {
    const id = await create({}, { name: "by-name" });
    const byName = (name: string) => cloud.call("InstanceService/GetByName", { parentId: "project-1", name });
    expect((await byName("by-name")).response["metadata"]).toMatchObject({ id });
    await cloud.must("InstanceService/Update", { metadata: { id, name: "renamed" } });
    expect((await byName("by-name")).code).toBe("NOT_FOUND");
    expect((await byName("renamed")).response["metadata"]).toMatchObject({ id });
    expect((await byName("")).code).toBe("INVALID_ARGUMENT");
  });
});

describe("Update", () => {
  const disks = [{ diskId: "a" }, { diskId: "b" }];
  const cases: readonly {
    name: string;
    before: JsonObject;
    send: JsonObject;
    mask: string;
    want: JsonObject;
  }[] = [
    {
      name: "keeps what it does not send",
      before: { cpu: 2, memoryBytes: "8" },
      send: { cpu: 4 },
      mask: "",
      want: { cpu: 4, memoryBytes: "8" },
    },
    {
      name: "clears what the mask names",
      before: { cpu: 2, memoryBytes: "8" },
      send: { cpu: 4 },
      mask: "spec.memory_bytes",
      want: { cpu: 4 },
    },
    {
      name: "detaches all disks by a mask alone",
      before: { cpu: 2, secondaryDisks: disks },
      send: {},
      mask: "spec.secondary_disks",
      want: { cpu: 2 },
    },
    {
      name: "replaces a list that it sends",
      before: { secondaryDisks: disks },
      send: { secondaryDisks: [{ diskId: "c" }] },
      mask: "",
      want: { secondaryDisks: [{ diskId: "c" }] },
    },
    {
      name: "keeps a structure that the mask names and the request carries",
      before: { bootDisk: { diskId: "a", deviceName: "d" } },
      send: { bootDisk: {} },
      mask: "spec.boot_disk",
      want: { bootDisk: { diskId: "a", deviceName: "d" } },
    },
    {
      name: "resets one field of it",
      before: { bootDisk: { diskId: "a", deviceName: "d" } },
      send: { bootDisk: {} },
      mask: "spec.boot_disk.disk_id",
      want: { bootDisk: { deviceName: "d" } },
    },
    {
      name: "clears within groups",
      before: { cpu: 2, stopped: true, platform: "x" },
      send: {},
      mask: "spec.(cpu,stopped)",
      want: { platform: "x" },
    },
    {
      name: "keeps an IMMUTABLE field against the mask",
      before: { platform: "x" },
      send: {},
      mask: "spec.platform",
      want: { platform: "x" },
    },
  ];
  it.each(cases)("$name", async ({ before, send, mask, want }) => {
    const id = await create(before);
    const request = { metadata: { id }, spec: send };
    await cloud.must(
      "InstanceService/Update",
      request,
      mask === "" ? {} : { headers: { "X-ResetMask": mask } },
    );
    const after = await get(id);
    expect(after.spec).toEqual(want);
    expect(after.metadata["resourceVersion"]).toBe("2");
  });

  it("ignores what the server alone sets", async () => {
    const id = await create({ cpu: 1 });
    const before = await get(id);
    const metadata = { id, createdAt: "1999-01-01T00:00:00Z", updatedAt: "1999-01-01T00:00:00Z" };
    await cloud.must(
      "InstanceService/Update",
      { metadata },
      { headers: { "X-ResetMask": "metadata.created_at" } },
    );
    const after = await get(id);
    expect(after.metadata["createdAt"]).toBe(before.metadata["createdAt"]);
    expect(after.metadata["updatedAt"]).toBe("2030-01-01T00:00:00Z");
  });

  const refused: readonly { name: string; request: JsonObject; mask?: string; code: string; want: RegExp }[] =
    [
      {
        name: "a malformed mask",
        request: {},
        mask: "spec.(cpu",
        code: "INVALID_ARGUMENT",
        want: /X-ResetMask/,
      },
      {
        name: "a changed IMMUTABLE field",
        request: { spec: { platform: "new" } },
        code: "INVALID_ARGUMENT",
        want: /spec\.platform/,
      },
      {
        name: "a changed parent",
        request: { metadata: { parentId: "other" } },
        code: "INVALID_ARGUMENT",
        want: /metadata\.parent_id/,
      },
      {
        name: "an identifier of nothing",
        request: { metadata: { id: "nope" } },
        code: "NOT_FOUND",
        want: /"nope" does not exist/,
      },
      {
        name: "no identifier",
        request: { metadata: { id: "" } },
        code: "INVALID_ARGUMENT",
        want: /metadata\.id/,
      },
    ];
  it.each(refused)("refuses $name", async ({ request, mask, code, want }) => {
    const id = await create({ platform: "old" });
    const outcome = await cloud.call(
      "InstanceService/Update",
      { ...request, metadata: { id, ...(request["metadata"] as object) } },
      mask === undefined ? {} : { headers: { "X-ResetMask": mask } },
    );
    expect(outcome.code).toBe(code);
    expect(outcome.message).toMatch(want);
    expect(outcome.details).toHaveLength(1);
    expect((await get(id)).spec).toEqual({ platform: "old" });
  });

  it("takes the current version or none, and refuses any other with a ResourceConflict", async () => {
    const id = await create();
    const update = (resourceVersion: string) =>
      cloud.call("InstanceService/Update", { metadata: { id, resourceVersion } });
    expect((await update("1")).code).toBe("OK");
    expect((await update("0")).code).toBe("OK");
    const stale = await update("1");
    expect(stale.code).toBe("ABORTED");
    expect(stale.details).toMatchObject([
      { resourceConflict: { resourceId: id, currentVersion: "3" }, retryType: "RETRY_TYPE_UNIT_OF_WORK" },
    ]);
  });

  it("refuses a name that a sibling has", async () => {
    await create({}, { name: "taken" });
    const id = await create();
    expect((await cloud.call("InstanceService/Update", { metadata: { id, name: "taken" } })).code).toBe(
      "ALREADY_EXISTS",
    );
  });
});

describe("Delete", () => {
  it("removes the resource and frees its name", async () => {
    const id = await create({}, { name: "gone" });
    await cloud.must("InstanceService/Delete", { id });
    expect((await cloud.call("InstanceService/Get", { id })).code).toBe("NOT_FOUND");
    expect((await cloud.call("InstanceService/Delete", { id })).code).toBe("NOT_FOUND");
    await create({}, { name: "gone" });
  });
});

describe("a secret", () => {
  it("is in the resource, and in neither report nor operation", async () => {
    const userData = Buffer.from("the-secret").toString("base64");
    const id = await create({ userData });
    expect((await get(id)).spec).toEqual({ userData });
    const operations = await cloud.must(
      "OperationService/List",
      { resourceId: id },
      { authority: cloud.authorityOf("compute") },
    );
    expect(JSON.stringify(operations)).toContain("CreateInstanceRequest");
    expect(JSON.stringify(operations)).not.toContain(userData);
    expect(JSON.stringify(cloud.emulator.calls())).not.toContain(userData);
  });
});
