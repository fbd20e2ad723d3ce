import { startEmulator, type Emulator, type EmulatorOptions, type FaultStep } from "@stratus/emulator";
import { Cloud, CloudError, staticToken } from "@svc/cloud";
import { InstanceServiceClient, InstanceStatus } from "@svc/cloud/compute/v1";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { countUp, makeCounter, readCount } from "./counting.fixture.js";
import { codedError } from "../coded-error.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const update = "svc.compute.v1.InstanceService/Update";

/** An emulator with a counter, and a client. */
async function setUp(options: Partial<EmulatorOptions> = {}) {
  const emulator = await startEmulator({ protos: ".", cwd: top, ...options });
  const cloud = new Cloud({
    apiDomain: emulator.apiDomain,
    credentials: staticToken(emulator.issueToken()),
    endpoint: emulator.address,
    insecure: true,
    retry: { baseDelayMs: 1 },
    pollIntervalMs: 5,
  });
  const instances = new InstanceServiceClient(cloud);
  const id = await makeCounter(instances, "counter");
  emulator.clearReport();
  const close = async (): Promise<void> => {
    await cloud.close();
    await emulator[Symbol.asyncDispose]();
  };
  return { emulator, instances, id, [Symbol.asyncDispose]: close };
}

const updatesSeen = (emulator: Emulator): number =>
  emulator.report().filter(({ method }) => method === update).length;

describe("modify at a server", () => {
  it("lets 20 who count at once all get through at defaults", async () => {
    await using at = await setUp();
    const tally = { done: 0, unknown: 0, failed: 0 };
    await Promise.all(Array.from({ length: 20 }, () => countUp(at.instances, at.id, tally)));
    expect(tally).toEqual({ done: 20, unknown: 0, failed: 0 });
    expect(await readCount(at.instances, at.id)).toBe(20);
  });

  const lost: FaultStep[] = [{ dropReply: true }, { code: "ABORTED" }];
  it.each<[title: string, options: Partial<EmulatorOptions>, steps: FaultStep[]]>([
    ["knows the key", {}, lost],
    ["has forgotten the key, and shows it in the operation", { idempotencyLifetimeMs: 1 }, lost],
    ["forgot the key before the call was repeated", { idempotencyLifetimeMs: 1 }, [{ dropReply: true }]],
    ["takes its time for operations", { operationDelayMs: 100 }, lost],
  ])("takes its own change for its own after a lost answer if the server %s", async (_, options, steps) => {
    await using at = await setUp(options);
    at.emulator.script(update, steps);
    const operation = await at.instances.modify({ id: at.id }, (vm) => void (vm.spec.cpu += 1));
    await operation.wait();
    expect(operation.id).not.toBe("");
    expect(operation.isUnchanged).toBe(false);
    expect(await readCount(at.instances, at.id)).toBe(1);
  });

  it("sends nothing if nothing was changed, and what was changed in a copy", async () => {
    await using at = await setUp();
    const nothing = await at.instances.modify({ id: at.id }, (vm) => ({
      ...vm,
      spec: { ...vm.spec, cpu: 1 },
    }));
    expect(nothing).toMatchObject({ isUnchanged: true, isDone: true, id: "", resourceId: at.id });
    expect((await nothing.wait()).status?.code).toBe(0);
    expect((await nothing.resource()).spec.cpu).toBe(1);
    expect(at.emulator.report()).toHaveLength(1);
    const copy = await at.instances.modify({ id: at.id }, (vm) => ({ ...vm, spec: { ...vm.spec, cpu: 9 } }));
    await copy.wait();
    expect((await copy.resource()).spec.cpu).toBe(9);
    const partial = at.instances.modify({ id: at.id }, (vm) => ({ ...vm, spec: { cpu: 9 } }));
    await expect(partial).rejects.toThrow(
      codedError("INVALID_ARGUMENT", /lacks spec\.\w+, .*spread the object/),
    );
    expect(updatesSeen(at.emulator)).toBe(1);
  });

  it("previews what it would do, and then does that", async () => {
    await using at = await setUp();
    const change = (vm: { spec: { cpu: number; hostnames: string[] } }): void => {
      vm.spec.cpu = 8;
      vm.spec.hostnames = ["web"];
    };
    const preview = await at.instances.previewModify({ id: at.id }, change);
    expect(updatesSeen(at.emulator)).toBe(0);
    await (await at.instances.modify({ id: at.id }, change)).wait();
    const vm = await at.instances.get({ id: at.id });
    expect(vm.spec).toEqual(preview.after.spec);
    expect(vm.metadata.resourceVersion).toBe(preview.request.metadata!.resourceVersion + 1n);
  });

  it("refuses a status, and says which field it is", async () => {
    await using at = await setUp();
    const { id, instances } = at;
    const times = instances.modify({ id }, (vm) => void (vm.metadata.updatedAt = { seconds: 1n, nanos: 0 }));
    await expect(times).rejects.toThrow(codedError("INVALID_ARGUMENT", "metadata.updated_at"));
    const status = instances.modify({ id }, (vm) => void (vm.status = InstanceStatus.create({ state: 1 })));
    await expect(status).rejects.toThrow(codedError("INVALID_ARGUMENT", "status"));
  });

  it("updates a part with the rest of what was read, unless somebody was faster", async () => {
    await using at = await setUp();
    const { id, instances } = at;
    await (await instances.modify({ id }, (vm) => void (vm.spec.hostnames = ["web"]))).wait();
    const vm = await instances.get({ id });
    await (await instances.update({ metadata: { id }, spec: { cpu: 8 } }, { carry: vm })).wait();
    expect((await instances.get({ id })).spec).toMatchObject({ cpu: 8, hostnames: ["web"] });
    const late = instances.update({ spec: { cpu: 9 } }, { carry: vm });
    await expect(late).rejects.toMatchObject({ code: "ABORTED" });
    await expect(late).rejects.toBeInstanceOf(CloudError);
  });
});
