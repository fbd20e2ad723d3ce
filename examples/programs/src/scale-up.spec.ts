import { startEmulator, type Emulator } from "@stratus/emulator";
import { Cloud, CloudError, mock, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaleUp } from "./scale-up.js";

/** Fast, and says exactly what the server answers. */
describe("scaling up, with a mock", () => {
  it("sends what it changed, and no more", async () => {
    const updates: unknown[] = [];
    const instances = mock(InstanceServiceClient, {
      get: ({ id }) => ({ metadata: { id, resourceVersion: 7n }, spec: { cpu: 4, hostnames: ["web"] } }),
      update: (request) => {
        updates.push(request.spec?.cpu);
        return { id: "operation-1" };
      },
    });

    expect(await scaleUp(instances, "vm-1", 16)).toBe(8);
    expect(updates).toEqual([8]);
  });

  it("is nothing for an instance that is gone", async () => {
    const instances = mock(InstanceServiceClient, {
      get: () => {
        throw new CloudError({ code: "NOT_FOUND", text: "gone" });
      },
    });

    expect(await scaleUp(instances, "vm-1", 16)).toBeUndefined();
  });
});

/** Real sockets, masks, versions and operations. */
describe("scaling up, with the emulator", () => {
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;

  beforeAll(async () => {
    emulator = await startEmulator({ sdk: "@svc/cloud" });
    cloud = new Cloud({
      apiDomain: emulator.apiDomain,
      endpoint: emulator.address,
      insecure: true,
      credentials: staticToken(emulator.issueToken()),
    });
    instances = new InstanceServiceClient(cloud);
  });
  afterAll(async () => {
    await cloud.close();
    await emulator.close();
  });

  it("leaves everything else as it is, though the server hiccups", async () => {
    const { resourceId: id } = await instances.create({
      metadata: { parentId: "project-1", name: "web-1" },
      spec: { cpu: 12, hostnames: ["web"] },
    });
    emulator.script("InstanceService/Update", [{ code: "UNAVAILABLE" }]);

    expect(await scaleUp(instances, id, 16)).toBe(16);
    expect((await instances.get({ id })).spec).toMatchObject({ cpu: 16, hostnames: ["web"] });
  });
});
