import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { readFileSync } from "node:fs";
import { openCloud, root, type TestCloud } from "../../emulator/src/emulator.fixture.js";
import { gets, posts } from "../../emulator/src/control/routes.js";
import { compile, expectCompiled } from "../openapi/package.fixture.js";

const document = readFileSync(`${root}emulator/src/control/control-api.yaml`, "utf8");

type Call = (...args: readonly unknown[]) => Promise<Record<string, unknown>>;
/** The client that our generator makes, by its groups of operations. */
type Client = Readonly<
  Record<"state" | "calls" | "faults" | "clock" | "tokens" | "view", Record<string, Call>>
>;

let cloud: TestCloud;
let client: Client;
beforeAll(async () => {
  cloud = await openCloud();
  const { AcmeClient } = await (await compile(document)).load("index.js");
  const New = AcmeClient as new (options: object) => Client;
  // Each response must be as the document describes it.
  client = new New({
    baseUrl: `${cloud.emulator.webUrl}/_emulator`,
    validate: "strict",
    validateRequests: "strict",
  });
});
afterAll(async () => {
  await cloud[Symbol.asyncDispose]();
  await expectCompiled();
});

it("the document of the control API has every operation, and no other", () => {
  const { paths } = parse(document) as { paths: Record<string, Record<string, unknown>> };
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((verb) => `${verb} ${path}`),
  );
  const served = [
    ...Object.keys(gets)
      .filter((path) => path !== "/openapi.yaml")
      .map((path) => `get ${path}`),
    "get /calls/stream",
    ...Object.keys(posts).map((path) => `post ${path}`),
  ];
  expect(described.sort()).toEqual(served.sort());
});

it("our own generator's client of that document drives the emulator, whose responses are as described", async () => {
  const yaml = "$resource: compute/instance\nmetadata: { id: i, parentId: p, name: web }\nspec: { cpu: 4 }\n";
  const { state, calls, faults, clock, tokens, view } = client;
  expect(await view["getHealth"]?.()).toMatchObject({ status: "ready" });
  expect(await state["seed"]?.({ yaml })).toEqual({ created: 1, replaced: 0 });
  expect(await state["createSnapshot"]?.({ name: "one" })).toMatchObject({ resourceCount: 1 });
  await cloud.must("InstanceService/Update", { metadata: { id: "i" }, spec: { cpu: 8 } });
  expect(await calls["list"]?.({ params: { method: "Update" } })).toMatchObject({
    calls: [{ resource: "i", code: "OK" }],
  });
  expect(await calls["waitFor"]?.({ params: { after: 0 } })).toMatchObject({ resource: "i" });
  expect(await view["listChanges"]?.({ params: { resource: "compute/instance", id: "i" } })).toMatchObject({
    changes: [{ method: "seed" }, {}],
  });
  expect(await view["listResources"]?.({ params: { resource: "compute/instance" } })).toMatchObject({
    total: 1,
  });
  expect(await view["listKinds"]?.()).toHaveProperty("kinds");
  expect(await view["listOperations"]?.()).toMatchObject({ operations: [{ resourceId: "i", code: "OK" }] });
  expect(await view["listMethods"]?.()).toHaveProperty("methods");
  expect(await view["getMethodForm"]?.({ params: { method: "InstanceService/Create" } })).toHaveProperty(
    "messages",
  );
  await state["restoreSnapshot"]?.({ name: "one" });
  expect(await state["listSnapshots"]?.()).toMatchObject({ snapshots: [{ name: "one" }] });
  expect(String(await state["exportResources"]?.())).toContain("cpu: 4");
  await faults["script"]?.({
    method: "DiskService/List",
    steps: [{ code: "UNAVAILABLE", retryPushbackMs: 5 }],
  });
  expect(await faults["get"]?.()).toHaveProperty("scripts");
  expect(await faults["setRate"]?.({ rate: 0.5 })).toEqual({ rate: 0.5 });
  await faults["clear"]?.({});
  expect(await faults["setScenarios"]?.({ names: ["lag"] })).toEqual({ active: ["lag"] });
  expect(await faults["listScenarios"]?.()).toMatchObject({ active: ["lag"] });
  const rules = {
    deny: [{ methods: ["compute/instance/delete"], roles: ["viewer"] }],
    quota: [{ resource: "compute/instance", perParent: 10 }],
  };
  expect(await faults["setRules"]?.(rules)).toEqual(rules);
  expect(await faults["getRules"]?.()).toEqual(rules);
  expect(await clock["freeze"]?.({ at: "2031-01-01T00:00:00Z" })).toMatchObject({ isFrozen: true });
  expect(await clock["advance"]?.({ ms: 5 })).toMatchObject({ time: "2031-01-01T00:00:00.005Z" });
  expect(await clock["get"]?.()).toMatchObject({ isFrozen: true });
  await clock["resume"]?.({});
  await clock["reset"]?.({});
  expect(await tokens["create"]?.({ role: "viewer" })).toMatchObject({
    token: expect.stringMatching(/^emu-/),
  });
  await calls["clear"]?.({});
  await state["reset"]?.({});
  expect(await state["exportResources"]?.()).toBe("");
  await tokens["revoke"]?.({});
  await expect(clock["advance"]?.({ ms: Infinity })).rejects.toThrow();
  await expect(state["restoreSnapshot"]?.({ name: "none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
