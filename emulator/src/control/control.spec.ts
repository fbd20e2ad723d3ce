import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openCloud, type TestCloud } from "../emulator.fixture.js";
import { post, send } from "./control.fixture.js";
import type { MethodForm } from "./view-types.js";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 1000 });
});
beforeEach(() => cloud.emulator.reset());
afterAll(() => cloud[Symbol.asyncDispose]());

const vm = (name: string) => ({ metadata: { parentId: "p", name }, spec: { cpu: 1, userData: "c2VjcmV0" } });

async function createVm(name: string): Promise<string> {
  const { resourceId } = await cloud.must("InstanceService/Create", vm(name));
  cloud.clock.advance(1000);
  return String(resourceId);
}

async function names(): Promise<unknown[]> {
  const { items = [] } = await cloud.must("InstanceService/List", { parentId: "p" });
  return (items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
}

describe("the control API", () => {
  it("resets, takes snapshots and restores them", async () => {
    await createVm("a");
    expect((await post(cloud, "/snapshots", { name: "one" })).json).toMatchObject({
      name: "one",
      resourceCount: 1,
    });
    await createVm("b");
    expect(await names()).toEqual(["a", "b"]);
    await post(cloud, "/snapshots/restore", { name: "one" });
    expect(await names()).toEqual(["a"]);
    await post(cloud, "/reset");
    expect(await names()).toEqual([]);
    await post(cloud, "/snapshots/restore", { name: "one" });
    expect(await names()).toEqual(["a"]);
    expect((await send(cloud, "/snapshots")).json["snapshots"]).toMatchObject([{ name: "one" }]);
  });

  it("seeds what it exported", async () => {
    await createVm("b");
    await createVm("a");
    const { text, headers } = await send(cloud, "/export");
    expect(headers["content-type"]).toBe("application/yaml; charset=utf-8");
    expect(text.match(/name: .*/g)).toEqual(["name: a", "name: b"]);
    await cloud.emulator.reset();
    expect((await post(cloud, "/seed", { yaml: text })).json).toEqual({ created: 2, replaced: 0 });
    expect((await send(cloud, "/export")).text).toBe(text);
    expect((await post(cloud, "/seed", { yaml: text })).json).toEqual({ created: 0, replaced: 2 });
  });

  it("shows calls, and waits for the next", async () => {
    await cloud.call("DiskService/Get", { id: "first" });
    const { json } = await send(cloud, "/calls?method=DiskService/Get");
    expect(json["calls"]).toMatchObject([{ resource: "first", code: "NOT_FOUND" }]);
    const next = send(cloud, `/calls/next?method=Get&after=${String(json["last"])}`);
    await cloud.call("DiskService/Get", { id: "second" });
    expect((await next).json).toMatchObject({ resource: "second" });
    await post(cloud, "/calls/clear");
    expect((await send(cloud, "/calls")).json["calls"]).toEqual([]);
  });

  it("streams calls as they end, after those that a page has missed", async () => {
    await cloud.call("DiskService/Get", { id: "missed" });
    const stream = get(`${cloud.emulator.webUrl}/_emulator/calls/stream?after=0`);
    const [response] = (await once(stream, "response")) as [IncomingMessage];
    let text = "";
    response.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    await expect.poll(() => text).toContain('"resource":"missed"');
    await cloud.call("DiskService/Get", { id: "live" });
    await expect.poll(() => text).toMatch(/event: call\nid: \d+\ndata: \{.*"resource":"live".*\}\n\n$/);
    stream.destroy();
  });

  it("scripts faults, and sets scenarios and a rate", async () => {
    await post(cloud, "/faults", { method: "DiskService/List", steps: [{ code: "UNAVAILABLE" }] });
    expect((await send(cloud, "/faults")).json["scripts"]).toEqual({
      "svc.compute.v1.DiskService/List": [{ code: "UNAVAILABLE" }],
    });
    expect((await cloud.call("DiskService/List", { parentId: "p" })).code).toBe("UNAVAILABLE");
    await post(cloud, "/faults/rate", { rate: 1 });
    expect((await cloud.call("DiskService/List", { parentId: "p" })).code).toBe("UNAVAILABLE");
    await post(cloud, "/faults/clear");
    await post(cloud, "/scenarios", { names: ["lag", "flaky"] });
    const { json } = await send(cloud, "/scenarios");
    expect(json["active"]).toEqual(["lag", "flaky"]);
    await post(cloud, "/reset");
    expect((await send(cloud, "/scenarios")).json["active"]).toEqual([]);
  });

  it("moves the clock, so that operations complete", async () => {
    await cloud.must("InstanceService/Create", vm("a"));
    expect((await post(cloud, "/clock/freeze", { at: "2031-01-01T00:00:00Z" })).json).toMatchObject({
      time: "2031-01-01T00:00:00.000Z",
      isFrozen: true,
    });
    expect((await post(cloud, "/clock/advance", { ms: 500 })).json).toMatchObject({
      time: "2031-01-01T00:00:00.500Z",
    });
    expect(await names()).toEqual(["a"]);
    expect((await post(cloud, "/clock/resume")).json).toMatchObject({ isFrozen: false });
    expect((await post(cloud, "/clock/reset")).json).toMatchObject({ offsetMs: 0 });
  });

  it("makes tokens for a user or a role, and rules that refuse a role", async () => {
    const token = async (body: object) =>
      `Bearer ${String((await post(cloud, "/tokens", body)).json["token"])}`;
    const [ann, viewer] = [await token({ subject: "ann" }), await token({ role: "viewer" })];
    await post(cloud, "/rules", { deny: [{ methods: ["compute/disk/*"], roles: ["viewer"] }] });
    const list = (authorization: string) =>
      cloud.call("DiskService/List", { parentId: "p" }, { authorization });
    expect((await list(ann)).code).toBe("OK");
    expect((await list(viewer)).code).toBe("PERMISSION_DENIED");
    expect(cloud.emulator.calls().map(({ account }) => account)).toEqual(["ann", "viewer"]);
    await post(cloud, "/rules", {});
  });
});

it("revokes all tokens", async () => {
  await using other = await openCloud();
  await post(other, "/tokens/revoke");
  expect((await other.call("DiskService/List", { parentId: "p" })).code).toBe("UNAUTHENTICATED");
});

describe("what a page shows", () => {
  it("has kinds, resources, operations, and the changes of a resource with who made them", async () => {
    const id = await createVm("a");
    const headers = { "X-ResetMask": "spec.hostnames" };
    await cloud.must("InstanceService/Update", { metadata: { id }, spec: { cpu: 2 } }, { headers });
    cloud.clock.advance(1000);
    const { json: kinds } = await send(cloud, "/kinds");
    expect(kinds["kinds"]).toContainEqual({
      resource: "compute/instance",
      type: "svc.compute.v1.Instance",
      count: 1,
    });
    const { json: page } = await send(cloud, "/resources?resource=compute/instance&limit=1");
    expect(page).toMatchObject({
      total: 1,
      resources: [
        {
          id,
          name: "a",
          state: "RUNNING",
          createdAt: expect.stringMatching(/^2030-01-01T00:00:0\d\.000Z$/),
          value: { spec: { cpu: 2 }, status: { state: "STATE_RUNNING" } },
        },
      ],
    });
    const { json: changes } = await send(cloud, `/changes?resource=compute/instance&id=${id}`);
    expect(changes["changes"]).toMatchObject([
      { method: "svc.compute.v1.InstanceService/Create", account: "tester", before: null },
      {
        account: "tester",
        mask: "spec.hostnames",
        before: { spec: { cpu: 1 } },
        after: { spec: { cpu: 2 } },
      },
    ]);
    const { json: operations } = await send(cloud, "/operations");
    expect(operations["operations"]).toMatchObject([
      { description: "Update Instance", code: "OK" },
      { resourceId: id },
    ]);
    expect(JSON.stringify([page, changes, operations])).not.toContain("c2VjcmV0");
  });

  it("has methods, and the fields of a form as the convention reads them", async () => {
    const { json } = await send(cloud, "/methods");
    expect(json["methods"]).toContainEqual(
      expect.objectContaining({
        words: "compute/instance/create",
        role: "create",
        effect: "create",
        answer: "implemented",
      }),
    );
    expect(json["methods"]).toContainEqual(
      expect.objectContaining({ words: "compute/instance/stop", answer: "none" }),
    );
    const { json: form } = await send(cloud, "/methods/form?method=InstanceService/Create");
    const { request, messages } = form as unknown as MethodForm;
    expect(messages[request]?.map(({ name }) => name)).toEqual(["metadata", "spec"]);
    const metadata = messages["svc.common.v1.ResourceMetadata"]?.map(({ name }) => name);
    expect(metadata).toEqual(expect.arrayContaining(["parent_id", "name", "labels"]));
    expect(metadata).not.toContain("created_at");
    expect(messages["svc.compute.v1.InstanceSpec"]).toContainEqual(
      expect.objectContaining({ name: "user_data", isSecret: true }),
    );
  });
});
