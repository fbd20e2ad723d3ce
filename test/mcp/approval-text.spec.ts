import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Agent, type Answer, dataOf, planOf } from "./connect.fixture.js";
import type { Place } from "./place.fixture.js";
import { openVolumes, volumes } from "./volumes.fixture.js";

const prod = "projects/prod/volumes/customer-db";

let place: Place;
let agent: Agent;
let volume: Readonly<Record<string, unknown>> = {};

beforeAll(async () => {
  place = await openVolumes();
  place.emulator.handle("Volumes/GetVolume", () => volume);
  place.emulator.handle("Volumes/DeleteVolume", () => ({}));
  place.emulator.handle("Volumes/ResizeVolume", () => volume);
  place.emulator.handle("Volumes/UpdateVolume", () => volume);
  place.emulator.handle("Volumes/GetInfo", () => ({ id: "i" }));
  place.emulator.handle("Volumes/GetQuota", () => ({ quota: { left: 3 } }));
  place.emulator.handle("Volumes/GetText", (request) => request);
  place.emulator.handle("Volumes/GetTime", () => ({ seconds: "1893456000", nanos: 0 }));
  place.emulator.handle("Volumes/SetText", () => ({}));
  const allowMethods = [`${volumes}/resize-volume`, `${volumes}/set-text`];
  agent = await place.open({ allow: ["create", "change", "destroy"], allowMethods });
});
afterAll(() => place?.[Symbol.asyncDispose]());
beforeEach(() => {
  volume = {
    name: prod,
    etag: "7",
    metadata: { name: "scratch-test", id: "tmp-1", parentId: "projects/sandbox", etag: "fixed" },
  };
  place.emulator.clearCalls();
});

const plan = (word: string, given: object): Promise<Answer> =>
  agent.call("plan", { method: `${volumes}/${word}`, ...given });
const resize = async (more: object): Promise<string> =>
  planOf(await plan("resize-volume", { request: { name: prod, ...more } })).summary;
const sent = (rpc: string): unknown =>
  place.emulator.calls().findLast(({ method }) => method.endsWith(`/${rpc}`))?.message;

describe("the summary of a plan", () => {
  it("names what is sent, whatever users of the API wrote into a field called metadata", async () => {
    const { summary } = planOf(await plan("delete-volume", { request: { name: prod } }));
    expect(summary).toBe(`destroy ${volumes}/delete-volume: name ${prod}, etag "7"`);
  });

  it("marks what the API says, and has it behind all that is sent", async () => {
    volume = { ...volume, id: "the one; clears labels", parent: "projects/sandbox" };
    const { summary } = planOf(await plan("delete-volume", { request: { name: prod } }));
    expect(summary).toBe(
      `destroy ${volumes}/delete-volume: name ${prod}, etag "7"; the API says: parent projects/sandbox, id "the one; clears labels"`,
    );
  });

  it("has every element of a list, and says which come and go", async () => {
    const members = ["user:alice@example.com", "user:bob@example.com", "carol", "dave"];
    volume = { ...volume, members };
    const next = ["user:mallory@evil.example", ...members.slice(1)];
    const { summary } = planOf(
      await plan("update-volume", { request: { name: prod }, set: { members: [...next, "eve"] } }),
    );
    expect(summary).toContain(`volume.members [${[...next, "eve"].join(", ")}]`);
    expect(summary).toMatch(/before: members loses \["user:alice.*\] and gains \["user:mallory.*"eve"\]/);
  });

  it("has the thirteenth value and all others", async () => {
    const labels = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`l${at}`, `v${at}`]));
    const summary = await resize({ labels });
    for (let at = 0; at < 30; at++) expect(summary).toContain(`labels.l${at} v${at}`);
  });

  it("shows values whole up to 400 characters, and identifies longer ones by length and digest", async () => {
    const script = `#!/bin/sh\n${"echo ".repeat(70)}`;
    expect(await resize({ script })).toContain(JSON.stringify(script));
    expect(await resize({ script: script.repeat(3) })).toMatch(
      /script "#!\/bin\/sh\\n.{50}"… \(1080 bytes, sha256 [0-9a-f]{64}\)/,
    );
  });

  it.each([
    ["a\u200bb", '"a\\u200bb"'],
    ["a\ufe0f", '"a\\ufe0f"'],
    ["a\u2800b\u3164", '"a\\u2800b\\u3164"'],
    ["a  b", '"a\\u0020 b"'],
    ["a\u00a0b", '"a\\u00a0b"'],
    ["e\u0301", '"e\\u0301"'],
    ["\u00e9", '"\u00e9"'],
    ["1", '"1"'],
    ["null", '"null"'],
    ["plain-text.1", "plain-text.1"],
  ])("writes %j as %s", async (script, want) => {
    expect(await resize({ script })).toContain(`script ${want}, etag "7"`);
  });

  it("identifies secrets by a digest that belongs to the plan, also inside lists", async () => {
    const keys = [{ name: "k", value: "hunter2-hunter2" }];
    const summaries = [await resize({ keys }), await resize({ keys })];
    for (const summary of summaries)
      expect(summary).toMatch(/keys \[\{name: k, value: \(secret, digest [0-9a-f]{16}\)\}\]/);
    expect(summaries[0]).not.toBe(summaries[1]);
  });

  it("of too many values is refused", async () => {
    const labels = Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`l${at}`, "v"]));
    const answer = await plan("resize-volume", { request: { name: prod, labels } });
    expect(answer).toEqual({ isError: true, text: expect.stringContaining("at most 60") });
  });
});

