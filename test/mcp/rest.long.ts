import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { findSdk } from "@stratus/dynamic-client";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { Api, type ApiOptions } from "../../mcp/src/calls/api.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";
import { type Agent, dataOf, openAgent, planOf } from "./connect.fixture.js";

const pet = {
  type: "object",
  properties: {
    id: { type: "string" },
    name: { type: "string" },
    api_key: { type: "string" },
    pin: { type: "string", format: "password" },
  },
};
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const key = { name: "Idempotency-Key", in: "header", schema: { type: "string", format: "uuid" } };
const answer = { "200": { description: "ok", ...json(pet) } };
const operation = (operationId: string, more: object): object => ({
  operationId,
  tags: ["pets"],
  responses: answer,
  ...more,
});
const spec = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": { post: operation("createPet", { parameters: [key], requestBody: json(pet) }) },
    "/pets/{id}": {
      get: operation("getPet", { parameters: [id] }),
      put: operation("replacePet", { parameters: [id], requestBody: json(pet) }),
      patch: operation("patchPet", { parameters: [id], requestBody: json(pet) }),
      delete: operation("deletePet", { parameters: [id] }),
    },
  },
};

let built: BuiltPackage;
let server: Server;
const seen: { readonly line: string; readonly body: string; readonly key?: string }[] = [];
let pets: Record<string, object> = {};
/** Whether the server leaves changes without an answer. */
let isDeaf = false;

beforeAll(async () => {
  const names = { packageName: "@acme/pets", packageVersion: "1.0.0", name: "Pets" };
  const text = JSON.stringify(spec);
  const { files } = await generateRestClient({ file: "pets.json", text }, names, {
    hasGuide: true,
    hasOpenTelemetry: true,
  });
  built = await buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    const { method, url, headers } = request;
    const given = headers["idempotency-key"];
    seen.push({ line: `${method} ${url}`, body, ...(given === undefined ? {} : { key: String(given) }) });
    if (isDeaf && method !== "GET") {
      request.socket.destroy();
      return;
    }
    const name = request.url?.split("/")[2] ?? "new";
    if (request.method === "GET" && !(name in pets)) response.writeHead(404);
    else response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(pets[name] ?? { id: name }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await built[Symbol.asyncDispose]();
});
beforeEach(() => {
  isDeaf = false;
  seen.length = 0;
  pets = { "1": { id: "1", name: "Rex", api_key: "k-secret-1", pin: "1234" } };
});

async function open(options: Partial<ApiOptions> = {}): Promise<Agent> {
  const { port } = server.address() as AddressInfo;
  const sdk = await findSdk(built.path, "/");
  const settings = { endpoint: `http://127.0.0.1:${port}` };
  return openAgent(
    new Api({ sdk, settings, env: {}, userAgent: "acme/1", writeLog: () => undefined, ...options }),
  );
}

const named = async (agent: Agent, word: string): Promise<string> =>
  new RegExp(`^(\\S*${word}\\S*) `, "m").exec(
    (await agent.call("find_methods", { query: word })).text,
  )?.[1] ?? word;

it("reads by GET unless it is strict, and shows no value that is called a secret", async () => {
  const agent = await open();
  const get = await named(agent, "get");
  const found = await agent.call("read", { method: get, request: { id: "1" } });
  expect(found).toMatchObject({ isError: false });
  expect(dataOf(found)).toEqual({ id: "1", name: "Rex", api_key: "[hidden]", pin: "[hidden]" });
  const strict = await open({ strict: true });
  expect(await strict.call("read", { method: get, request: { id: "1" } })).toMatchObject({
    isError: true,
    text: expect.stringContaining("only its name"),
  });
});

it("tells OpenTelemetry of the calls of the API", async () => {
  const spans = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  const agent = await open();
  const get = await named(agent, "get");
  expect(await agent.call("read", { method: get, request: { id: "1" } })).toMatchObject({ isError: false });
  trace.disable();
  expect(spans.getFinishedSpans().map(({ name }) => name)).toContain("GET /pets/{id}");
});

it("puts under its name alone, and changes and destroys by class", async () => {
  const agent = await open({ allow: ["create", "change", "destroy"] });
  const put = await agent.call("plan", {
    method: "pets/replace",
    request: { id: "1", body: { name: "Max" } },
  });
  expect(put).toMatchObject({ isError: true });
  expect(put.text).toMatch(/replaces a whole resource/);
  const remove = await named(agent, "delete");
  const plan = planOf(await agent.call("plan", { method: remove, request: { id: "1" } }));
  expect(plan.summary).toMatch(
    /^call pets\/delete \(DELETE "\/pets\/\{id\}"\): id "1"; the API says: name Rex$/,
  );
  expect(await agent.call("destroy", plan)).toMatchObject({ isError: false });
  expect(seen.filter(({ line }) => line.startsWith("DELETE"))).toEqual([
    { line: "DELETE /pets/1", body: "" },
  ]);
});

it("is a conflict if the resource has changed since, without versions too", async () => {
  const agent = await open({ allow: ["destroy"] });
  const plan = planOf(
    await agent.call("plan", { method: await named(agent, "delete"), request: { id: "1" } }),
  );
  pets["1"] = { id: "1", name: "Max" };
  expect(await agent.call("destroy", plan)).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^Conflict/),
  });
  expect(seen.filter(({ line }) => line.startsWith("DELETE"))).toEqual([]);
});

it("sends the body that was planned", async () => {
  const all = await open({ allow: ["change"] });
  const patch = await named(all, "patch");
  const described = await all.call("describe_methods", { names: [patch] });
  expect(described.text).toContain("request:");
  const planned = await all.call("plan", { method: patch, request: { id: "1", body: { name: "Max" } } });
  const plan = planOf(planned);
  expect(plan.summary).toContain("Max");
  expect(await all.call("apply", plan)).toMatchObject({ isError: false });
  expect(seen.at(-1)).toEqual({ line: "PATCH /pets/1", body: '{"name":"Max"}' });
});

it("sends the plan's id as the key where the API promises keys, and one without an answer once where it does not", async () => {
  const method = "pets/create";
  const agent = await open({ allow: ["change"], allowMethods: [method] });
  const create = planOf(await agent.call("plan", { method, request: { body: { name: "Max" } } }));
  expect(await agent.call("apply", create)).toMatchObject({ isError: false });
  expect(seen).toEqual([{ line: "POST /pets", body: '{"name":"Max"}', key: create.plan_id }]);
  const patch = await named(agent, "patch");
  const plan = planOf(
    await agent.call("plan", { method: patch, request: { id: "1", body: { name: "Max" } } }),
  );
  isDeaf = true;
  seen.length = 0;
  expect(await agent.call("apply", plan)).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^The outcome is unknown/),
  });
  expect(seen.map(({ line }) => line)).toEqual(["GET /pets/1", "PATCH /pets/1"]);
});
