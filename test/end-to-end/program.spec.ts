import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Emulator } from "@stratus/emulator";
import { startCloud } from "./local-cloud.fixture.js";

const execute = promisify(execFile);

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startCloud();
});
afterAll(() => emulator.close());

/** What a program of its own prints: it loads of the gRPC library what the SDK loads, and nothing else. */
async function outputOf(endpoint: string): Promise<string> {
  const options = { apiDomain: emulator.apiDomain, endpoint, insecure: true, parentId: "project-1" };
  const source = `
    import { Cloud, staticToken } from "@svc/cloud";
    import { InstanceServiceClient } from "@svc/cloud/compute/v1";
    const cloud = new Cloud({ ...${JSON.stringify(options)}, credentials: staticToken(${JSON.stringify(emulator.issueToken())}) });
    const { items } = await new InstanceServiceClient(cloud).list({});
    console.log(items.length);
    await cloud.close();
  `;
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const { stdout } = await execute(process.execPath, ["--input-type=module", "--eval", source], { cwd });
  return stdout.trim();
}

it.each([
  ["a name", (port: string) => `localhost:${port}`],
  ["an IPv4 address", (port: string) => `127.0.0.1:${port}`],
])("a program of its own calls an endpoint by %s", async (_kind, endpointAt) => {
  const port = emulator.address.split(":").at(-1) ?? "";
  expect(await outputOf(endpointAt(port))).toBe("0");
});
