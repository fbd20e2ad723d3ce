import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startCloud } from "../end-to-end/local-cloud.fixture.js";

const program = `
  import { Cloud, staticToken } from "@svc/cloud";
  import { InstanceServiceClient } from "@svc/cloud/compute/v1";
  const [apiDomain, endpoint, token] = process.argv.slice(1);
  const credentials = staticToken(token);
  const cloud = new Cloud({ apiDomain, endpoint, insecure: true, credentials });
  console.log((await new InstanceServiceClient(cloud).list({ parentId: "p" })).items.length);`;

describe("a program that leaves its session open", () => {
  it.each([["0"], ["1"]])("exits when it has finished, with CLOUD_DEBUG=%s", async (debug) => {
    await using emulator = await startCloud();
    const { apiDomain, address } = emulator;
    const args = ["--input-type=module", "-e", program, apiDomain, address, emulator.issueToken()];
    const run = promisify(execFile)(process.execPath, args, {
      cwd: new URL("../..", import.meta.url),
      env: { ...process.env, CLOUD_DEBUG: debug },
      timeout: 15_000,
    });
    const { stdout, stderr } = await run;
    expect(stdout).toBe("0\n");
    expect(stderr.includes("Cloud call")).toBe(debug === "1");
  });
});
