import { StatusError } from "@stratus/emulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Confirm } from "../../mcp/src/tools/approval-channel.js";
import {
  type Agent,
  type Answer,
  changesOf,
  type Cloud,
  openAgent,
  openCloud,
  planOf,
  plansOf,
} from "./connect.fixture.js";

let cloud: Cloud;
let agent: Agent;
let nowMs = 0;

const allow = ["create", "change", "destroy"] as const;

beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 0 });
  agent = await openAgent(await cloud.api({ allow, nowMs: () => nowMs }));
});
afterAll(() => cloud[Symbol.asyncDispose]());
beforeEach(() => {
  nowMs += 3_600_000;
  cloud.emulator.clearCalls();
});

let count = 0;
const make = (): Promise<string> => cloud.make(`web-${++count}`, { cpu: 4 });
const update = (id: string, set: object): Promise<Answer> =>
  agent.call("plan", { method: "compute/instance/update", request: { id }, set });
const changes = (): readonly string[] => changesOf(cloud);

describe("a plan", () => {
  it.each<[string, (plan: { plan_id: string; summary: string }) => object, RegExp]>([
    [
      "with another line",
      (plan) => ({ ...plan, summary: plan.summary.replace("8", "6") }),
      /summary differs from the plan/,
    ],
    [
      "with a space more",
      (plan) => ({ ...plan, summary: `${plan.summary} ` }),
      /summary differs from the plan/,
    ],
    [
      "with another id",
      (plan) => ({ ...plan, plan_id: plan.plan_id.replace(/.$/, "x") }),
      /there is no plan/,
    ],
  ])("%s is not carried out, and stays", async (_, change, why) => {
    const plan = planOf(await update(await make(), { "spec.cpu": 8 }));
    cloud.emulator.clearCalls();
    expect(await agent.call("apply", change(plan))).toMatchObject({
      isError: true,
      text: expect.stringMatching(why),
    });
    expect(changes()).toEqual([]);
    expect(await agent.call("apply", plan)).toMatchObject({ isError: false });
  });

  it("is carried out once", async () => {
    const plan = planOf(await update(await make(), { "spec.cpu": 8 }));
    const all = await Promise.all([
      agent.call("apply", plan),
      agent.call("apply", plan),
      agent.call("apply", plan),
    ]);
    expect(all.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(changes().filter((name) => name === "Update")).toHaveLength(1);
  });

  it("ends after ten minutes", async () => {
    const plan = planOf(await update(await make(), { "spec.cpu": 8 }));
    nowMs += 600_000;
    expect(await agent.call("apply", plan)).toMatchObject({
      isError: true,
      text: expect.stringContaining("ten minutes"),
    });
  });

  it("gives way to newer ones, of which there are a thousand", async () => {
    const api = await cloud.api({ allow });
    const own = await openAgent(api);
    const request = { metadata: { parentId: "p1", name: "many" } };
    const first = planOf(await own.call("plan", { method: "compute/disk/create", request }));
    const plans = plansOf(api);
    const plan = plans.validate(first.plan_id, first.summary, "apply", "");
    for (let at = 0; at < 1_000; at++)
      plans.add(plan, plan.input, { caller: "", signal: AbortSignal.timeout(60_000) });
    expect(await own.call("apply", first)).toMatchObject({
      isError: true,
      text: expect.stringContaining("there is no plan"),
    });
  });

  it("is of no use to another process", async () => {
    const other = await openAgent(await cloud.api({ allow }));
    const plan = planOf(await update(await make(), { "spec.cpu": 8 }));
    expect(await other.call("apply", plan)).toMatchObject({
      isError: true,
      text: expect.stringContaining("there is no plan"),
    });
  });

  it("is of no use under another login", async () => {
    const env: Record<string, string | undefined> = { CLOUD_TOKEN: cloud.emulator.issueToken() };
    const own = await openAgent(await cloud.api({ allow, env }));
    const id = await make();
    const plan = planOf(await own.call("plan", { method: "compute/instance/delete", request: { id } }));
    env["CLOUD_TOKEN"] = cloud.emulator.issueToken();
    expect(await own.call("destroy", plan)).toMatchObject({
      isError: true,
      text: expect.stringContaining("the credentials or the endpoint have changed"),
    });
  });

  it("whose first attempt got no answer is not told as a conflict, since what is there may be its own", async () => {
    await using own = await openCloud({ operationDelayMs: 0 });
    const id = await own.make("lost", { cpu: 4 });
    const other = await openAgent(await own.api({ allow }));
    const plan = planOf(
      await other.call("plan", {
        method: "compute/instance/update",
        request: { id },
        set: { "spec.cpu": 8 },
      }),
    );
    let attempts = 0;
    own.emulator.handle("InstanceService/Update", () => {
      throw attempts++ === 0
        ? new StatusError("UNAVAILABLE", "gone")
        : new StatusError("ABORTED", "another version");
    });
    const { isError, text } = await other.call("apply", plan);
    expect([isError, attempts]).toEqual([true, 2]);
    expect(text).toContain("The outcome is unknown");
    expect(text).not.toContain("plan_id");
  });

  it("shows nothing that --deny-method keeps from being read", async () => {
    const id = await make();
    cloud.emulator.clearCalls();
    const own = await openAgent(await cloud.api({ allow, denyMethods: ["compute/instance/get"] }));
    const request = { id };
    const changed = { method: "compute/instance/update", request, set: { "spec.cpu": 8 } };
    expect(await own.call("plan", changed)).toMatchObject({
      isError: true,
      text: expect.stringContaining("--deny-method names it"),
    });
    const gone = await own.call("plan", { method: "compute/instance/delete", request });
    expect(gone.text).toContain(id);
    expect(gone.text).not.toContain("web-");
    expect(cloud.emulator.calls()).toEqual([]);
  });

  it("of an exchange of tokens is there by its name alone, and shows no token", async () => {
    const method = "iam/token-exchange/exchange";
    const request = { subjectToken: "hunter2-hunter2" };
    expect(await agent.call("plan", { method, request })).toMatchObject({
      isError: true,
      text: expect.stringContaining(`only --allow-method ${method} allows it`),
    });
    const own = await openAgent(await cloud.api({ allowMethods: [method] }));
    cloud.emulator.handle("TokenExchangeService/Exchange", () => ({ accessToken: "made-by-the-server" }));
    const planned = await own.call("plan", { method, request });
    const done = await own.call("apply", planOf(planned));
    expect(done).toMatchObject({ isError: false, text: expect.stringContaining("[hidden]") });
    for (const text of [planned.text, done.text, cloud.log.join("")])
      expect(text).not.toMatch(/hunter2|made-by-the-server/);
  });

  it("counts against --max-changes", async () => {
    const own = await openAgent(await cloud.api({ allow, maxChanges: 1 }));
    const request = { metadata: { parentId: "p1", name: "few" } };
    for (const want of [false, true]) {
      const plan = planOf(await own.call("plan", { method: "compute/disk/create", request }));
      expect((await own.call("apply", plan)).isError).toBe(want);
    }
  });
});

describe("the person", () => {
  it.each<Asked>([
    { confirm: "destroy", action: "accept", isDestroying: true, want: 1 },
    { confirm: "destroy", action: "decline", isDestroying: true, want: 0 },
    { confirm: "all", action: "accept", isDestroying: false, want: 1 },
    { confirm: "never", action: "decline", isDestroying: true, want: 1 },
    { confirm: "destroy", action: "accept", isDestroying: true, want: 1, isOld: true },
    { confirm: "destroy", action: "cancel", isDestroying: true, want: 0, isOld: true },
  ])("is asked, %j", async ({ confirm, action, isDestroying, want, isOld = false }) => {
    const asked: string[] = [];
    const own = await openAgent(await cloud.api({ allow }), {
      confirm,
      isOld,
      onAsk: ({ params }) => {
        asked.push(params.message);
        return action === "accept" ? { action, content: {} } : { action };
      },
    });
    const id = await make();
    const given = isDestroying
      ? { method: "compute/instance/delete", request: { id } }
      : { method: "compute/instance/update", request: { id }, set: { "spec.cpu": 8 } };
    const plan = planOf(await own.call("plan", given));
    cloud.emulator.clearCalls();
    await own.call(isDestroying ? "destroy" : "apply", plan);
    expect(asked).toEqual(confirm === "never" ? [] : [`Apply this change? ${plan.summary}`]);
    expect(changes()).toHaveLength(want);
  });
});

interface Asked {
  readonly confirm: Confirm;
  readonly action: "accept" | "cancel" | "decline";
  readonly isDestroying: boolean;
  /** How many changes are made. */
  readonly want: number;
  readonly isOld?: boolean;
}
