import { createServer, request as send, type IncomingHttpHeaders } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addService, corsHeaders, webHandler, type ServerCall } from "@stratus/runtime/server";
import { descriptors } from "../../generated/interop/descriptors.js";
import {
  ConformanceServiceServer,
  type ConformanceServiceHandlers,
} from "../../generated/interop/connectrpc/conformance/v1/index.server.js";

let calls: ServerCall[] = [];
const handlers: Partial<ConformanceServiceHandlers> = {
  unary: (_request, call) => (calls.push(call), {}),
  idempotentUnary: (_request, call) => (calls.push(call), {}),
};
const handler = await webHandler(
  descriptors,
  (server) => addService(server, ConformanceServiceServer, handlers, { partial: true }),
  {
    cors: {
      origins: ["https://app.example.com"],
      headers: corsHeaders({ headers: { idempotencyKey: undefined, resetMask: undefined } }),
    },
    fallback: (_, response) => response.end("a page"),
  },
);
const server = createServer(handler);
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Asked {
  readonly method?: "GET" | "POST" | "OPTIONS";
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly type?: string;
}

const service = "/connectrpc.conformance.v1.ConformanceService";
const get = {
  method: "GET",
  path: `${service}/IdempotentUnary?connect=v1&encoding=json&message=%7B%7D`,
} as const;

/** Sends a request with headers that `fetch` does not let a program set. */
async function ask({
  method = "POST",
  path = `${service}/Unary`,
  headers = {},
  type = "application/json",
}: Asked) {
  calls = [];
  const content = method === "POST" ? { "content-type": type } : {};
  const body = type === "application/json" ? "{}" : Buffer.alloc(5);
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const outgoing = send({ host: "127.0.0.1", port, path, method, headers: { ...content, ...headers } });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      let text = "";
      incoming.on("data", (part) => (text += String(part)));
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
      );
    });
    outgoing.end(method === "POST" ? body : undefined);
  });
}

describe("a page of another origin", () => {
  const evil = { origin: "https://evil.example" };

  it.each<[what: string, asked: Asked]>([
    ["by Connect", { headers: evil }],
    ["by Connect without a preflight", { headers: evil, type: "application/proto" }],
    ["by gRPC-web", { headers: evil, type: "application/grpc-web+proto" }],
    ["by a form", { headers: { ...evil, "sec-fetch-site": "cross-site" }, type: "text/plain" }],
    ["by GET", { ...get, headers: { "sec-fetch-site": "cross-site" } }],
    ["by GET from a neighbor", { ...get, headers: { "sec-fetch-site": "same-site" } }],
    ["from a sandbox", { headers: { origin: "null" } }],
    ["of a method that nobody wrote", { path: `${service}/Unimplemented`, headers: evil }],
  ])("calls nothing %s", async (_, asked) => {
    const { status, text, headers } = await ask(asked);
    expect([status, calls.length]).toEqual([403, 0]);
    expect(text).toContain("cors.origins");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("may still link to the pages of the server", async () => {
    const asked = {
      method: "GET",
      path: "/index.html",
      headers: { "sec-fetch-site": "cross-site" },
    } as const;
    expect(await ask(asked)).toMatchObject({ status: 200, text: "a page" });
  });
});

describe("a call is made by", () => {
  it.each<[what: string, asked: Asked]>([
    ["a listed page", { headers: { origin: "https://app.example.com", "sec-fetch-site": "cross-site" } }],
    ["a listed page, by GET", { ...get, headers: { origin: "https://app.example.com" } }],
    ["a page of the server", { headers: { "sec-fetch-site": "same-origin" } }],
    ["a program", {}],
    ["a program, by GET", get],
  ])("%s", async (_, asked) => {
    expect([(await ask(asked)).status, calls.length]).toEqual([200, 1]);
  });
});

describe("an odd request is refused without a failure of the server:", () => {
  it.each<[what: string, headers: Record<string, string>]>([
    ["a key with a letter of Latin-1", { "x-idempotency-key": "é" }],
    ["metadata with a tab", { "x-team": "a\tb" }],
    ["a name that gRPC does not have", { "x~team": "a" }],
  ])("%s", async (_, headers) => {
    const { status, text } = await ask({ headers });
    expect([status, JSON.parse(text).code, calls.length]).toEqual([400, "invalid_argument", 0]);
    expect(text).toContain(Object.keys(headers)[0]);
    expect((await ask({ ...get, headers })).status).toBe(400);
    const web = await ask({ headers, type: "application/grpc-web+proto" });
    expect([web.status, /grpc-status: 3\r\n/.test(web.text), calls.length]).toEqual([200, true, 0]);
  });

  it.each(["Host: a b\r\n", "Host: [\r\n", ""])("the host %j", async (host) => {
    const socket = connect(port, "127.0.0.1");
    const version = host === "" ? "1.0" : "1.1";
    const head = `POST ${service}/Unary HTTP/${version}\r\n${host}content-type: application/json\r\ncontent-length: 2\r\n`;
    socket.end(`${head}connection: close\r\n\r\n{}`);
    let text = "";
    for await (const part of socket) text += String(part);
    expect(text).toMatch(/^HTTP\/1.1 400 /);
  });

  it.each<[name: string, value: string, type: string]>([
    ["grpc-timeout", "99999999H", "application/grpc-web+proto"],
    ["grpc-timeout", "99999999M", "application/grpc-web+proto"],
    ["connect-timeout-ms", "9999999999", "application/json"],
  ])("%s: %s is as long as timers can be", async (name, value, type) => {
    const { status, text } = await ask({ headers: { [name]: value }, type });
    expect([status, calls.length]).toEqual([200, 1]);
    if (type !== "application/json") expect(text).toContain("grpc-status: 0");
    const leftMs = Number(calls[0]?.deadline) - Date.now();
    expect(leftMs / 86_400_000).toBeGreaterThan(24);
    expect(leftMs / 86_400_000).toBeLessThan(25);
  });

  it("a timeout that a timer can measure is left as it is", async () => {
    await ask({ headers: { "grpc-timeout": "2H" }, type: "application/grpc-web+proto" });
    expect((Number(calls[0]?.deadline) - Date.now()) / 3_600_000).toBeCloseTo(2, 1);
  });
});
