import { describe, expect, it } from "vitest";
import { fromBinary, toBinary, create } from "@bufbuild/protobuf";
import type { Message } from "@bufbuild/protobuf";
import type { Answer } from "./handler.js";
import { openCloud, root, type TestCloud } from "../emulator.fixture.js";
import { StatusError } from "../errors/status-error.js";

async function createVm(cloud: TestCloud): Promise<string> {
  return String(
    (await cloud.must("InstanceService/Create", { metadata: { parentId: "p", name: "a" } }))["resourceId"],
  );
}

type Instance = Message & { status: { state: number } };

describe("a handler", () => {
  it("is what a method needs whose meaning does not show in its shape", async () => {
    await using cloud = await openCloud();
    const outcome = await cloud.call("InstanceService/Start", { id: "x" });
    expect(outcome.code).toBe("UNIMPLEMENTED");
    expect(outcome.message).toContain('emulator.handle("svc.compute.v1.InstanceService/Start"');
  });

  it("starts operations that change a resource when they complete", async () => {
    await using cloud = await openCloud({ operationDelayMs: 100 });
    cloud.emulator.handle<{ id: string }>("svc.compute.v1.InstanceService/Stop", async (request, context) => {
      const vm = context.resource<Instance>(request.id);
      vm.status.state = 5;
      return context.operation({ resource: vm, description: "Stop it" });
    });
    const id = await createVm(cloud);
    cloud.clock.advance(100);
    expect(await cloud.must("InstanceService/Stop", { id })).toMatchObject({
      description: "Stop it",
      resourceId: id,
    });
    expect(await cloud.must("InstanceService/Get", { id })).toMatchObject({
      status: { state: "STATE_RUNNING" },
    });
    cloud.clock.advance(100);
    expect(await cloud.must("InstanceService/Get", { id })).toMatchObject({
      status: { state: "STATE_STOPPED" },
      metadata: { resourceVersion: "2" },
    });
    expect((await cloud.call("InstanceService/Stop", { id: "nope" })).code).toBe("NOT_FOUND");
  });

  it("takes the place of what the emulator would do, and answers with plain fields", async () => {
    await using cloud = await openCloud();
    cloud.emulator.handle("DiskService/Get", (request, context) => ({
      metadata: { id: request["id"], name: `${context.account} ${context.header("X-Test").join()}` },
    }));
    const answer = await cloud.must("DiskService/Get", { id: "d" }, { headers: { "x-test": "hi" } });
    expect(answer).toEqual({ metadata: { id: "d", name: "tester hi" } });
  });

  it.each([
    {
      name: "a status",
      error: new StatusError("FAILED_PRECONDITION", "not now"),
      code: "FAILED_PRECONDITION",
      want: /^not now$/,
    },
    {
      name: "anything else",
      error: new TypeError("oops"),
      code: "INTERNAL",
      want: /TypeError: oops/,
      reason: "UNEXPECTED",
    },
  ])("that throws $name fails the call with $code", async ({ error, code, want, reason }) => {
    await using cloud = await openCloud();
    cloud.emulator.handle("DiskService/Get", () => {
      throw error;
    });
    const outcome = await cloud.call("DiskService/Get", { id: "d" });
    expect(outcome.code).toBe(code);
    expect(outcome.message).toMatch(want);
    expect(cloud.emulator.calls()).toMatchObject([{ reason }]);
  });

  it("that answers with nonsense fails the call, and the server stays up", async () => {
    await using cloud = await openCloud();
    cloud.emulator.handle("DiskService/Get", () => ({ metadata: { resourceVersion: "many" } }));
    expect((await cloud.call("DiskService/Get", { id: "d" })).code).toBe("INTERNAL");
    expect((await cloud.call("DiskService/List")).code).toBe("OK");
  });

  it.each<readonly [string, Answer, RegExp]>([
    [
      "at the top",
      { metadat: {} },
      /svc\.compute\.v1\.Disk: unknown name "metadat"; did you mean "metadata"\?/,
    ],
    [
      "inside",
      { spec: { size_bytes: 5n } },
      /DiskSpec: unknown name "size_bytes"; did you mean "sizeBytes"\?/,
    ],
    [
      "of a oneof",
      { spec: { source: { kase: "" } } },
      /DiskSpec.source: unknown name "kase"; did you mean "case"\?/,
    ],
  ])(
    "that answers with a field that no type has, %s, fails the call and names it",
    async (_, answer, want) => {
      await using cloud = await openCloud();
      cloud.emulator.handle("DiskService/Get", () => answer);
      const outcome = await cloud.call("DiskService/Get", { id: "d" });
      expect(outcome.code).toBe("INTERNAL");
      expect(cloud.emulator.calls()).toMatchObject([{ reason: "HANDLER_INVALID" }]);
      expect(outcome.message).toMatch(want);
    },
  );

  it("that starts an operation with an option that is not known fails the call and names it", async () => {
    await using cloud = await openCloud();
    cloud.emulator.handle("DiskService/Delete", (_, context) =>
      context.operation({ ["resourceID" as string]: "d" }),
    );
    expect((await cloud.call("DiskService/Delete", { id: "d" })).message).toMatch(
      /DiskService\/Delete: operation: unknown name "resourceID"; did you mean "resourceId"\?/,
    );
  });

  it("is not canceled by its own answer", async () => {
    await using cloud = await openCloud();
    const signals: AbortSignal[] = [];
    cloud.emulator.handle("DiskService/Get", (_, { signal }) => {
      signals.push(signal);
      return {};
    });
    await cloud.must("DiskService/Get", { id: "d" });
    // The stream of the first call is closed when the second one has its answer.
    await cloud.must("DiskService/Get", { id: "d" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });

  it("streams, until it ends or the caller leaves", async () => {
    await using cloud = await openCloud();
    let createCanceledError = false;
    cloud.emulator.handle<{ follow: boolean }>(
      "InstanceService/ReadConsole",
      async function* (request, context) {
        context.signal.addEventListener("abort", () => (createCanceledError = true));
        for (let offset = 0n; offset < 3n; offset += 1n) yield { offset, data: Buffer.from("x") };
        if (request.follow) await context.sleep(1e9);
      },
    );
    expect(await readConsole(cloud, false)).toEqual([0n, 1n, 2n]);
    expect(await readConsole(cloud, true)).toEqual([0n, 1n, 2n]);
    await expect.poll(() => createCanceledError).toBe(true);
    await expect.poll(() => cloud.emulator.calls().map(({ code }) => code)).toEqual(["OK", "CANCELLED"]);
  });
});

describe("the handlers for a compute API, which come as an example", () => {
  it("start and stop an instance, and show its console", async () => {
    await using cloud = await openCloud();
    await runModule(cloud);
    const id = await createVm(cloud);
    await cloud.must("InstanceService/Stop", { id });
    const stopped = await cloud.must("InstanceService/Get", { id });
    expect(stopped).toMatchObject({ spec: { stopped: true }, status: { state: "STATE_STOPPED" } });
    await cloud.must("InstanceService/Start", { id });
    const started = await cloud.must("InstanceService/Get", { id });
    expect(started).toMatchObject({ status: { state: "STATE_RUNNING" }, metadata: { resourceVersion: "3" } });
    expect(await readConsole(cloud, false, id)).toEqual([0n]);
  });
});

async function runModule(cloud: TestCloud): Promise<void> {
  const module = (await import(`${root}emulator/examples/compute-handlers.js`)) as {
    default: (emulator: TestCloud["emulator"]) => void;
  };
  module.default(cloud.emulator);
}

/** Reads three pieces of a console, then leaves if there are more to come. */
async function readConsole(cloud: TestCloud, follow: boolean, id = "x"): Promise<unknown[]> {
  const { registry } = cloud.emulator.api;
  const request = registry.getMessage("svc.compute.v1.ReadConsoleRequest")!;
  const response = registry.getMessage("svc.compute.v1.ReadConsoleResponse")!;
  const call = cloud.client(cloud.authorityOf("compute")).makeServerStreamRequest(
    "/svc.compute.v1.InstanceService/ReadConsole",
    (bytes: Buffer) => bytes,
    (bytes: Buffer) => bytes,
    Buffer.from(toBinary(request, create(request, { id, follow }))),
    cloud.headers({}),
  );
  const offsets: unknown[] = [];
  call.on("error", () => {});
  for await (const bytes of call as AsyncIterable<Buffer>) {
    offsets.push((fromBinary(response, bytes) as Message & { offset: bigint }).offset);
    if (follow && offsets.length === 3) break;
  }
  call.cancel();
  return offsets;
}
