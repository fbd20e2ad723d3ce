import { startEmulator } from "@stratus/emulator";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";

let emulator;
let cloud;

beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud" });
  const { apiDomain, address: endpoint } = emulator;
  cloud = new Cloud({ apiDomain, endpoint, insecure: true, credentials: staticToken(emulator.issueToken()) });
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
