import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findSdk } from "@stratus/dynamic-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Api } from "../../mcp/src/calls/api.js";
import { commandLine, type Ended } from "../cli/test-host.fixture.js";
import { openAgent } from "../mcp/connect.fixture.js";
import { root } from "../repository.fixture.js";

/** The answer of the server to every request. */
let answer: { readonly status: number; readonly body: unknown };
const server = createServer((_, response) => {
  response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
});
let endpoint: string;
let acme: (argv: string) => Promise<Ended>;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  acme = commandLine("@svc/catalogue", { env: { CATALOGUE_CLIENT_ENDPOINT: endpoint } });
});
afterAll(() => server.close());

describe.each<readonly [status: number, body: unknown, message: RegExp]>([
  [422, { message: "too long", field: "title" }, /HTTP 422: .?too long, field title/],
  [400, { error: { message: "unknown sort order" } }, /HTTP 400: .?unknown sort order/],
  [409, { title: "Conflict", detail: "The subject exists" }, /HTTP 409: .*The subject exists/],
  [403, { err: "Invalid token" }, /HTTP 403: .?Invalid token/],
])("a server that answers %i with %j", (status, body, message) => {
  it("is quoted by the command, its JSON and MCP", async () => {
    answer = { status, body };
    const { said } = await acme("subjects list");
    const json = JSON.parse((await acme("subjects list -o json")).said) as {
      readonly error: { readonly message: string; readonly status: number };
    };
    const sdk = await findSdk("@svc/catalogue", root);
    const api = new Api({
      sdk,
      settings: { endpoint },
      env: {},
      userAgent: "acme/1",
      writeLog: () => undefined,
    });
    const { text, isError } = await (
      await openAgent(api)
    ).call("read", { method: "subjects/list", request: {} });
    await api.close();
    expect(said).toMatch(message);
    expect(json.error).toMatchObject({ status, message: expect.stringMatching(message) });
    expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringMatching(message) });
  });
});

it("a message of the server cannot color the terminal or give orders outside of quotes", async () => {
  answer = { status: 422, body: { message: `\u001b[31mred\u0007 ${"x".repeat(5_000)}` } };
  const { said } = await acme("subjects list");
  expect([said.includes("\u001b"), said.includes("\u0007")]).toEqual([false, false]);
  expect(said.length).toBeLessThan(2_000);
});