describe("the version of a resource", () => {
  it.each([
    ["delete-volume", "DeleteVolume", "destroy"],
    ["resize-volume", "ResizeVolume", "apply"],
  ])("is sent with %s, so that the server can refuse it", async (word, rpc, tool) => {
    const one = planOf(await plan(word, { request: { name: prod } }));
    expect(await agent.call(tool, one)).toMatchObject({ isError: false });
    expect(sent(rpc)).toMatchObject({ name: prod, etag: "7" });
  });

  it("that the caller gave is sent as it is", async () => {
    const one = planOf(await plan("delete-volume", { request: { name: prod, etag: "5" } }));
    expect(one.summary).toContain('etag "5"');
    await agent.call("destroy", one);
    expect(sent("DeleteVolume")).toMatchObject({ etag: "5" });
  });

  it.each(["etag", "revision", "resourceVersion"])(
    "is not what users wrote into metadata.%s",
    async (name) => {
      volume = { ...volume, metadata: { [name]: "fixed" }, labels: {} };
      const one = planOf(await plan("delete-volume", { request: { name: prod } }));
      volume = { ...volume, labels: { note: "NOW THE ONLY COPY OF PAYROLL" } };
      const answer = await agent.call("destroy", one);
      expect(answer).toEqual({
        isError: true,
        text: expect.stringMatching(/^Conflict, nothing was changed/),
      });
      expect(sent("DeleteVolume")).toBeUndefined();
    },
  );

  it("does not change with a field that only the server writes", async () => {
    const one = planOf(await plan("delete-volume", { request: { name: prod } }));
    volume = { ...volume, state: "RUNNING" };
    expect(await agent.call("destroy", one)).toMatchObject({ isError: false });
  });

  it.each(["readMask", "read_mask"])("cannot be taken out of an update by %s", async (name) => {
    const answer = await plan("update-volume", {
      request: { name: prod, [name]: "size" },
      set: { size: "1" },
    });
    expect(answer).toEqual({ isError: true, text: expect.stringContaining("must only name the resource") });
  });
});

describe("well-known types", () => {
  const read = (word: string, request?: object): Promise<Answer> =>
    agent.call("read", { method: `${volumes}/${word}`, ...(request && { request }) });

  it("are requests and answers", async () => {
    expect(dataOf(await read("get-info"))).toEqual({ id: "i" });
    expect((await read("get-info", { x: 1 })).isError).toBe(true);
    expect((await read("get-text", { value: "hello" })).text).toMatch(/\n"hello"$/);
    expect((await read("get-time")).text).toMatch(/\n"2030-01-01T00:00:00Z"$/);
    expect(await read("get-text", { text: "hello" })).toEqual({
      isError: true,
      text: "there is no field text; there is value",
    });
  });

  it("are described and planned", async () => {
    const { text } = await agent.call("describe_methods", { names: [`${volumes}/set-text`] });
    expect(text).toContain("StringValue {\nvalue?: string\n}");
    const one = planOf(await plan("set-text", { request: { value: "a b" } }));
    expect(one.summary).toBe(`call ${volumes}/set-text: "a b"`);
    expect(await agent.call("apply", one)).toMatchObject({ isError: false });
    expect(sent("SetText")).toEqual("a b");
  });
});

describe("a method that is a read by its name", () => {
  it.each([
    ["get-next-volume", false],
    ["get-quota", true],
  ])("is allowed only if it returns what its name names: %s", async (word, isAllowed) => {
    const answer = await agent.call("read", { method: `${volumes}/${word}`, request: { name: prod } });
    expect(answer.isError).toBe(!isAllowed);
    if (!isAllowed) expect(answer.text).toContain("its effect is unknown");
  });
});
