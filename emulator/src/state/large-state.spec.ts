import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DescMessage } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Cloud } from "../cloud.js";
import { readApi } from "../descriptors/api.js";
import { loadDescriptors } from "../descriptors/load.js";
import { root, TestClock } from "../emulator.fixture.js";
import { build } from "../messages/assign.js";
import { defaultHeaders } from "../descriptors/header-names.js";
import { IdempotencyKeys } from "../server/idempotency.js";
import { printEnd, printEntry } from "./entry.js";
import { liveState } from "./live-state.js";
import { openState } from "./open-state.js";
import { captureState, writeSnapshot } from "./snapshot-file.js";

const api = readApi(await loadDescriptors({ protos: "protos" }, root));
const instance = api.registry.getMessage("svc.compute.v1.Instance") as DescMessage;

function newCloud() {
  const settings = {
    operationDelayMs: 0,
    retentionMs: Infinity,
    conflict: "refuse",
    neverNull: [],
    headers: defaultHeaders,
    tokenLifetimeMs: 1,
  } as const;
  const random = (size: number) => new Uint8Array(size);
  const cloud = new Cloud(api, { ...settings, clock: new TestClock(), random });
  return { cloud, keys: new IdempotencyKeys(1e9) };
}

async function newPath(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "large-state-")), "state.json");
}

/** A cloud in which so many resources were created, each by an operation with an idempotency key. */
async function fill(count: number) {
  const { cloud, keys } = newCloud();
  for (let n = 1; n <= count; n += 1) {
    const id = `instance-${n}`;
    const metadata = { id, parent_id: "p", name: `vm-${n}`, labels: { a: "b" } };
    const { message } = build(instance, { metadata, spec: {} });
    const resource = {
      typeName: instance.typeName,
      id,
      parentId: "p",
      name: `vm-${n}`,
      sequence: n,
      message,
    };
    cloud.resources.put(resource);
    cloud.operations.accept({
      id: `operation-${n}`,
      endpoint: "compute",
      method: "svc.compute.v1.InstanceService/Create",
      description: "Create Instance",
      createdBy: "robot",
      createdAtMs: 1,
      dueAtMs: 1,
      resourceType: instance.typeName,
      resourceId: id,
      parentId: "p",
      request: { typeName: "svc.compute.v1.CreateInstanceRequest", base64: "" },
      requestHeaders: {},
      effect: { kind: "none" },
      failure: undefined,
    });
    const call = { key: `0123456789abcdef-${n}`, scope: "robot", fingerprint: "f", nowMs: 1 };
    await keys.run(call, async () => ({ kind: "operation", id: `operation-${n}` }));
  }
  cloud.operations.settle(1);
  return { cloud, keys };
}

/** Spoils every item but the seventh in a way that whoever reads it sees. */
function breakItem(json: string): string {
  if (/-7"/.test(json)) return json;
  return json.replace(/"base64":"[^"]*"/, '"base64":"////"').replace(/"endpoint":"[^"]*"/, '"endpoint":0');
}

describe("a large state", () => {
  it("is opened without reading what nobody asked for", async () => {
    const path = await newPath();
    const filled = await fill(12);
    const items = captureState(liveState(filled.cloud, filled.keys)).map(({ kind, items, save }) => ({
      kind,
      items,
      save: (item: unknown) => breakItem(save(item)),
    }));
    await writeSnapshot(path, 1, items);
    const { cloud, keys } = newCloud();
    const state = await openState(path, cloud, keys);
    const page = cloud.resources.list(instance.typeName, "", 0, 20);
    expect(page.map(({ id }) => id)).toHaveLength(12);
    expect(page.at(6)?.message).toEqual(filled.cloud.resources.get(instance.typeName, "instance-7")?.message);
    expect(() => page.at(7)?.message).toThrow("base64 is not an encoded svc.compute.v1.Instance");
    expect(() => cloud.operations.get("operation-8")).toThrow("endpoint must be a string");
    await state.close();
    await rm(dirname(path), { recursive: true });
  });

  it("has everything in it, though most is read when it is asked for", async () => {
    const path = await newPath();
    const filled = await fill(50);
    await writeSnapshot(path, 1, captureState(liveState(filled.cloud, filled.keys)));
    const { cloud, keys } = newCloud();
    const state = await openState(path, cloud, keys);
    expect(cloud.resources.get(instance.typeName, "instance-7")?.message).toEqual(
      filled.cloud.resources.get(instance.typeName, "instance-7")?.message,
    );
    expect(cloud.operations.get("operation-7")).toEqual(filled.cloud.operations.get("operation-7"));
    expect(cloud.operations.list({ resourceId: "instance-8" }, 1e9, 10)).toHaveLength(1);
    const call = { key: "0123456789abcdef-9", scope: "robot", fingerprint: "f", nowMs: 1 };
    const again = await keys.run(call, () => Promise.reject(new Error("it is carried out twice")));
    expect(again).toEqual({ reply: { kind: "operation", id: "operation-9" }, isReplay: true });
    await state.close();
  });
});

describe("a damaged item of a journal", () => {
  const resource = { typeName: instance.typeName, id: "a", parentId: "", name: "", sequence: 1, base64: "" };
  const operation = { sequence: 1, id: "a", endpoint: "e", method: "m", description: "d", createdBy: "c" };
  it.each([
    { kind: "resource", item: "{", want: "the item is not JSON" },
    { kind: "resource", item: "[]", want: "it must be an object" },
    { kind: "resource", item: { ...resource, sequence: "1" }, want: "sequence must be a number" },
    { kind: "resource", item: { ...resource, name: undefined }, want: "name must be a string" },
    {
      kind: "resource",
      item: { ...resource, base64: "////" },
      want: `base64 is not an encoded ${instance.typeName}`,
    },
    {
      kind: "resource",
      item: { ...resource, typeName: "x.Y" },
      want: "it contains a message of the type x.Y, which the API does not have",
    },
    { kind: "operation", item: operation, want: "createdAtMs must be a number" },
    { kind: "operation", item: { status: { code: "FINE" } }, want: 'status: unknown code "FINE"' },
    { kind: "token", item: { subject: 5 }, want: "subject must be a string" },
    { kind: "call", item: { fingerprint: "f" }, want: "expiresAtMs must be a number" },
    {
      kind: "call",
      item: { fingerprint: "f", expiresAtMs: 1, reply: { kind: "x" } },
      want: 'reply: unknown kind "x"',
    },
  ] as const)("is named with its file and its line: a $kind, $want", async ({ kind, item, want }) => {
    const path = await newPath();
    const { cloud, keys } = newCloud();
    await writeSnapshot(path, 1, captureState(liveState(cloud, keys)));
    const json = typeof item === "string" ? item : JSON.stringify(item);
    const good = printEntry({ kind: "token", key: "t", json: '{"subject":"s","expiresAtMs":1}' });
    const lines = [good, printEnd(1), good, printEntry({ kind, key: "a", json }), printEnd(2), ""];
    await writeFile(`${path}.1.journal`, lines.join("\n"));
    await expect(openState(path, cloud, keys)).rejects.toThrow(
      `state file: the journal ${path}.1.journal is damaged in line 4: ${want}; move it away, with the journals next to it, to start with an empty state`,
    );
  });
});
