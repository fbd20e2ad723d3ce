import { startEmulator } from "@stratus/emulator";
import { Cloud } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";

let emulator;
let cloud;

beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud" });
  cloud = new Cloud({ ...emulator.session });
});
beforeEach(() => emulator.reset());
afterAll(async () => {
  await cloud.close();
  await emulator.close();
});

test("a stopped machine is shown as stopped", async () => {
  await emulator.seedText(`
    $resource: compute/instance
    metadata: { id: instance-1, parentId: p, name: web }
    status: { state: STATE_STOPPED }
  `);
  const instances = new InstanceServiceClient(cloud);
  const found = await instances.list({ parentId: "p", filter: "status.state = STOPPED" });
  expect(found.items.map(({ metadata }) => metadata.name)).toEqual(["web"]);
});
