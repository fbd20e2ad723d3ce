import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openCloud, type TestCloud } from "../emulator.fixture.js";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud();
  await cloud.emulator.seedText("$resource: compute/disk\nmetadata: { id: d, parentId: p }\n");
});
afterAll(() => cloud[Symbol.asyncDispose]());

/** Sends lines that no HTTP client would send, and returns the status. */
function sendLines(...lines: readonly string[]): Promise<number> {
  const { hostname, port } = new URL(cloud.emulator.webUrl);
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write([...lines, "Connection: close", "Content-Length: 2", "", "{}"].join("\r\n")),
    );
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    socket.on("error", fail);
    socket.on("close", () => done(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)));
  });
}

const reset = "POST /_emulator/reset HTTP/1.1";
const json = "Content-Type: application/json";
it.each<[what: string, lines: readonly string[], status: number]>([
  ["no host", [reset, json], 400],
  ["two hosts", [reset, "Host: localhost", "Host: evil.example", json], 403],
  ["one host twice", [reset, "Host: localhost", "host: localhost", json], 403],
  ["HTTP/1.0 without a host", ["POST /_emulator/reset HTTP/1.0", json], 403],
  [
    "an absolute target with another host",
    ["POST http://evil.example/_emulator/reset HTTP/1.1", "Host: localhost", json],
    404,
  ],
  ["an absolute target", ["POST http://localhost/_emulator/reset HTTP/1.1", "Host: evil.example", json], 404],
  ["a path with dots", ["POST /./_emulator/reset HTTP/1.1", "Host: localhost", json], 404],
  ["a path that begins with two slashes", ["POST //_emulator/reset HTTP/1.1", "Host: localhost", json], 404],
  ["an encoded path", ["POST /%5Femulator/reset HTTP/1.1", "Host: localhost", json], 404],
  [
    "two origins",
    [reset, "Host: localhost", "Origin: http://localhost", "Origin: http://evil.example", json],
    403,
  ],
  ["two sites", [reset, "Host: localhost", "Sec-Fetch-Site: none", "Sec-Fetch-Site: cross-site", json], 403],
  ["two content types", [reset, "Host: localhost", json, "Content-Type: text/plain"], 415],
  ["a content type in a list", [reset, "Host: localhost", "Content-Type: text/plain, application/json"], 415],
  [
    "a content type as a parameter",
    [reset, "Host: localhost", "Content-Type: text/plain; application/json"],
    415,
  ],
  [
    "a WebSocket of another site",
    [
      "GET /_emulator/calls/stream HTTP/1.1",
      "Host: localhost",
      "Origin: http://evil.example",
      "Upgrade: websocket",
    ],
    403,
  ],
  [
    "another method in a header",
    ["GET /_emulator/reset HTTP/1.1", "Host: localhost", "X-HTTP-Method-Override: POST"],
    405,
  ],
  ["a path without a slash", ["GET /_emulator HTTP/1.1", "Host: localhost"], 404],
])("a request with %s changes nothing", async (_, lines, status) => {
  expect(await sendLines(...lines)).toBe(status);
  expect(await cloud.must("DiskService/List", { parentId: "p" })).toHaveProperty("items");
});

it("a request with a content type with parameters, by a name in capitals, works", async () => {
  expect(
    await sendLines("POST /_emulator/clock/reset HTTP/1.1", "Host: LOCALHOST:80", `${json}; charset=utf-8`),
  ).toBe(200);
});
