import { findSdk, type Settings } from "@stratus/dynamic-client";
import { expect, it } from "vitest";
import { Api } from "../../mcp/src/calls/api.js";
import { countAccess, explainAccess } from "../../mcp/src/calls/explain.js";
import { missingAddress, missingLogin } from "../../mcp/src/calls/configuration.js";
import { failureText } from "../../mcp/src/calls/failure-text.js";
import { root } from "../repository.fixture.js";
import { openAgent } from "./connect.fixture.js";

const open = async (name: string, more: Partial<ConstructorParameters<typeof Api>[0]> = {}): Promise<Api> => {
  const sdk = await findSdk(name, root);
  return new Api({ sdk, settings: {}, env: {}, userAgent: "acme/1", writeLog: () => undefined, ...more });
};

const local = { endpoint: "127.0.0.1:1", insecure: true, apiDomain: "api.example.com" };

it.each<[string, string, object, Settings, RegExp]>([
  ["@svc/cloud", "compute/instance/get", { id: "instance-1" }, local, /ECONNREFUSED/],
  ["@svc/catalogue", "courses/list", {}, { endpoint: "http://127.0.0.1:1" }, /no complete response/],
])(
  "%s: a tool fails within 2 s if nothing listens at the address of the API",
  async (name, method, request, settings, why) => {
    const api = await open(name, { settings, env: { CLOUD_TOKEN: "t" } });
    const agent = await openAgent(api);
    // The first call loads the package.
    await agent.call("read", { method, request });
    const startMs = performance.now();
    const { isError, text } = await agent.call("read", { method, request });
    expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringMatching(why) });
    expect(performance.now() - startMs).toBeLessThan(2_000);
    expect(text).not.toMatch(/after \d+ attempts/);
    await api.close();
  },
);

it.each<[string, Settings, RegExp]>([
  [
    "the domain",
    {},
    /lacks the domain of the API\. Set CLOUD_API_DOMAIN, pass --api-domain, or run `npx @stratus\/cli @svc\/cloud profile set api-domain VALUE`/,
  ],
  [
    "the login",
    { apiDomain: "api.example.com" },
    /No login is configured\. To log in, run `npx @stratus\/cli @svc\/cloud login`/,
  ],
])("says how to set %s, at the start and in an answer", async (_, settings, why) => {
  const api = await open("@svc/cloud", { settings });
  expect(missingAddress(api) ?? missingLogin(api)).toMatch(why);
  const agent = await openAgent(api);
  expect(await agent.call("read", { method: "compute/instance/get", request: { id: "x" } })).toMatchObject({
    isError: true,
    text: expect.stringMatching(why),
  });
});

it("answers UNAUTHENTICATED with the command that logs in, and no option of a program", async () => {
  const api = await open("@svc/cloud", {
    profile: "work",
    commandLine: "acme",
    settings: { loginFile: "/a/b" },
  });
  const text = "who are you?; Acme sends no credentials; pass credentials: staticToken(token) or the like";
  const error = Object.assign(new Error(text), { code: "UNAUTHENTICATED", text, attempts: 1 });
  const answer = failureText(error, api);
  expect(answer).toContain("UNAUTHENTICATED: who are you?");
  expect(answer).toContain("with loginFile /a/b. To log in, run `acme login --profile work`");
  expect(answer).not.toMatch(/staticToken|pass credentials|start this server again/);
  const none = await open("@svc/cloud", { settings: { apiDomain: "api.example.com" } });
  expect(failureText(error, none)).toContain("run `npx @stratus/cli @svc/cloud login`");
});

it("counts at the start what each flag allows, warns about one that allows nothing, and lists it with --explain", async () => {
  const api = await open("@svc/cloud", {
    allow: ["create", "destroy"],
    allowMethods: ["compute/instance/st*", "disk.get"],
    denyMethods: ["compute/image/*"],
  });
  expect(await countAccess(api)).toEqual([
    expect.stringMatching(/^39 methods, of which \d+ read \(\d+ by their name\); --explain lists them\.$/),
    "--allow create: 4 methods.",
    "--allow destroy: 4 methods.",
    "--allow-method compute/instance/st*: 2 methods.",
    "--allow-method disk.get: 1 method.",
  ]);
  const text = await explainAccess(api);
  expect(text).toContain(
    "--allow-method compute/instance/st*: 2 methods\n  compute/instance/start\n  compute/instance/stop\n",
  );
  expect(text).toMatch(/Not allowed, because --deny-method names it: \d+ methods\n {2}compute\/image\//);
  const rest = await open("@svc/catalogue", { allow: ["create"] });
  expect(await countAccess(rest)).toContain(
    "Warning: --allow create allows nothing: no method of this API is known to create a resource.",
  );
});

it("does not instruct a server that only reads to plan, and offers it one prompt", async () => {
  const reads = await openAgent(await open("@svc/cloud"));
  expect(reads.client.getInstructions()).not.toContain("plan");
  expect((await reads.client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["find_out"]);
  const changes = await openAgent(await open("@svc/cloud", { allow: ["change"] }));
  expect(changes.client.getInstructions()).toContain("plan, then apply");
  const { messages } = await changes.client.getPrompt({
    name: "change_many",
    arguments: { task: "Label all" },
  });
  expect(JSON.stringify(messages)).toContain("Label all");
});
