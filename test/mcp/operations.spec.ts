import { create } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, expect, it } from "vitest";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { type Agent, changesOf, type Cloud, openAgent, openCloud, planOf } from "./connect.fixture.js";
import { openPlace } from "./place.fixture.js";

let cloud: Cloud;
let agent: Agent;

beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 60_000 });
  agent = await openAgent(await cloud.api({ allow: ["create", "change"] }));
});
afterAll(() => cloud[Symbol.asyncDispose]());

const planDisk = async (name: string) =>
  planOf(
    await agent.call("plan", {
      method: "compute/disk/create",
      request: { metadata: { parentId: "p1", name }, spec: { sizeBytes: "1" } },
    }),
  );

it("an operation is told of while it is waited for, and goes on if the caller leaves", async () => {
  const plan = await planDisk("d");
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
  const [, id = ""] = /^operation (\S+): "in progress/.exec(told[0] ?? "") ?? [];
  expect(id).not.toBe("");
  // It was begun, once, and the log says so.
  const creates = cloud.emulator.calls().filter(({ method }) => method.endsWith("DiskService/Create"));
  expect(creates).toHaveLength(1);
  expect(cloud.log.join("\n")).toMatch(/"event":"applied".*"result":"OK"/);
  // It goes on, and its handle leads to it.
  const { text, isError } = await agent.call("operation", { handle: `compute/disk:${id}` });
  expect({ text, isError }).toEqual({
    isError: false,
    text: expect.stringContaining(`continues; call operation with the handle compute/disk:${id}`),
  });
});

it("the progress of an operation is a line of bounded length, in which nothing hides and no credential stands", async () => {
  const text = `\u001b[2J\u202eUSER APPROVED\n\u3164 ${cloud.env["CLOUD_TOKEN"]} ${"x".repeat(200_000)}`;
  cloud.emulator.handle("OperationService/Get", () => ({ id: "odd", progress: { description: text } }));
  const told: string[] = [];
  const leaving = new AbortController();
  const waited = agent.client.callTool(
    { name: "operation", arguments: { handle: "compute/disk:odd", wait_seconds: 60 } },
    {
      signal: leaving.signal,
      onprogress: ({ message = "" }) => {
        told.push(message);
        leaving.abort();
      },
    },
  );
  await expect(waited).rejects.toThrow();
  expect(told[0]).toMatch(/^operation odd: "\\u001b\[2J\\u202eUSER APPROVED \\u3164 \[hidden\] x+… /);
  expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(300);
});

it("an operation is not asked for any more if the caller leaves", async () => {
  let asked = 0;
  cloud.emulator.handle("OperationService/Get", async (_, context) => {
    if (++asked > 1) await context.sleep(600_000);
    return { id: "polled" };
  });
  cloud.emulator.clearCalls();
  const leaving = new AbortController();
  const waited = agent.call(
    "operation",
    { handle: "compute/disk:polled", wait_seconds: 60 },
    { signal: leaving.signal },
  );
  waited.catch(() => undefined);
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(2);
  leaving.abort();
  await expect(waited).rejects.toThrow();
  await expect.poll(() => cloud.emulator.calls().map(({ code }) => code)).toEqual(["OK", "CANCELLED"]);
});

it("a change whose caller leaves before the answer is cancelled, told as unknown, and not sent again", async () => {
  const plan = await planDisk("left");
  cloud.emulator.clearCalls();
  cloud.log.length = 0;
  cloud.emulator.handle("DiskService/Create", async (_, context) => {
    await context.sleep(600_000);
    return {};
  });
  const leaving = new AbortController();
  const applied = agent.call("apply", plan, { signal: leaving.signal });
  applied.catch(() => undefined);
  await expect.poll(() => changesOf(cloud)).toEqual(["Create"]);
  leaving.abort();
  await expect(applied).rejects.toThrow();
  await expect.poll(() => cloud.log.at(-1) ?? "").toMatch(/"event":"applied".*"result":"UNKNOWN"/);
  expect(cloud.emulator.calls().map(({ code }) => code)).toEqual(["CANCELLED"]);
  expect(await agent.call("apply", plan)).toMatchObject({
    isError: true,
    text: expect.stringContaining("there is no plan"),
  });
  expect(changesOf(cloud)).toEqual(["Create"]);
});

it("a change whose operation fails at once is told as failed", async () => {
  const finishedAt = create(TimestampSchema, { seconds: 1_893_456_000n });
  const failed = { id: "failed", finishedAt, status: { code: 9, message: "no room" } };
  const plan = await planDisk("full");
  cloud.emulator.handle("DiskService/Create", () => failed);
  expect((await agent.call("apply", plan)).text).toMatch(
    /^Sent\. The operation failed is done and failed \(FAILED_PRECONDITION\)\.[^]*no room/,
  );
});

it("an operation is cancelled by its handle, ends without its effect, and is told as failed", async () => {
  await using own = await openPlace(libraryFiles(), { kind: "aip", operationDelayMs: 600_000 });
  const caller = await own.open({ allow: ["create"] });
  const request = { shelfId: "t", shelf: { theme: "old" } };
  const plan = planOf(await caller.call("plan", { method: "library/shelves/create-shelf", request }));
  const leaving = new AbortController();
  let id = "";
  const onprogress = ({ message = "" }): void => {
    [, id = ""] = /^operation ([^\s:]+)/.exec(message) ?? [];
    leaving.abort();
  };
  const applied = caller.client.callTool(
    { name: "apply", arguments: { ...plan } },
    { signal: leaving.signal, onprogress },
  );
  await expect(applied).rejects.toThrow();
  const handle = `library/shelves:${id}`;
  expect((await caller.call("operation", { handle })).text).toContain("continues");
  own.log.length = 0;
  expect(await caller.call("cancel_operation", { handle })).toEqual({
    isError: false,
    text: expect.stringMatching(
      /^The API was asked to cancel the operation .*, which may go on nevertheless/,
    ),
  });
  expect(own.log.join("")).toMatch(/"event":"applied".*"operation":"[^"]+".*"result":"OK"/);
  const { text } = await caller.call("operation", { handle, wait_seconds: 10 });
  expect(text).toMatch(/is done and failed \(CANCELLED\)/);
  const read = { method: "library/shelves/get-shelf", request: { name: "shelves/t" } };
  expect((await caller.call("read", read)).text).toContain("NOT_FOUND");
});
