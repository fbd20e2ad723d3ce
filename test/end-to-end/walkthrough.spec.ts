import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const main = fileURLToPath(new URL("../../examples/walkthrough/dist/main.js", import.meta.url));

it("the walkthrough goes through the whole API and shows what went over the wire, but never a token", async () => {
  const { stdout } = await promisify(execFile)("node", [main]);

  expect(stdout).toContain("svc.iam.v1.TokenExchangeService/Exchange at tokens.iam.api.example.com:443: OK");
  expect(stdout).toContain("svc.common.v1.OperationService/Get at compute.api.example.com:443: OK");
  expect(stdout).toContain("x-resetmask: spec.secondary_disks");
  expect(stdout).toMatch(/x-idempotency-key: [0-9a-f-]{36}/);
  expect(stdout).toContain("0 secondary disks, still 2 cores");
  expect(stdout).toContain("NOT_FOUND: resourceNotFound");
  expect(stdout).not.toMatch(/Bearer|eyJ|authorization/i);
});
