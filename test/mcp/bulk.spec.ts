import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { applyPlan } from "../../mcp/src/plans/apply.js";
import type { Api } from "../../mcp/src/calls/api.js";
import { approvalView } from "../../mcp/src/serve/approval-view.js";
import { countTokens } from "../../mcp/src/text/tokens.js";
import {
  type Agent,
  type Answer,
  type Cloud,
  changesOf,
  dataOf,
  openAgent,
  openCloud,
  planOf,
  plansOf,
} from "./connect.fixture.js";

let cloud: Cloud;
let api: Api;
let agent: Agent;
let count = 0;

beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 0 });
  api = await cloud.api({ allow: ["change", "destroy"], allowBulk: ["destroy"], rate: 100_000 });
  agent = await openAgent(api);
});
afterAll(() => cloud?.[Symbol.asyncDispose]());
beforeEach(() => {
  cloud.log.length = 0;
});

const label = { method: "compute/instance/update", set: { "metadata.labels.team": "web" } };
const call = { signal: new AbortController().signal, caller: "" };

/** Makes instances in a parent of their own. */
async function fleet(size: number): Promise<{ readonly parentId: string; readonly ids: readonly string[] }> {
  const parentId = `fleet-${++count}`;
  const ids: string[] = [];
  for (let at = 0; at < size; at++) ids.push(await cloud.make(`vm-${at}`, { cpu: 1 }, { parentId }));
  return { parentId, ids };
}

/** Applies a plan as if the user had approved it on the page. */
const applyApproved = async (planned: Answer): Promise<string> => {
  const { plan_id, summary } = planOf(planned);
  const plans = plansOf(api);
  const tool = summary.startsWith("destroy") ? "destroy" : "apply";
  return (await applyPlan(api, plans, plans.validate(plan_id, summary, tool, ""), call, "page")).text;
};

it("labels many instances with three calls and one approval on the page", async () => {
  const { parentId, ids } = await fleet(12);
  const found = await agent.call("find_methods", { query: "update an instance" });
  const planned = await agent.call("plan", { ...label, list: { parentId } });
  const { plan_id, summary } = planOf(planned);
  const ends = `${ids.slice(0, 3).join(", ")} … ${ids.slice(-3).join(", ")}`;
  expect(summary.replace(/[\da-f]{64}/, "DIGEST")).toBe(
    `change compute/instance/update of 12 resources: metadata.resourceVersion 1, metadata.labels.team web; each with its own metadata.id; IDs ${ends}; sha256 of all DIGEST; the API says: names vm-0, vm-1, vm-2 … vm-9, vm-10, vm-11`,
  );
  const plan = plansOf(api).find(plan_id);
  const rows = (plan ? approvalView(api, plan).sections : []).map(({ entries }) => entries.map(([id]) => id));
  // The page has the common values, and a row of what is sent and of what the API says for each.
  expect(rows).toEqual([["metadata.resourceVersion", "metadata.labels.team"], ids, ids]);
  const pending = await agent.call("apply", { plan_id, summary });
  expect(pending).toMatchObject({ isError: true, text: expect.stringContaining("on a page") });
  cloud.emulator.clearCalls();
  const text = await applyApproved(planned);
  expect(text).toBe("done 12, conflict 0, failed 0, not tried 0");
  expect(changesOf(cloud).filter((name) => name === "Update")).toHaveLength(12);
  const read = await agent.call("read", {
    method: "compute/instance/list",
    request: { parentId },
    query: "length(items[?metadata.labels.team == 'web'])",
  });
  expect(read.text.split("\n").at(-1)).toBe("12");
  expect(
    countTokens([found.text, planned.text, JSON.stringify(label), summary, text].join("\n")),
  ).toBeLessThan(1_500);
  expect(cloud.log.filter((line) => /"event":"(?:planned|applied)"/.test(line))).toHaveLength(2);
  expect(JSON.parse(cloud.log.at(-2) ?? "{}")).toMatchObject({
    event: "applied",
    approvedBy: "page",
    ids,
    result: "done 12, conflict 0, failed 0, not tried 0",
  });
});

it("shows all of up to six resources, and needs no page for them", async () => {
  const { ids } = await fleet(3);
  const planned = await agent.call("plan", { ...label, ids });
  const plan = planOf(planned);
  for (const id of ids) expect(plan.summary).toContain(`(metadata.id ${id})`);
  expect((await agent.call("apply", plan)).text).toMatch(/^done 3, conflict 0/);
});

it("says which of them somebody else has changed, and changes the others", async () => {
  const { ids } = await fleet(7);
  const planned = await agent.call("plan", { ...label, ids });
  const single = await agent.call("plan", {
    method: label.method,
    request: { id: ids[2] },
    set: { "spec.cpu": 9 },
  });
  expect((await agent.call("apply", planOf(single))).isError).toBe(false);
  const text = await applyApproved(planned);
  expect(text).toMatch(/^done 6, conflict 1, failed 0, not tried 0\nConflict, .*: \S+$/);
  expect(text).toContain(`plan them again: ${ids[2]}`);
});

