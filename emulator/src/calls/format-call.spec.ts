import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openCloud } from "../emulator.fixture.js";
import { CallLog } from "./call-log.js";
import { callLogger, type LogOptions } from "./format-call.js";

async function openLogged(log: LogOptions) {
  const lines: string[] = [];
  return { cloud: await openCloud({ log: { ...log, write: (line) => void lines.push(line) } }), lines };
}

const vm = { metadata: { parentId: "p", name: "web" }, spec: { cpu: 1, userData: "c2VjcmV0" } };

describe("the log of calls", () => {
  it("has a line for each call: method, resource, mask, code, duration and a repeated key", async () => {
    const { cloud, lines } = await openLogged({});
    await using _ = cloud;
    const headers = { "X-Idempotency-Key": randomUUID() };
    const { resourceId } = await cloud.must("InstanceService/Create", vm, { headers });
    await cloud.must("InstanceService/Create", vm, { headers });
    await cloud.must(
      "InstanceService/Update",
      { metadata: { id: String(resourceId) }, spec: { cpu: 2 } },
      { headers: { "X-ResetMask": "spec.hostnames" } },
    );
    await cloud.call("InstanceService/Get", { id: "nope" });
    await expect.poll(() => lines).toHaveLength(4);
    const start = String.raw`^00:00:00\.000  `;
    const id = String(resourceId);
    const method = String.raw`svc\.compute\.v1\.InstanceService`;
    for (const [index, want] of [
      String.raw`OK +\d+\.\d ms  ${method}/Create  ${id}$`,
      String.raw`OK +\d+\.\d ms  ${method}/Create  ${id}  \(repeated idempotency key\)$`,
      String.raw`OK +\d+\.\d ms  ${method}/Update  ${id}  mask=spec\.hostnames$`,
      String.raw`NOT_FOUND +\d+\.\d ms  ${method}/Get  nope  - Instance "nope" does not exist$`,
    ].entries())
      expect(lines[index]).toMatch(new RegExp(start + want));
  });

  it("loses none of 3,000 calls, also of those that no longer fit into calls()", () => {
    const callLog = new CallLog({ maxCalls: 10, maxBytes: 1e6 });
    const lines: string[] = [];
    callLog.listen(callLogger({ write: (line) => void lines.push(line) }));
    const arrival = { time: new Date(0), method: "a.B/C", authority: "", metadata: {}, deadline: undefined };
    const open = Array.from({ length: 3000 }, () => callLog.open(arrival));
    for (const call of open) callLog.end(Object.assign(call, { code: "OK" }));
    expect(lines).toHaveLength(3000);
  });

  it("shows up to 500 characters of an error", () => {
    const callLog = new CallLog({ maxCalls: 10, maxBytes: 1e6 });
    const lines: string[] = [];
    callLog.listen(callLogger({ level: "error", write: (line) => void lines.push(line) }));
    const arrival = { time: new Date(0), method: "a.B/C", authority: "", metadata: {}, deadline: undefined };
    for (const length of [500, 501])
      callLog.end(Object.assign(callLog.open(arrival), { code: "INTERNAL", error: "x".repeat(length) }));
    const shown = lines.map((line) => line.slice(line.indexOf(" - ") + 3));
    expect(shown).toEqual(["x".repeat(500), `${"x".repeat(500)}...`]);
  });

  it("is JSON for programs, with the same facts", async () => {
    const { cloud, lines } = await openLogged({ format: "json" });
    await using _ = cloud;
    await cloud.call("DiskService/Get", { id: "d" });
    await expect.poll(() => lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      number: 1,
      method: "svc.compute.v1.DiskService/Get",
      resource: "d",
      account: "tester",
      code: "NOT_FOUND",
      isReplay: false,
      durationMs: expect.any(Number),
    });
  });

  it("has only failures at the level error, and headers and requests without secrets at debug", async () => {
    const failures = await openLogged({ level: "error" });
    const all = await openLogged({ level: "debug" });
    for (const { cloud } of [failures, all]) {
      await cloud.must("InstanceService/Create", vm);
      await cloud.call("InstanceService/Get", { id: "nope" });
    }
    await expect.poll(() => all.lines).toHaveLength(2);
    await expect.poll(() => failures.lines).toEqual([expect.stringContaining("NOT_FOUND")]);
    expect(all.lines[0]).toContain('request={"metadata":{"parentId":"p","name":"web"},"spec":{"cpu":1}}');
    expect(all.lines.join()).toMatch(/headers=.*Bearer sha256:/);
    expect(all.lines.join()).not.toMatch(/c2VjcmV0|emu-/);
    for (const { cloud } of [failures, all]) await cloud[Symbol.asyncDispose]();
  });

  it("shows calls that are refused before they are read, and no control character of theirs", async () => {
    const { cloud, lines } = await openLogged({});
    await using _ = cloud;
    await cloud.call("DiskService/Get", { id: "a\u001b[2Jb\nOK" });
    await fetch(`${cloud.emulator.authUrl}/nowhere`);
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines[0]).toContain("a\\u001b[2Jb\\u000aOK");
    expect(lines[1]).toMatch(/UNIMPLEMENTED .* GET \/nowhere/);
  });
});

describe("waiting for a call", () => {
  it("finds the next call that matches, and none that ended before", async () => {
    await using cloud = await openCloud();
    await cloud.call("DiskService/Get", { id: "first" });
    const next = cloud.emulator.nextCall({ method: "DiskService/Get" });
    await cloud.call("DiskService/List", { parentId: "p" });
    await cloud.call("DiskService/Get", { id: "second" });
    expect(await next).toMatchObject({ resource: "second", code: "NOT_FOUND" });
    expect(await cloud.emulator.nextCall({ after: 0 })).toMatchObject({ resource: "first" });
  });

  it("gives up after the time that it was given", async () => {
    await using cloud = await openCloud();
    await expect(cloud.emulator.nextCall({ code: "OK" }, 1)).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("selects calls by method, resource, account and code, and refuses a misspelled name", async () => {
    await using cloud = await openCloud();
    await cloud.call("DiskService/Get", { id: "d" });
    await cloud.call("DiskService/List", { parentId: "p" });
    const methods = (filter: object) =>
      cloud.emulator.calls(filter).map(({ method }) => method.split("/")[1]);
    expect(methods({ method: "Get" })).toEqual(["Get"]);
    expect(methods({ code: "OK" })).toEqual(["List"]);
    expect(methods({ resource: "p" })).toEqual(["List"]);
    expect(methods({ account: "nobody" })).toEqual([]);
    expect(methods({ after: 1 })).toEqual(["List"]);
    expect(() => cloud.emulator.calls({ methods: "Get" } as object)).toThrow(/did you mean "method"/);
  });
});
