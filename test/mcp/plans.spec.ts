import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Agent,
  type Answer,
  changesOf,
  type Cloud,
  dataOf,
  openAgent,
  openCloud,
  planOf,
} from "./connect.fixture.js";

let cloud: Cloud;
let agent: Agent;
let nowMs = 0;

const allow = ["create", "change", "destroy"] as const;

beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 0 });
  const api = await cloud.api({ allow, allowMethods: ["compute/instance/stop"], nowMs: () => nowMs });
  agent = await openAgent(api);
});
afterAll(() => cloud[Symbol.asyncDispose]());
beforeEach(() => {
  nowMs += 3_600_000;
  cloud.log.length = 0;
  cloud.emulator.clearCalls();
});

let count = 0;
const make = (spec: object = { cpu: 4 }, more: object = {}): Promise<string> =>
  cloud.make(`web-${++count}`, spec, more);
const get = async (id: string): Promise<unknown> =>
  dataOf(await agent.call("read", { method: "compute/instance/get", request: { id } }));
const update = (id: string, set: object, clear?: readonly string[]): Promise<Answer> =>
  agent.call("plan", {
    method: "compute/instance/update",
    request: { id },
    set,
    ...(clear ? { clear } : {}),
  });
const changes = (): readonly string[] => changesOf(cloud);

describe("the tools of a server that may change", () => {
  it.each([
    [{ allow: ["create"] as const }, "plan apply"],
    [{ allow: ["destroy"] as const }, "plan destroy"],
    [{ allowMethods: ["compute/instance/stop"] }, "plan apply"],
    [{ allow }, "plan apply destroy"],
  ])("are for %j %s beside those that read", async (options, want) => {
    const own = await openAgent(await cloud.api(options));
    const { tools } = await own.client.listTools();
    expect(
      tools
        .slice(4)
        .map(({ name }) => name)
        .join(" "),
    ).toBe(want);
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints["plan"]).toMatchObject({ readOnlyHint: true });
    if (hints["destroy"])
      expect(hints["destroy"]).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    // What only adds destroys nothing; a change replaces values, and an act can be anything.
    if (hints["apply"])
      expect(hints["apply"].destructiveHint).toBe(JSON.stringify(options) !== '{"allow":["create"]}');
  });
});

describe("a change", () => {
  it("is planned without sending one, shown in a line, and made as it was shown", async () => {
    const id = await make({ cpu: 4, hostnames: ["a"] }, { labels: { tier: "web" } });
    cloud.emulator.clearCalls();
    const answer = await update(id, { "spec.cpu": 8 }, ["metadata.labels"]);
    const plan = planOf(answer);
    expect(plan.summary).toBe(
      `change compute/instance/update: metadata.id ${id}, metadata.resourceVersion 1, spec.cpu 8; clears metadata.labels; the API says: metadata.parentId p1, metadata.name web-${count}; before: metadata.labels.tier web, spec.cpu 4`,
    );
    expect(changes()).toEqual([]);
    expect(dataOf(answer)).toMatchObject({ request: { spec: { cpu: 8 } }, resetMask: "metadata.labels" });
    const done = await agent.call("apply", plan);
    expect(done).toMatchObject({
      isError: false,
      text: expect.stringMatching(/^Sent\. The operation operation-\w+ is done\./),
    });
    expect(await get(id)).toMatchObject({ spec: { cpu: 8, hostnames: ["a"] } });
    const sent = cloud.emulator.calls().find(({ method }) => method.endsWith("/Update"));
    expect(sent?.message).toEqual((dataOf(answer) as { readonly request: object }).request);
    expect(sent?.metadata["x-idempotency-key"]).toEqual([plan.plan_id]);
    expect(sent?.metadata["x-resetmask"]).toEqual(["metadata.labels"]);
  });

  it("has a line of the log for the plan and one for its outcome, without values that are secret", async () => {
    const id = await make();
    const secret = Buffer.from("hunter2-hunter2").toString("base64");
    const planned = await update(id, { "spec.user_data": secret });
    const plan = planOf(planned);
    expect(plan.summary).toMatch(/spec\.userData \(secret, digest [0-9a-f]{16}\); the API says:/);
    const done = await agent.call("apply", plan);
    const events = cloud.log.map((line) => (JSON.parse(line) as { readonly event: string }).event);
    expect(events.filter((event) => event !== "call")).toEqual(["planned", "applied"]);
    expect(JSON.parse(cloud.log.find((line) => line.includes('"applied"')) ?? "")).toEqual({
      time: expect.any(String),
      event: "applied",
      subject: expect.stringContaining("CLOUD_TOKEN"),
      client: "test 1.0.0",
      method: "compute/instance/update",
      plan: plan.plan_id.slice(0, 8),
      ids: { id },
      digest: createHash("sha256").update(plan.summary).digest("hex"),
      summary: plan.summary,
      approvedBy: "dialog",
      result: "OK",
      requestId: expect.any(String),
    });
    for (const text of [planned.text, done.text, cloud.log.join("")]) expect(text).not.toContain(secret);
  });

  it.each([
    [
      "a whole resource",
      { request: { id: "x", spec: { cpu: 8 } }, set: { "spec.cpu": 8 } },
      "must only name the resource",
    ],
    ["no change", { request: { id: "x" } }, "missing the changes"],
    [
      "a field that is not there",
      { request: { id: "x" }, set: { "spec.cpus": 8 } },
      "there is no field spec.cpus; did you mean spec.cpu? there are cpu",
    ],
    ["a field of the server", { request: { id: "x" }, set: { "status.state": 1 } }, "is read-only"],
  ])("by %s is refused", async (_, given, why) => {
    const answer = await agent.call("plan", { method: "compute/instance/update", ...given });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(why) });
    expect(changes()).toEqual([]);
  });

  it("is refused with a code and the message in its structured content", async () => {
    const plan = { plan_id: "none", summary: "" };
    const answer = await agent.client.callTool({ name: "apply", arguments: plan });
    expect(answer).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "PLAN_UNKNOWN", message: expect.stringContaining("no plan") } },
    });
  });

  it("of which nothing differs has no plan", async () => {
    expect(await update(await make(), { "spec.cpu": 4 })).toMatchObject({
      isError: true,
      text: expect.stringContaining("nothing to plan"),
    });
  });

  it("of a resource that has changed since is a conflict with a new plan", async () => {
    const id = await make({ cpu: 4 });
    const [first, second] = [
      planOf(await update(id, { "spec.cpu": 8 })),
      planOf(await update(id, { "spec.cpu": 16 })),
    ];
    const [one, other] = await Promise.all([agent.call("apply", first), agent.call("apply", second)]);
    expect([one.isError, other.isError]).toEqual([false, true]);
    expect(other.text).toMatch(/^Conflict, nothing was changed/);
    const next = planOf(other);
    expect(next.summary).toMatch(/spec\.cpu 16;.*; before: spec\.cpu 8$/);
    expect(await agent.call("apply", next)).toMatchObject({ isError: false });
    expect(await get(id)).toMatchObject({ spec: { cpu: 16 } });
  });
});

