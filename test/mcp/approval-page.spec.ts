import { once } from "node:events";
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approvalChannel, type Confirm } from "../../mcp/src/tools/approval-channel.js";
import {
  type Agent,
  type AgentOptions,
  type Answer,
  changesOf,
  type Cloud,
  openAgent,
  openCloud,
  planOf,
  told,
} from "./connect.fixture.js";
import { commandLine } from "../cli/test-host.fixture.js";

let cloud: Cloud;
let nowMs = Date.now();
let id = "";
let cpu = 4;
beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 0 });
  id = await cloud.make("web", { cpu });
});
afterAll(() => cloud?.[Symbol.asyncDispose]());
beforeEach(() => {
  cloud.log.length = 0;
  told.length = 0;
  cloud.emulator.clearCalls();
});
const open = async (options: AgentOptions = {}): Promise<Agent> =>
  openAgent(await cloud.api({ allow: ["create", "change", "destroy"], nowMs: () => nowMs }), {
    confirm: "page",
    ...options,
  });
const planUpdate = async (agent: Agent, set: object = { "spec.cpu": ++cpu }) =>
  planOf(await agent.call("plan", { method: "compute/instance/update", request: { id }, set }));

/** The address that was printed for the person. */
const printed = (): string => /http:\S+/.exec(told.at(-1) ?? "")?.[0] ?? "";
const accept = { accept: "text/html" };
const form = { "content-type": "application/x-www-form-urlencoded" };

interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** Sends what a browser or a program may send. */
async function send(url: string, { method = "GET", headers = accept, body = "" }: Sent = {}) {
  const all = method === "POST" ? { ...form, "content-length": body.length, ...headers } : headers;
  const sent = request(url, { method, headers: all }).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response), headers: response.headers };
}
const answer = (url: string, how: string) => send(url, { method: "POST", body: `answer=${how}` });

/** Everything that a model, a log or a resource may show. */
const shown = (answers: readonly Answer[]): string =>
  [...answers.map(({ text }) => text), ...cloud.log].join("\n");

describe("a change that needs the page", () => {
  it("is made when the user approves it there, whose address no answer and no log has", async () => {
    const agent = await open();
    const plan = await planUpdate(agent);
    const first = await agent.call("apply", plan);
    expect(first).toEqual({ isError: true, text: expect.stringContaining("standard error") });
    const page = await send(printed());
    expect(page.text).toContain("compute/instance/update");
    const waiting = await agent.call("apply", plan);
    expect(waiting).toEqual({ isError: true, text: expect.stringContaining("has not answered") });
    expect(changesOf(cloud)).toEqual([]);
    expect(await answer(printed(), "approve")).toMatchObject({ status: 200 });
    const last = await agent.call("apply", plan);
    expect(last).toMatchObject({ isError: false });
    expect(changesOf(cloud)).toEqual(["Update"]);
    expect(told).toHaveLength(1);
    const secret = printed().slice(-43);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(shown([first, waiting, last])).not.toContain(secret);
    expect(cloud.log.find((line) => line.includes('"applied"'))).toContain('"approvedBy":"page"');
    // Each secret is used once.
    for (const sent of [await send(printed()), await answer(printed(), "approve")])
      expect(sent).toMatchObject({ status: 404, text: expect.stringContaining("Nothing to approve") });
  });

  it("is made at once if a call waits for the answer", async () => {
    const agent = await open({ waitMs: 60_000 });
    const plan = await planUpdate(agent);
    await agent.call("apply", plan);
    const waiting = agent.call("apply", plan);
    await answer(printed(), "approve");
    expect(await waiting).toMatchObject({ isError: false });
  });

  it("is discarded and logged when the user declines it there", async () => {
    const agent = await open();
    const plan = await planUpdate(agent);
    await agent.call("apply", plan);
    await answer(printed(), "decline");
    expect(cloud.log.filter((line) => line.includes('"declined"'))).toHaveLength(1);
    const after = await agent.call("apply", plan);
    expect(after.text).toContain("did not approve");
    expect(await agent.call("apply", plan)).toMatchObject({ isError: true });
    expect(cloud.log.filter((line) => line.includes('"declined"'))).toHaveLength(1);
    expect(changesOf(cloud)).toEqual([]);
  });

  it("cannot be approved after ten minutes", async () => {
    const agent = await open();
    const plan = await planUpdate(agent);
    await agent.call("apply", plan);
    nowMs += 600_000;
    expect(await answer(printed(), "approve")).toMatchObject({ status: 404 });
    expect((await agent.call("apply", plan)).text).toContain("ten minutes");
  });

  it.each([false, true])("is offered to clients that open pages, older ones: %s", async (isOld) => {
    const asked: { readonly url?: unknown; readonly message: string }[] = [];
    const completed: string[] = [];
    const answers: ("accept" | "decline")[] = ["accept", "decline"];
    const agent = await open({
      isOld,
      hasUrls: true,
      onAsk: ({ params }) => {
        asked.push(params);
        return { action: answers.shift() ?? "cancel" };
      },
    });
    agent.client.setNotificationHandler("notifications/elicitation/complete", ({ params }) => {
      completed.push(params.elicitationId);
    });
    const plan = await planUpdate(agent);
    // Accepting the question only opens the page.
    const first = await agent.call("apply", plan);
    expect(first).toEqual({ isError: true, text: expect.stringContaining("has not answered") });
    const url = String(asked[0]?.url);
    expect(asked[0]?.message).toContain(`spec.cpu ${cpu}`);
    await answer(url, "approve");
    const last = await agent.call("apply", plan);
    expect(last).toMatchObject({ isError: false });
    expect([asked.length, told.length]).toEqual([1, 0]);
    expect(shown([first, last])).not.toContain(url.slice(-43));
    await expect.poll(() => completed.length).toBe(isOld ? 1 : 0);
    const other = await planUpdate(agent);
    expect((await agent.call("apply", other)).text).toContain("did not approve");
    expect(await send(String(asked[1]?.url))).toMatchObject({ status: 404 });
    expect(changesOf(cloud)).toEqual(["Update"]);
  });

  it("gives one address to calls at the same time", async () => {
    const agent = await open();
    const plan = await planUpdate(agent);
    await Promise.all([1, 2, 3].map(() => agent.call("apply", plan)));
    expect(told).toHaveLength(1);
  });
});