it("stops when a failure concerns all of them, and goes on after others", async () => {
  const { ids } = await fleet(10);
  const planned = await agent.call("plan", { ...label, ids });
  cloud.emulator.script("InstanceService/Update", [
    { code: "PERMISSION_DENIED", message: "no more updates" },
  ]);
  const text = await applyApproved(planned);
  const [, done, failed, rest] = /^done (\d+), conflict 0, failed (\d+), not tried (\d+)/.exec(text) ?? [];
  expect(Number(done) + Number(failed) + Number(rest)).toBe(10);
  expect(Number(failed)).toBe(1);
  expect(Number(rest)).toBeGreaterThanOrEqual(3);
  expect(text).toMatch(/Stopped, because this concerns all: .*no more updates/);
  const again = await agent.call("plan", { ...label, ids, set: { "metadata.labels.team": "db" } });
  cloud.emulator.script("InstanceService/Update", [{ code: "INVALID_ARGUMENT", message: "not this one" }]);
  expect(await applyApproved(again)).toMatch(
    /^done 9, conflict 0, failed 1, not tried 0\nFailed \S+: .*not this one/,
  );
});

it("leaves out resources that need no change, and has another digest for another version", async () => {
  const { ids } = await fleet(2);
  const digestOf = ({ text }: Answer): string => /sha256 of all (\w+)/.exec(text)?.[1] ?? "";
  const first = await agent.call("plan", { ...label, ids });
  await agent.call("apply", planOf(first));
  expect(await agent.call("plan", { ...label, ids })).toMatchObject({
    isError: true,
    text: "all 2 resources already have these values; nothing to plan",
  });
  const third = await cloud.make("later", {}, { parentId: "later" });
  const mixed = await agent.call("plan", { ...label, ids: [...ids, third] });
  expect(mixed.text).toMatch(/of 1 resource: .*2 more have these values already$/);
  const one = { method: label.method, ids: [third], set: { "spec.cpu": 4 } };
  const before = digestOf(await agent.call("plan", one));
  await agent.call("apply", planOf(mixed));
  expect(digestOf(await agent.call("plan", one))).not.toBe(before);
});

it("destroys several with --allow-bulk destroy alone", async () => {
  const { parentId, ids } = await fleet(3);
  const destroy = { method: "compute/instance/delete", list: { parentId } };
  const strict = await openAgent(await cloud.api({ allow: ["destroy"] }));
  expect(await strict.call("plan", destroy)).toMatchObject({
    isError: true,
    text: expect.stringContaining("--allow-bulk destroy"),
  });
  const planned = await agent.call("plan", destroy);
  expect(planned.text).toMatch(
    /call destroy .*\nplan_id: \S+\nsummary: destroy compute\/instance\/delete of 3 resources: /,
  );
  expect(await applyApproved(planned)).toMatch(/^done 3,/);
  const left = await agent.call("read", {
    method: "compute/instance/list",
    request: { parentId },
    query: "length(items)",
  });
  expect(dataOf({ ...left, text: `[${left.text.split("\n").at(-1)}]` })).toEqual([0]);
  expect(ids).toHaveLength(3);
});

it.each<[string, object, RegExp]>([
  [
    "more than 200",
    { ...label, ids: Array.from({ length: 201 }, (_, at) => `i-${at}`) },
    /more than 200 items/,
  ],
  ["both", { ...label, ids: ["a"], list: {} }, /either ids or list/],
  ["an unknown one", { ...label, ids: ["nope-1"] }, /NOT_FOUND/],
  ["none", { ...label, list: { parentId: "nobody" } }, /no resource matches/],
  ["ids inside request", { ...label, request: { ids: ["a"] } }, /ids is an argument beside request/],
])("refuses %s", async (_, given, why) => {
  expect(await agent.call("plan", given)).toMatchObject({ isError: true, text: expect.stringMatching(why) });
});

it("says of each resource what it clears if they differ, in the line and on the page", async () => {
  const parentId = `fleet-${++count}`;
  const [first, second] = [
    await cloud.make("named", { cpu: 1, hostnames: ["a"] }, { parentId }),
    await cloud.make("bare", { cpu: 1 }, { parentId }),
  ];
  const change = { method: "compute/instance/update", set: { "spec.cpu": 2 }, clear: ["spec.hostnames"] };
  const { plan_id, summary } = planOf(await agent.call("plan", { ...change, ids: [first, second] }));
  expect(summary).toContain(`(metadata.id ${first}, (clears) spec.hostnames), (metadata.id ${second})`);
  const plan = plansOf(api).find(plan_id);
  expect(plan && JSON.stringify(approvalView(api, plan))).toContain("(clears) spec.hostnames");
});
