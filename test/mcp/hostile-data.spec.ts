import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findSdk } from "@stratus/dynamic-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { Api } from "../../mcp/src/calls/api.js";
import { countTokens } from "../../mcp/src/text/tokens.js";
import { buildPackage } from "../built-package.fixture.js";
import { type Agent, type Cloud, openAgent, openCloud, planOf } from "./connect.fixture.js";
import type { Place } from "./place.fixture.js";
import { openVolumes, volumes } from "./volumes.fixture.js";

describe("a plan of a list whose items have what users write", () => {
  let place: Place;
  let agent: Agent;
  const names = ["projects/sandbox/volumes/a", "projects/sandbox/volumes/b"];
  const prod = { name: "projects/prod/volumes/customer-db", id: "customer-db" };

  beforeAll(async () => {
    place = await openVolumes();
    const items = names.map((name) => ({ name, metadata: { ...prod, resourceId: "x" } }));
    place.emulator.handle("Volumes/ListVolumes", () => ({ volumes: items }));
    place.emulator.handle("Volumes/GetVolume", ({ name }) => ({ name, metadata: prod, etag: "1" }));
    place.emulator.handle("Volumes/DeleteVolume", () => ({}));
    agent = await place.open({ allow: ["destroy"], allowBulk: ["destroy"] });
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  it("names the items themselves, not what is in a map called metadata", async () => {
    const planned = await agent.call("plan", {
      method: `${volumes}/delete-volume`,
      list: { parent: "projects/sandbox" },
    });
    const { summary } = planOf(planned);
    expect(summary).not.toContain("customer-db");
    for (const name of names) expect(summary).toContain(name);
    expect(await agent.call("destroy", planOf(planned))).toMatchObject({ isError: false });
    const destroyed = place.emulator.calls().filter(({ method }) => method.endsWith("/DeleteVolume"));
    expect(destroyed.map(({ message }) => (message as { readonly name: string }).name).toSorted()).toEqual(
      names,
    );
  });
});

/** The JSON of a description that has a type. */
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const item = {
  type: "object",
  properties: {
    id: { type: "integer", format: "int64" },
    name: { type: "string" },
    env: { type: "array", items: { type: "object", additionalProperties: true } },
    url: { type: "string" },
    key: { type: "string" },
    password: { type: "integer" },
    nested: { type: "object", additionalProperties: true },
  },
  additionalProperties: true,
};
const id = { name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } };
const operation = (operationId: string, schema: object, more: object = {}): object => ({
  operationId,
  tags: ["items"],
  responses: { "200": { description: "ok", ...json(schema) } },
  ...more,
});
const spec = {
  openapi: "3.0.3",
  info: { title: "Items", version: "1" },
  paths: {
    "/items": {
      get: operation("listItems", { type: "array", items: item }),
      post: operation("createItem", item, { requestBody: json(item) }),
    },
    "/items/{id}": {
      get: operation("getItem", item, { parameters: [id] }),
      delete: operation("deleteItem", item, { parameters: [id] }),
    },
  },
};

interface RestPlace extends AsyncDisposable {
  /** The requests that the server got. */
  readonly seen: string[];
  /** The JSON that the server answers with. */
  text: string;
  readonly agent: Agent;
  readonly log: string[];
}

async function openRest(): Promise<RestPlace> {
  const names = { packageName: "@acme/items", packageVersion: "1.0.0", name: "Items" };
  const { files } = await generateRestClient({ file: "items.json", text: JSON.stringify(spec) }, names, {
    hasGuide: true,
  });
  const built = await buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
  const [seen, log]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json", connection: "close" });
    response.end(place.text);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const settings = { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const sdk = await findSdk(built.path, "/");
  const options = {
    sdk,
    settings,
    env: {},
    userAgent: "acme/1",
    writeLog: (line: string) => void log.push(line),
  };
  const allow = ["create", "change", "destroy"] as const;
  const agent = await openAgent(new Api({ ...options, allow, allowBulk: ["destroy"] }));
  const place: RestPlace = {
    seen,
    log,
    text: "{}",
    agent,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await built[Symbol.asyncDispose]();
    },
  };
  return place;
}

let rest: RestPlace;
beforeAll(async () => {
  rest = await openRest();
});
afterAll(() => rest?.[Symbol.asyncDispose]());

describe("ids of a plan of several", () => {
  it.each(["9007199254740993", "1e3", "0x10", " 7", "", "007"])(
    "are sent as they were given, or refused: %s",
    async (id) => {
      rest.seen.length = 0;
      const planned = await rest.agent.call("plan", { method: "items/delete", ids: ["1", id] });
      if (planned.isError) expect(planned.text).toContain("is not a number");
      else expect(planOf(planned).summary).toContain(`(id ${id})`);
      expect(rest.seen.filter((line) => !line.startsWith("GET"))).toEqual([]);
    },
  );
});

describe("answers of a hostile server", () => {
  const password = "hunter2hunter2";
  const secrets = {
    env: [
      { name: "DB_PASSWORD", value: password },
      { key: "api_token", value: 73_918_264 },
      { name: "REGION", value: "eu" },
    ],
    url: `postgres://admin:${password}@db.example.com/app?x=1`,
    key: `-----BEGIN RSA PRIVATE KEY-----\n${password}\n-----END RSA PRIVATE KEY-----`,
    password: 73_918_264,
    nested: { tokens: 512, Secrets: [password] },
  };

  it("hide secrets by their form and by the name beside them, and show what else is there", async () => {
    rest.text = JSON.stringify({ id: 1, ...secrets });
    const read = { method: "items/get", request: { id: 1 } };
    const plain = await rest.agent.call("read", read);
    expect(plain.text).toContain("db.example.com/app");
    expect(plain.text).toContain('"REGION","value":"eu"');
    expect(plain.text).toContain('"tokens":512');
    const asked = ["url", "env[0].value", "starts_with(url, 'postgres://admin:hunter2')", "key", "password"];
    const answers = await Promise.all(asked.map((query) => rest.agent.call("read", { ...read, query })));
    const planned = await rest.agent.call("plan", { method: "items/delete", request: { id: 1 } });
    for (const { text } of [plain, planned, ...answers]) {
      expect(text).not.toContain("hunter2");
      expect(text).not.toContain("73918264");
      expect(text).not.toContain("true");
    }
  });

  it("are hidden in the approval and in the log of a request that sets them, each by a digest", async () => {
    rest.text = "{}";
    const plan = async (body: object) =>
      planOf(await rest.agent.call("plan", { method: "items/create", request: { body } })).summary;
    const [one, other] = [
      await plan(secrets),
      await plan({ ...secrets, url: secrets.url.replace("r2@", "r3@") }),
    ];
    expect(one).toContain('body.url "postgres://admin:[hidden]@db.example.com/app?x=1" (secret, digest ');
    expect(one).not.toBe(other);
    const long = await plan({ url: `${secrets.url}${"&y=1".repeat(200)}` });
    for (const text of [one, other, long, rest.log.join("")]) {
      expect(text).not.toContain("hunter2");
      expect(text).not.toContain("73918264");
    }
  });

  it.each([
    ["deep", `${'{"a":['.repeat(20_000)}1${"]}".repeat(20_000)}`],
    ["long", JSON.stringify({ id: 1, name: "x".repeat(3_000_000) })],
    ["wide", JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, at])))],
    ["unseen", JSON.stringify({ id: 1, name: "\u202e\u2066\u{e0041}\u3164".repeat(10_000) })],
    ["no JSON", "<html>".repeat(100_000)],
  ])("are bounded, and leave the server running: %s", async (_, text) => {
    rest.text = text;
    const answer = await rest.agent.call("read", { method: "items/get", request: { id: 1 } });
    expect(countTokens(answer.text)).toBeLessThanOrEqual(8_000);
    expect(answer.text).not.toMatch(/[\u202e\u2066\u3164]|\u{e0041}/u);
    rest.text = '{"id":1,"name":"ok"}';
    expect((await rest.agent.call("read", { method: "items/get", request: { id: 1 } })).text).toContain(
      '"ok"',
    );
  });
});

describe("secrets", () => {
  let cloud: Cloud;
  let agent: Agent;
  const secret = Buffer.from("hunter2-hunter2").toString("base64");

  beforeAll(async () => {
    cloud = await openCloud({ operationDelayMs: 0 });
    agent = await openAgent(await cloud.api({ allow: ["change"] }));
  });
  afterAll(() => cloud?.[Symbol.asyncDispose]());

  it.each([
    ["spec.platform", "[hidden 1]"],
    ["spec.hostnames", ["[hidden 1]"]],
    ["metadata.labels.copy", "[hidden 1]"],
  ])("cannot be copied into %s by the marker that stands for them", async (path, value) => {
    const id = await cloud.make(`copied-${path}`, { userData: Buffer.from(secret, "base64"), platform: "p" });
    const planned = await agent.call("plan", {
      method: "compute/instance/update",
      request: { id },
      set: { [path]: value },
    });
    if (!planned.isError) await agent.call("apply", planOf(planned));
    const { text } = await agent.call("read", { method: "compute/instance/get", request: { id } });
    for (const one of [planned.text, text]) {
      expect(one).not.toContain("hunter2");
      expect(one).not.toContain(secret);
    }
  });
});
