import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentVariable, findSdk } from "@stratus/dynamic-client";
import { StatusError } from "@stratus/emulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { Api, type ApiOptions } from "../../mcp/src/calls/api.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";
import { type Agent, openAgent, openCloud, planOf } from "./connect.fixture.js";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const item = {
  type: "object",
  properties: { id: { type: "string" }, name: { type: "string" }, password: { type: "string" } },
};
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const operation = (operationId: string, schema: object, more: object = {}): object => ({
  operationId,
  tags: ["items"],
  responses: { "200": { description: "ok", ...json(schema) } },
  ...more,
});
const spec = {
  openapi: "3.0.3",
  info: { title: "Items", version: "1" },
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      app: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } },
    },
  },
  security: [{ token: [] }, { app: [] }],
  paths: {
    "/items": {
      get: operation("listItems", { type: "object", properties: { items: { type: "array", items: item } } }),
      post: operation("createItem", item, { requestBody: json(item) }),
    },
    "/items/{id}": {
      get: operation("getItem", item, { parameters: [id] }),
      delete: operation("deleteItem", item, { parameters: [id] }),
    },
    "/echo": { get: operation("getEcho", { type: "object", additionalProperties: true }) },
  },
};

let built: BuiltPackage;
let server: Server;
const folder = mkdtempSync(join(tmpdir(), "echo-"));
const seen: string[] = [];
let isDeaf = false;

beforeAll(async () => {
  const names = { packageName: "@acme/items", packageVersion: "1.0.0", name: "Items" };
  const { files } = await generateRestClient({ file: "items.json", text: JSON.stringify(spec) }, names, {
    hasGuide: true,
  });
  built = await buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (isDeaf && request.method !== "GET") {
      request.socket.destroy();
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    if (request.url === "/token") {
      response.end(JSON.stringify({ access_token: made, expires_in: 3600 }));
      return;
    }
    // A list that is never the same, and an item that repeats what it was sent.
    response.end(
      JSON.stringify({ id: "1", name: "Rex", items: [{ id: String(seen.length) }], got: request.headers }),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  rmSync(folder, { recursive: true });
  await built?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  isDeaf = false;
  seen.length = 0;
});

const token = "tok-1234-secret";
/** The access token that the server makes for client credentials. */
const made = "access-5678-made";
const withToken = { [environmentVariable("ItemsClient", "token")]: token };

async function open(options: Partial<ApiOptions> = {}): Promise<Agent> {
  const { port } = server.address() as AddressInfo;
  const sdk = await findSdk(built.path, "/");
  const { settings, ...more } = options;
  const all = { env: withToken, userAgent: "acme/1", writeLog: () => undefined, ...more };
  return openAgent(
    new Api({
      sdk,
      settings: { endpoint: `http://127.0.0.1:${port}`, authScheme: "token", ...settings },
      ...all,
    }),
  );
}

describe("the API's own token", () => {
  const file = join(folder, "token");
  const script = join(folder, "print.mjs");
  writeFileSync(file, `${token}\n`);
  writeFileSync(script, `process.stdout.write(${JSON.stringify(token)})`);
  const logins: readonly Partial<ApiOptions>[] = [
    { env: withToken },
    { env: {}, settings: { tokenFile: file } },
    { env: {}, settings: { tokenCommand: `${process.execPath} ${script}` } },
    {
      env: { [Object.keys(withToken)[0] ?? ""]: `me:${token}` },
      settings: { authScheme: "app" },
    },
  ];

  it.each(logins)("is hidden in answers of an API that repeats its headers, %j", async (options) => {
    const agent = await open(options);
    const answer = await agent.call("read", { method: "items/get-echo" });
    expect(answer).toEqual({ isError: false, text: expect.stringContaining("Bearer [hidden]") });
    for (const secret of [token, made]) expect(answer.text).not.toContain(secret);
  });

  it.each([
    ["tokenFile", { tokenFile: file }],
    ["tokenCommand", { tokenCommand: `${process.execPath} ${script}` }],
  ])("is hidden by %s of a gRPC API too, in answers and errors", async (_, login) => {
    await using cloud = await openCloud();
    const own = cloud.emulator.issueToken();
    writeFileSync(file, own);
    writeFileSync(script, `process.stdout.write(${JSON.stringify(own)})`);
    const settings = {
      endpoint: cloud.emulator.address,
      insecure: true,
      apiDomain: cloud.emulator.apiDomain,
    };
    const agent = await openAgent(await cloud.api({ env: {}, settings: { ...settings, ...login } }));
    cloud.emulator.handle("InstanceService/Get", ({ id }) => {
      if (id === "x") return { metadata: { name: `Bearer ${own}` } };
      throw new StatusError("INVALID_ARGUMENT", `who is ${own}?`);
    });
    for (const id of ["x", "y"]) {
      const answer = await agent.call("read", { method: "compute/instance/get", request: { id } });
      expect(answer).toEqual({ isError: id === "y", text: expect.stringContaining("[hidden]") });
      expect(answer.text).not.toContain(own);
    }
  });
});

describe("a secret that is an ordinary phrase", () => {
  it("is hidden in data of the API, and changes no text of the server", async () => {
    const agent = await open({ allowMethods: ["items/create"] });
    const create = (password: string) =>
      agent.call("plan", { method: "items/create", request: { body: { name: "x", password } } });
    const first = planOf(await create("items/create"));
    expect(await agent.call("apply", first)).toMatchObject({ isError: false });
    const next = planOf(await create("Nothing was changed"));
    expect(next.summary).toMatch(/^call items\/create \(POST \/items\): /);
    expect(await agent.call("apply", next)).toMatchObject({ isError: false });
  });
});

describe("a change of a REST API", () => {
  it("creates in a collection that changes all the time", async () => {
    const agent = await open({ allowMethods: ["items/create"] });
    const plan = planOf(
      await agent.call("plan", { method: "items/create", request: { body: { name: "x" } } }),
    );
    expect(await agent.call("apply", plan)).toMatchObject({ isError: false });
    expect(seen).toEqual(["POST /items"]);
  });

  it("is sent once if the API promises no keys, and the answer says so", async () => {
    const agent = await open({ allow: ["destroy"] });
    const plan = planOf(await agent.call("plan", { method: "items/delete", request: { id: "1" } }));
    isDeaf = true;
    seen.length = 0;
    const answer = await agent.call("destroy", plan);
    expect(answer).toEqual({
      isError: true,
      text: expect.stringMatching(
        /^The outcome is unknown: the API gave no answer.*The request was sent once\./s,
      ),
    });
    expect(seen.filter((line) => line.startsWith("DELETE"))).toEqual(["DELETE /items/1"]);
  });
});
