import { findSdk } from "@stratus/dynamic-client";
import { expect, it } from "vitest";
import { Api } from "../../mcp/src/calls/api.js";
import { root } from "../repository.fixture.js";
import { openAgent } from "./connect.fixture.js";

it("a tool fails at once if nothing listens at the address of the API", async () => {
  const sdk = await findSdk("@svc/cloud", root);
  const settings = { endpoint: "127.0.0.1:1", insecure: true, apiDomain: "api.example.com" };
  const env = { CLOUD_TOKEN: "t" };
  const api = new Api({ sdk, settings, env, userAgent: "acme/1", writeLog: () => undefined });
  const agent = await openAgent(api);
  const method = "compute/instance/get";
  const { isError, text } = await agent.call("read", { method, request: { id: "instance-1" } });
  expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringContaining("ECONNREFUSED") });
  expect(text).not.toMatch(/after \d+ attempts/);
  await api.close();
});
