import { startEmulator, type Emulator } from "@stratus/emulator";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCustomOptions, fieldBehaviors } from "@stratus/convention";
import { messageType } from "../mask/schema.fixture.js";
import { managedNames } from "./managed-names.fixture.js";

let emulator: Emulator;
let cloud: Cloud;

beforeAll(async () => {
  emulator = await startEmulator({ protos: ".", cwd: fileURLToPath(new URL("../../", import.meta.url)) });
  cloud = new Cloud({
    apiDomain: emulator.apiDomain,
    endpoint: emulator.address,
    insecure: true,
    credentials: staticToken(emulator.issueToken()),
  });
});
afterAll(async () => {
  await cloud.close();
  await emulator.close();
});

describe("update() with the result of get()", () => {
  it("names no field in the mask that only the server writes and that is not sent", async () => {
    const instances = new InstanceServiceClient(cloud);
    const operation = await instances.create({
      metadata: { parentId: "p", name: "web", labels: { a: "1" } },
      spec: { cpu: 4, memoryBytes: 8n, secondaryDisks: [{ diskId: "d1" }], platform: "cpu-e2" },
    });
    const vm = await instances.get({ id: operation.resourceId });
    emulator.clearCalls();
    await instances.update({ metadata: vm.metadata, spec: vm.spec });
    const sent = emulator.calls().filter(({ method }) => method.endsWith("/Update"));
    const masks = sent.map(({ metadata }) => metadata["x-resetmask"]?.join() ?? "");
    expect(masks).toHaveLength(1);
    expect(masks[0]).not.toBe("");
    const { registry } = emulator.api;
    const options = createCustomOptions(registry.files);
    const resource = messageType(registry, "svc.compute.v1.Instance");
    const named = masks.flatMap((mask) =>
      managedNames(resource, mask, (field) => [...fieldBehaviors(field, options)]),
    );
    expect(named).toEqual([]);
  });
});
