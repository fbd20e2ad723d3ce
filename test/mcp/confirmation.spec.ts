import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Agent,
  type AgentOptions,
  changesOf,
  type Cloud,
  openAgent,
  openCloud,
  planOf,
} from "./connect.fixture.js";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 0 });
});
afterAll(() => cloud?.[Symbol.asyncDispose]());

const open = async (options: AgentOptions): Promise<Agent> => {
  cloud.log.length = 0;
  cloud.emulator.clearCalls();
  return openAgent(await cloud.api({ allow: ["create", "change", "destroy"] }), options);
};
let count = 0;
const planDisk = (agent: Agent, labels: object = {}) =>
  agent.call("plan", {
    method: "compute/disk/create",
    request: { metadata: { parentId: "p1", name: `d-${++count}`, labels }, spec: { sizeBytes: "1" } },
  });
const outcomes = (): readonly object[] =>
  cloud.log.map((line) => JSON.parse(line) as { event: string }).filter(({ event }) => event !== "call");

describe("the log", () => {
  it.each([
    [{ confirm: "all", onAsk: () => ({ action: "accept", content: {} }) }, "applied", "elicitation", "OK"],
    [{ confirm: "all", onAsk: () => ({ action: "decline" }) }, "declined", undefined, "DECLINED"],
    [{ confirm: "destroy" }, "applied", "dialog", "OK"],
    [{ confirm: "never" }, "applied", "nobody", "OK"],
  ] as const)(
    "says for %j how a change was approved, and what came of it",
    async (options, event, approvedBy, result) => {
      const agent = await open(options as AgentOptions);
      await agent.call("apply", planOf(await planDisk(agent)));
      const [planned, outcome, ...more] = outcomes();
      expect(planned).toMatchObject({ event: "planned", client: "test 1.0.0", digest: expect.any(String) });
      expect(outcome).toMatchObject({ event, result, ...(approvedBy && { approvedBy }) });
      expect(more).toEqual([]);
    },
  );
});

describe("a question to the user", () => {
  it("that the client cannot ask is an error under --confirm all, before anything is read", async () => {
    const agent = await open({ confirm: "all" });
    const planned = await planDisk(agent);
    expect(planned).toEqual({ isError: true, text: expect.stringContaining("no elicitation") });
    expect(cloud.emulator.calls()).toEqual([]);
  });

  it("shows all that is sent, or the change cannot be approved there", async () => {
    const asked: string[] = [];
    const agent = await open({
      confirm: "all",
      onAsk: ({ params }) => {
        asked.push(params.message);
        return { action: "accept", content: {} };
      },
    });
    const labels = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`label-${at}`, "x".repeat(20)]));
    const long = await agent.call("apply", planOf(await planDisk(agent, labels(14))));
    expect(long).toEqual({ isError: true, text: expect.stringContaining("600 characters") });
    expect([asked, changesOf(cloud)]).toEqual([[], []]);
    const short = planOf(await planDisk(agent, labels(4)));
    expect(await agent.call("apply", short)).toMatchObject({ isError: false });
    expect(asked).toEqual([`Apply this change? ${short.summary}`]);
  });
});

describe("the default parent of the session", () => {
  it("is in the summary of what it is sent with", async () => {
    const settings = {
      endpoint: cloud.emulator.address,
      insecure: true,
      apiDomain: cloud.emulator.apiDomain,
      parentId: "p9",
    };
    const agent = await openAgent(await cloud.api({ allow: ["create"], settings }));
    const request = { metadata: { name: "d" }, spec: { sizeBytes: "1" } };
    const plan = planOf(await agent.call("plan", { method: "compute/disk/create", request }));
    expect(plan.summary).toContain("metadata.parentId p9");
    expect(await agent.call("apply", plan)).toMatchObject({ isError: false });
    const sent = cloud.emulator.calls().findLast(({ method }) => method.endsWith("DiskService/Create"));
    expect(sent?.message).toMatchObject({ metadata: { parentId: "p9" } });
  });
});

describe("plans in memory", () => {
  it("are limited by their size, and give way to newer ones", async () => {
    const agent = await open({});
    const big = (name: string) =>
      agent.call("plan", {
        method: "compute/disk/create",
        request: { metadata: { parentId: "p1", name, labels: { big: "x".repeat(3_000_000) } } },
      });
    const first = planOf(await big("first"));
    for (let at = 0; at < 4; at++) await big(`more-${at}`);
    expect(await agent.call("apply", first)).toMatchObject({
      isError: true,
      text: expect.stringContaining("there is no plan"),
    });
  });
});
