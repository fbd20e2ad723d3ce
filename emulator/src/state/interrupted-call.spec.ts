import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Message } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { openCloud, type TestCloud } from "../emulator.fixture.js";
import { StatusError } from "../errors/status-error.js";
import type { Answer, HandlerContext } from "../handlers/handler.js";
import { copyState } from "./crash-copy.fixture.js";

type Instance = Message & { metadata: { id: string }; spec: { cpu: number } };
type StartHandler = (request: { id: string }, context: HandlerContext) => Promise<Answer>;

/** Adds a core at once, then works for a long time. */
const putAndWork: StartHandler = async ({ id }, context) => {
  const vm = context.resource<Instance>(id);
  vm.spec.cpu += 1;
  context.put(vm);
  await context.sleep(1000);
  return context.operation({ resourceId: id });
};

/** Adds a core by an operation, then works for a long time. */
const startAndWork: StartHandler = async ({ id }, context) => {
  const vm = context.resource<Instance>(id);
  vm.spec.cpu += 1;
  const operation = context.operation({ resource: vm });
  await context.sleep(1000);
  return operation;
};

async function open(stateFile: string, handler: StartHandler): Promise<TestCloud> {
  const cloud = await openCloud({ stateFile });
  cloud.emulator.handle("InstanceService/Start", handler);
  return cloud;
}

async function newFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "emulator-")), "state.json");
}

const vm = { metadata: { parentId: "p", name: "vm" }, spec: { cpu: 1 } };

async function cpuOf(cloud: TestCloud, id: string): Promise<unknown> {
  const { spec } = await cloud.must("InstanceService/Get", { id });
  return (spec as { cpu: number }).cpu;
}

describe("a handler that a kill breaks off", () => {
  it.each([
    { name: "has put a resource in place: its repetition is refused", handler: putAndWork, code: "ABORTED" },
    { name: "has started an operation: its repetition gets that", handler: startAndWork, code: "OK" },
  ])("and $name, and the effect is there once", async ({ handler, code }) => {
    const stateFile = await newFile();
    await using first = await open(stateFile, handler);
    const authorization = `Bearer ${first.emulator.issueToken({ subject: "robot", lifetimeMs: 1e12 })}`;
    const id = String((await first.must("InstanceService/Create", vm))["resourceId"]);
    const options = { authorization, headers: { "X-Idempotency-Key": randomUUID() } };
    const broken = first.call("InstanceService/Start", { id }, options);
    await expect.poll(() => cpuOf(first, id)).toBe(2);
    // Another call has the state saved while the handler works.
    await first.must("InstanceService/Create", { metadata: { parentId: "p", name: "other" } });
    await using second = await open(await copyState(stateFile), handler);
    const repeated = await second.call("InstanceService/Start", { id }, options);
    expect(repeated.code).toBe(code);
    expect(await cpuOf(second, id)).toBe(2);
    first.clock.advance(1000);
    const { response } = await broken;
    if (code === "OK") expect(repeated.response["id"]).toBe(response["id"]);
    else expect(repeated.message).toMatch(/stopped while it was executing this call/);
  });

  it("and has done nothing yet is carried out anew", async () => {
    const stateFile = await newFile();
    let runs = 0;
    const wait: StartHandler = async ({ id }, context) => {
      runs += 1;
      if (runs === 1) await context.sleep(1000);
      return context.operation({ resourceId: id });
    };
    await using first = await open(stateFile, wait);
    const authorization = `Bearer ${first.emulator.issueToken({ subject: "robot", lifetimeMs: 1e12 })}`;
    const id = String((await first.must("InstanceService/Create", vm))["resourceId"]);
    const options = { authorization, headers: { "X-Idempotency-Key": randomUUID() } };
    const broken = first.call("InstanceService/Start", { id }, options);
    await expect.poll(() => runs).toBe(1);
    await first.must("InstanceService/Create", { metadata: { parentId: "p", name: "other" } });
    await using second = await open(await copyState(stateFile), wait);
    expect((await second.call("InstanceService/Start", { id }, options)).code).toBe("OK");
    expect(runs).toBe(2);
    first.clock.advance(1000);
    expect((await broken).code).toBe("OK");
  });
});

describe("a handler that fails after an effect", () => {
  it("leaves its key free, also after a restart", async () => {
    const stateFile = await newFile();
    let runs = 0;
    const fail: StartHandler = async ({ id }, context) => {
      runs += 1;
      context.put(context.resource<Instance>(id));
      if (runs === 1) throw new StatusError("FAILED_PRECONDITION", "not now");
      return context.operation({ resourceId: id });
    };
    await using first = await open(stateFile, fail);
    const authorization = `Bearer ${first.emulator.issueToken({ subject: "robot", lifetimeMs: 1e12 })}`;
    const id = String((await first.must("InstanceService/Create", vm))["resourceId"]);
    const options = { authorization, headers: { "X-Idempotency-Key": randomUUID() } };
    expect((await first.call("InstanceService/Start", { id }, options)).code).toBe("FAILED_PRECONDITION");
    await first.must("InstanceService/Create", { metadata: { parentId: "p", name: "other" } });
    await using second = await open(await copyState(stateFile), fail);
    expect((await second.call("InstanceService/Start", { id }, options)).code).toBe("OK");
    expect(runs).toBe(2);
  });
});