describe("the page", () => {
  const lines = `${"echo 1\n".repeat(200)}\u202e<script>&`;
  let url = "";
  beforeAll(async () => {
    const agent = await open();
    told.length = 0;
    await agent.call("apply", await planUpdate(agent, { "metadata.labels": { long: lines, "a.b": "c  d" } }));
    url = printed();
  });

  it("shows every value that is sent in full, and what it replaces behind it, as plain text", async () => {
    const html = (await send(url)).text;
    const plain = (await send(url, { headers: {} })).text;
    const exact = JSON.stringify(lines).replace("\u202e", "\\u202e");
    expect(plain).toContain(`  metadata.labels.long: ${exact}\n  metadata.labels."a.b": "c\\u0020 d"\n`);
    expect(plain).toMatch(/Replaced values, as the API says:\n.*\n {2}metadata\.labels\.long: unset\n/);
    expect(html).not.toMatch(/<script|\u202e/);
    expect(html).toContain("\\u202e&#60;script&#62;&#38;");
    expect(html.indexOf("<form")).toBeGreaterThan(html.indexOf("as the API says"));
  });

  it("cannot be framed, runs no script, loads nothing and is in no cache", async () => {
    expect((await send(url)).headers).toMatchObject({
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
      "x-frame-options": "DENY",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
  });

  const post = { method: "POST", body: "answer=approve" };
  /** The headers of a request that a page of another site or port causes. */
  const from = (site: string, mode: string, dest: string): { readonly headers: OutgoingHttpHeaders } => ({
    headers: { ...accept, "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest },
  });
  it.each<[string, Sent, number, string?]>([
    ["turns away the name of another host", { headers: { host: "evil.example.com" } }, 403],
    ["turns away a user before this machine", { headers: { host: "evil@127.0.0.1" } }, 403],
    ["turns away a frame in a page of another site", from("cross-site", "navigate", "iframe"), 403],
    ["turns away an image in a page of another site", from("cross-site", "no-cors", "image"), 403],
    [
      "turns away a form of a page of another port",
      { ...post, ...from("same-site", "navigate", "document") },
      403,
    ],
    ["turns away a form of another site", { ...post, headers: { origin: "https://evil.example.com" } }, 403],
    ["turns away a form of a page that is nowhere", { ...post, headers: { origin: "null" } }, 403],
    ["turns away another answer", { method: "POST", body: "answer=yes" }, 400],
    ["turns away a long answer", { method: "POST", body: `answer=approve&x=${"x".repeat(200)}` }, 400],
    ["turns away another method", { method: "PUT" }, 405],
    ["turns away another secret", post, 404, "x"],
    ["turns away a part of the secret", post, 404, ""],
    ["is opened by links of other sites", from("cross-site", "navigate", "document"), 200],
  ])("%s", async (_, sent, status, end) => {
    const place = end === undefined ? url : `${url.slice(0, -1)}${end}`;
    expect(await send(place, sent)).toMatchObject({ status });
    expect(await send(url)).toMatchObject({ status: 200 });
  });
});

describe("the command approve", () => {
  const acme = commandLine("@svc/cloud");
  let agent: Agent;
  let plan: ReturnType<typeof planOf>;
  let id = "";
  beforeAll(async () => {
    agent = await open();
    plan = await planUpdate(agent);
    await agent.call("apply", plan);
    id = /acme approve (\S+)/.exec(told.at(-1) ?? "")?.[1] ?? "";
  });

  it.each<[string, given: () => string, said: string | undefined, code: string]>([
    ["without a terminal", () => id, undefined, "TERMINAL_MISSING"],
    ["with another answer", () => id, "y", "NOT_CONFIRMED"],
    ["with a longer secret", () => `${id}x`, "approve", "ARGUMENT_INVALID"],
    ["with another secret", () => id.replace(/.$/, "x"), "approve", "ARGUMENT_INVALID"],
    ["with a server that has ended", () => id.replace(/^\d+/, "9"), "approve", "ARGUMENT_INVALID"],
    ["without an ID", () => "", "approve", "ARGUMENT_INVALID"],
  ])("does nothing %s", async (_, given, said, code) => {
    const words = ["approve", given(), "-o", "json"].filter(Boolean);
    const ended = await acme(words, { stdin: "approve\n", ...(said && { atTerminal: () => said }) });
    expect(JSON.parse(ended.said)).toMatchObject({ error: { code } });
  });

  it("shows the change and reads the answer at the terminal, by the ID or the address", async () => {
    let asked = "";
    const atTerminal = (question: string): string => {
      asked = question;
      return "approve";
    };
    const ended = await acme(["approve", id], { stdin: "decline\n", atTerminal });
    expect(ended).toMatchObject({ code: 0, out: "", said: expect.stringMatching(/^Approved\. /) });
    expect(asked).toMatch(/^change compute\/instance\/update\n[^]*spec\.cpu: \d+[^]*Type "approve"/);
    expect(await agent.call("apply", plan)).toMatchObject({ isError: false });
    await agent.call("apply", await planUpdate(agent));
    const declined = await acme(["approve", printed()], { atTerminal: () => " Decline " });
    expect(declined.said).toMatch(/^Declined\. /);
  });
});

describe("the place of an approval", () => {
  it.each<[Confirm, "apply" | "destroy", fits: boolean, client: "asks" | "opens" | "neither", string]>([
    ["never", "destroy", false, "opens", "nobody"],
    ["destroy", "apply", true, "opens", "dialog"],
    ["destroy", "apply", false, "asks", "page"],
    ["destroy", "apply", false, "neither", "page"],
    ["destroy", "destroy", true, "opens", "page"],
    ["destroy", "destroy", true, "asks", "form"],
    ["destroy", "destroy", true, "neither", "dialog"],
    ["all", "apply", true, "opens", "page"],
    ["all", "apply", true, "asks", "form"],
    ["all", "apply", false, "asks", "page"],
    ["page", "apply", true, "asks", "page"],
    ["page", "apply", true, "neither", "page"],
  ])("under --confirm %s of %s, that fits: %s, with a client that %s, is: %s", (...row) => {
    const [confirm, tool, fits, client, want] = row;
    const modes = { hasForms: client !== "neither", hasUrls: client === "opens" };
    expect(approvalChannel(confirm, { tool, fits, ...modes })).toBe(want);
  });
});
