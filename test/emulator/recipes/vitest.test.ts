import { type Emulator, startEmulator } from "@stratus/emulator";
import { Cloud } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

let emulator: Emulator;
let cloud: Cloud;

beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud" });
  cloud = new Cloud({ ...emulator.session });
});
beforeEach(() => emulator.reset());
afterAll(async () => {
  await cloud.close();
  await emulator.close();
});

test("a machine is created once, although its response is lost", async () => {
  emulator.script("InstanceService/Create", [{ dropResponse: true }]);
  const instances = new InstanceServiceClient(cloud);
  await instances.create({ metadata: { parentId: "p", name: "web" }, spec: { cpu: 4 } });
  const calls = emulator.calls({ method: "InstanceService/Create" });
  expect(calls.map(({ code, isReplay }) => [code, isReplay])).toEqual([
    ["UNAVAILABLE", false],
    ["OK", true],
  ]);
});