describe("a method that takes a whole request", () => {
  it("creates what the line says", async () => {
    const planned = await agent.call("plan", {
      method: "compute/instance/create",
      request: { metadata: { parentId: "p1", name: "new-1" }, spec: { cpu: 2 } },
    });
    const plan = planOf(planned);
    expect(plan.summary).toBe(
      "create compute/instance/create: metadata.parentId p1, metadata.name new-1, spec.cpu 2",
    );
    expect(await agent.call("apply", plan)).toMatchObject({ isError: false });
    expect(changes()).toEqual(["Create"]);
  });

  it("destroys with the tool destroy alone, and what was seen alone", async () => {
    const id = await make();
    const request = { id };
    const plan = planOf(await agent.call("plan", { method: "compute/instance/delete", request }));
    expect(plan.summary).toBe(
      `destroy compute/instance/delete: id ${id}; the API says: metadata.parentId p1, metadata.name web-${count}`,
    );
    expect(await agent.call("apply", plan)).toMatchObject({
      isError: true,
      text: "this plan is for the tool destroy",
    });
    await agent.call("apply", planOf(await update(id, { "spec.cpu": 5 })));
    const stale = await agent.call("destroy", plan);
    expect(stale).toMatchObject({ isError: true, text: expect.stringMatching(/^Conflict/) });
    expect(await agent.call("destroy", planOf(stale))).toMatchObject({ isError: false });
    expect(changes().filter((name) => name === "Delete")).toHaveLength(1);
  });

  it("that conflicts is answered with a new plan in 2,000 characters, the plan first, however long the resource is", async () => {
    const hostnames = Array.from({ length: 200 }, (_, at) => `host-${at}.example.com`);
    const id = await make({ cpu: 4, hostnames });
    const planned = await agent.call("plan", { method: "compute/instance/delete", request: { id } });
    expect(planned.text).toContain("host-199");
    await agent.call("apply", planOf(await update(id, { "spec.cpu": 5 })));
    const stale = await agent.call("destroy", planOf(planned));
    expect(stale.text.length).toBeLessThanOrEqual(2_000);
    expect(stale.text).toMatch(
      /^Conflict, nothing was changed: it has changed since .*\nNothing .*\nplan_id: .*\nsummary: /,
    );
    expect(stale.text).toMatch(
      /\nThe request and the resource are too long for this answer; read the resource\.$/,
    );
    expect(await agent.call("destroy", planOf(stale))).toMatchObject({ isError: false });
    // What the API says of a conflict is cut before the plan.
    const other = planOf(await update(await make(), { "spec.cpu": 8 }));
    cloud.emulator.script("InstanceService/Update", [{ code: "ABORTED", message: "busy ".repeat(500) }]);
    const refused = await agent.call("apply", other);
    expect(refused.text.length).toBeLessThanOrEqual(2_000);
    expect(planOf(refused).summary).toBe(other.summary);
  });

  it("acts by its name in the line", async () => {
    const id = await make();
    cloud.emulator.handle("InstanceService/Stop", (_, context) => context.operation({ resourceId: id }));
    const plan = planOf(await agent.call("plan", { method: "compute/instance/stop", request: { id } }));
    expect(plan.summary).toBe(
      `call compute/instance/stop: id ${id}; the API says: metadata.parentId p1, metadata.name web-${count}`,
    );
    expect(await agent.call("apply", plan)).toMatchObject({ isError: false });
  });

  it("whose outcome nobody knows is not sent again", async () => {
    const id = await make();
    const plan = planOf(await agent.call("plan", { method: "compute/instance/delete", request: { id } }));
    cloud.emulator.clearCalls();
    cloud.emulator.script("InstanceService/Delete", [{ code: "INTERNAL" }]);
    const answer = await agent.call("destroy", plan);
    expect(answer).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^The outcome is unknown/),
    });
    expect(await agent.call("destroy", plan)).toMatchObject({
      isError: true,
      text: expect.stringContaining("there is no plan"),
    });
    expect(changes()).toEqual(["Delete"]);
  });
});
