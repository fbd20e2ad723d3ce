import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Emulator } from "@stratus/emulator";
import type { Cloud } from "@svc/cloud";
import { InstanceServiceClient, InstanceStatus_State } from "@svc/cloud/compute/v1";
import { openSession, startCloud } from "./local-cloud.fixture.js";

type AddHandlers = (emulator: Emulator) => void;

/** The methods of the compute API that mean more than their shapes tell, with the emulator's handlers for them. */
describe("an instance", () => {
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;
  let id: string;

  beforeAll(async () => {
    emulator = await startCloud();
    const handlers = new URL("../../emulator/examples/compute-handlers.js", import.meta.url).href;
    ((await import(handlers)) as { default: AddHandlers }).default(emulator);
    cloud = openSession(emulator);
    instances = new InstanceServiceClient(cloud);
    ({ resourceId: id } = await instances.create({ metadata: { parentId: "project-1", name: "web-1" } }));
  });
  afterAll(async () => {
    await cloud.close();
    await emulator.close();
  });

  it("is stopped and started, each by an operation", async () => {
    await (await instances.stop({ id })).wait();
    expect(await instances.get({ id })).toMatchObject({
      spec: { stopped: true },
      status: { state: InstanceStatus_State.STOPPED },
    });
    await (await instances.start({ id })).wait();
    expect(await instances.get({ id })).toMatchObject({
      spec: { stopped: false },
      status: { state: InstanceStatus_State.RUNNING },
    });
  });

  it("streams its console to the end", async () => {
    let text = "";
    for await (const { data } of instances.readConsole({ id })) text += Buffer.from(data).toString();
    expect(text).toBe("Booting web-1\nlogin: ");
  });

  it("streams its console until the reader leaves, without an idempotency key", async () => {
    emulator.clearCalls();
    for await (const { offset, data } of instances.readConsole({ id, offset: 8n, follow: true })) {
      expect(offset).toBe(8n);
      expect(Buffer.from(data).toString()).toBe("web-1\nlogin: ");
      break;
    }
    const [attempt] = emulator.calls();
    expect(attempt?.method).toBe("svc.compute.v1.InstanceService/ReadConsole");
    expect(attempt?.metadata).not.toHaveProperty("x-idempotency-key");
  });

  it("that does not exist fails its stream with the service's error", async () => {
    const read = async (): Promise<void> => {
      for await (const piece of instances.readConsole({ id: "nope" })) expect(piece).toBeUndefined();
    };
    await expect(read()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
