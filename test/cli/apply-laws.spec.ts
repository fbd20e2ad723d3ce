import { startEmulator } from "@stratus/emulator";
import { expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { runs } from "../runs.js";
import { applyRandomResources } from "./apply-laws.fixture.js";
import { commandLine } from "./test-host.fixture.js";

it("sends nothing twice, and creates each resource once although it is cut off", async () => {
  await using emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  const env = {
    CLOUD_TOKEN: emulator.issueToken(),
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: emulator.apiDomain,
  };
  const acme = commandLine("@svc/cloud", { env });
  const kinds = ["compute/disk", "compute/image", "compute/instance"];
  const identity = (_: string, run: string, number: number) => ({
    metadata: { parentId: run, name: `n${number}` },
  });
  const api = { acme, emulator, sdk: "@svc/cloud", kinds, identity };
  const count = runs(24);
  expect(await applyRandomResources(api, count, 11)).toBe(count);
});
