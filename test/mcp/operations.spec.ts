import { afterAll, beforeAll, expect, it } from "vitest";
import { type Agent, type Cloud, openAgent, openCloud, planOf } from "./connect.fixture.js";

let cloud: Cloud;
let agent: Agent;

beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 60_000 });
  agent = await openAgent(await cloud.api({ allow: ["create", "change"] }));
});
afterAll(() => cloud[Symbol.asyncDispose]());

it("an operation is told of while it is waited for, and is not asked for any more if the caller leaves", async () => {
  const plan = planOf(
    await agent.call("plan", {
      method: "compute/disk/create",
      request: { metadata: { parentId: "p1", name: "d" }, spec: { sizeBytes: "1" } },
    }),
  );
  const told: string[] = [];
  const leaving = new AbortController();
  const applied = agent.client.callTool(
    { name: "apply", arguments: { ...plan } },
    {
      signal: leaving.signal,
      onprogress: ({ message = "" }) => {
        told.push(message);
        leaving.abort();
      },
    },
  );
  await expect(applied).rejects.toThrow();
  const [, id = ""] = /^operation (\S+): in progress/.exec(told[0] ?? "") ?? [];
  expect(id).not.toBe("");
  // It was begun, once, and the log says so.
  const creates = cloud.emulator.report().filter(({ method }) => method.endsWith("DiskService/Create"));
  expect(creates).toHaveLength(1);
  expect(cloud.log.join("\n")).toMatch(/"event":"applied".*"result":"OK"/);
  // It goes on, and its handle leads to it.
  const { text, isError } = await agent.call("operation", { handle: `compute/disk:${id}` });
  expect({ text, isError }).toEqual({
    isError: false,
    text: expect.stringContaining(`goes on; call operation with the handle compute/disk:${id}`),
  });
});
