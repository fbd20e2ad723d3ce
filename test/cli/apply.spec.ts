import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "@stratus/emulator";
import { root } from "../repository.fixture.js";
import { commandLine } from "./test-host.fixture.js";

let emulator: Emulator;
let acme: ReturnType<typeof commandLine>;
beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  acme = commandLine("@svc/cloud", {
    env: {
      CLOUD_TOKEN: emulator.issueToken(),
      CLOUD_ENDPOINT: emulator.address,
      CLOUD_INSECURE: "true",
      CLOUD_API_DOMAIN: emulator.apiDomain,
    },
  });
});
afterAll(() => emulator?.close());

it("tries", async () => {
  const stdin = `
$resource: compute/disk
metadata: { parentId: p1, name: d1 }
spec: { sizeBytes: 1000000000, type: DISK_TYPE_NETWORK_SSD }
---
$resource: compute/instance
metadata: { parentId: p1, name: web }
spec:
  cpu: 2
  memoryBytes: 4000000000
  platform: x
  bootDisk: { diskId: { $ref: compute/disk/d1 }, attachMode: ATTACH_MODE_READ_WRITE }
  userData: AAAA
`;
  for (const _ of [1, 2, 3]) {
    const ended = await acme("apply -f - --yes", { stdin });
    console.log(ended.screen, ended.code);
  }
  const ex = await acme("compute instance export --parent-id p1");
  console.log(ex.screen);
  console.log((await acme("apply -f - --yes", { stdin: ex.out })).screen);
  console.log((await acme("apply -f - --yes", { stdin: ex.out.replace("cpu: 2", "cpu: 4") })).screen);
  console.log((await acme("apply -f - --yes", { stdin: stdin.replace("platform: x", "platform: y") })).screen);
  console.log((await acme("apply --help", { stdin: stdin.replace("platform: x", "platform: y") })).screen);
});
