import { describe, expect, it } from "vitest";
import type { DriftEvent } from "./options.js";
import { getThing, json, listThings, rejection, startServer, type Thing } from "./server.fixture.js";
import { Session } from "./session.js";
import type { Shape } from "./shape.js";

const input = { values: ["x"] };
const once = { maxAttempts: 1 };

describe("a resource that does not exist", () => {
  const misses: readonly (readonly [string, number, string])[] = [
    ["404", 404, "Not Found"],
    ["410", 410, "{}"],
    ["a success with null", 200, "null"],
    ["a success with an empty object", 200, "{}"],
    ["a success with an empty list", 200, "[]"],
    ["a success with an empty text", 200, '""'],
    ["a success with a text", 200, '"no such thing"'],
    ["a success with false", 200, "false"],
    ["a success with an error", 200, '{"error":"not found"}'],
    ["a success with a message", 200, '{"message":"unknown","status":404}'],
    ["a success without a body", 200, ""],
    ["204", 204, ""],
  ];

  it.each(misses)("shown as %s is NOT_FOUND for get and undefined for find", async (_, status, body) => {
    await using server = await startServer((_, response) => void response.writeHead(status).end(body));
    for (const validate of ["report", "strict", "off"] as const) {
      const session = new Session({ baseUrl: server.url, validate, onDrift: () => undefined });
      expect(await rejection(session.call(getThing, input))).toMatchObject({ code: "NOT_FOUND", status });
      expect(await session.find(getThing, input)).toBeUndefined();
      expect(await session.find(getThing, input).withResponse()).toMatchObject({
        data: undefined,
        attempts: 1,
      });
    }
  });

  it("is recognized by the application, from any status", async () => {
    await using server = await startServer((_, response) => json(response, 400, { code: "E_UNKNOWN" }));
    const isNotFound = ({ body }: { readonly body: unknown }): boolean =>
      JSON.stringify(body).includes("E_UNKNOWN");
    const session = new Session({ baseUrl: server.url, isNotFound });
    expect(await session.find(getThing, input)).toBeUndefined();
    expect(await rejection(session.call(listThings, {}))).toMatchObject({ code: "HTTP_ERROR" });
  });

  it.each([
    ["a list in its place", 200, '[{"id":1}]', "VALIDATION"],
    ["a page of HTML", 200, "<html>", "DECODE"],
    ["a server that fails", 500, "{}", "SERVER_ERROR"],
    ["no permission", 403, "{}", "HTTP_ERROR"],
  ])("is not what %s means", async (_, status, body, code) => {
    await using server = await startServer((_, response) => void response.writeHead(status).end(body));
    for (const validate of ["report", "strict", "off"] as const) {
      const session = new Session({ baseUrl: server.url, validate, retry: once });
      expect(await rejection(session.find(getThing, input))).toMatchObject({ code, status });
    }
  });
});

describe("an error", () => {
  it.each([
    [400, "HTTP_ERROR"],
    [401, "HTTP_ERROR"],
    [404, "NOT_FOUND"],
    [410, "NOT_FOUND"],
    [418, "HTTP_ERROR"],
    [429, "RESOURCE_EXHAUSTED"],
    [499, "CANCELLED"],
    [503, "UNAVAILABLE"],
    [500, "SERVER_ERROR"],
    [599, "SERVER_ERROR"],
    [304, "HTTP_ERROR"],
  ])("of HTTP %i has the code %s, the status, the headers and the body's start", async (status, code) => {
    await using server = await startServer(
      (_, response) => void response.writeHead(status, { "x-request-id": "r1" }).end("y".repeat(10_000)),
    );
    const session = new Session({ baseUrl: server.url, retry: once });
    const error = await rejection(session.call(listThings, {}));
    expect(error).toMatchObject({ code, status, operation: "things.list", request: "GET /things" });
    const { headers, excerpt } = error as { headers: Headers; excerpt: string };
    expect(headers.get("x-request-id")).toBe("r1");
    expect(excerpt).toBe(status === 304 ? "" : "y".repeat(500));
  });

  it.each([
    ["HTML", "text/html", "<!doctype html>"],
    ["cut-off JSON", "application/json", '[{"id":'],
    ["nothing at all", "application/json", ""],
  ])("is an error with its status and its start if the response is %s", async (_, type, body) => {
    await using server = await startServer(
      (_, response) => void response.writeHead(200, { "content-type": type }).end(body),
    );
    const error = await rejection(new Session({ baseUrl: server.url }).call(listThings, {}));
    expect(error).toMatchObject({
      code: "DECODE",
      clientReason: "RESPONSE_INVALID",
      status: 200,
      excerpt: body,
    });
    expect(String(error)).toContain(type);
  });
});

describe("a response that differs from its description", () => {
  const odd = [{ id: 1, extra: true }, { id: "2" }, { id: 3, name: 4 }, { id: "5" }];

  it("is returned as received, and reported once per operation and path", async () => {
    await using server = await startServer((_, response) => json(response, 200, odd));
    const events: DriftEvent[] = [];
    const session = new Session({ baseUrl: server.url, onDrift: (event) => events.push(event) });
    expect(await session.call(listThings, {})).toEqual(odd);
    expect(await session.call(listThings, {})).toEqual(odd);
    expect(events).toEqual([
      { operation: "things.list", path: "[].id", expected: "integer", actual: "string", kind: "different" },
      { operation: "things.list", path: "[].name", expected: "string", actual: "integer", kind: "different" },
    ]);
  });

  it("throws if checks are strict, with every path", async () => {
    await using server = await startServer((_, response) => json(response, 200, odd));
    const session = new Session({ baseUrl: server.url, validate: "strict" });
    const error = await rejection(session.call(listThings, {}));
    expect(error).toMatchObject({ code: "VALIDATION", clientReason: "RESPONSE_INVALID", status: 200 });
    const paths = (error as { issues: { path: string }[] }).issues.map(({ path }) => path);
    expect(paths).toEqual(["[1].id", "[2].name", "[3].id"]);
    expect(String(error)).toContain("[1].id: expected integer, got string");
  });

  it("is not checked if checks are off", async () => {
    await using server = await startServer((_, response) => json(response, 200, { not: "a list" }));
    const events: DriftEvent[] = [];
    const session = new Session({
      baseUrl: server.url,
      validate: "off",
      onDrift: (event) => events.push(event),
    });
    expect(await session.call(listThings, {})).toEqual({ not: "a list" });
    expect(events).toEqual([]);
  });

  it("throws if it is not a list but should be one, because it is unusable", async () => {
    await using server = await startServer((_, response) => json(response, 200, { items: [] }));
    const error = await rejection(new Session({ baseUrl: server.url }).call(listThings, {}));
    expect(error).toMatchObject({
      code: "VALIDATION",
      issues: [{ path: "", expected: "array", actual: "object", kind: "different" }],
    });
  });

  it("is a resource still, as long as it has something of one", async () => {
    await using server = await startServer((_, response) => json(response, 200, { id: "7", name: 8 }));
    const events: DriftEvent[] = [];
    const session = new Session({ baseUrl: server.url, onDrift: (event) => events.push(event) });
    expect(await session.call(getThing, input)).toEqual({ id: "7", name: 8 });
    expect(events.map(({ path }) => path)).toEqual(["id", "name"]);
  });

  it("is reported also if it means that the resource does not exist", async () => {
    await using server = await startServer((_, response) => json(response, 200, { thing: { id: 1 } }));
    const events: DriftEvent[] = [];
    const session = new Session({ baseUrl: server.url, onDrift: (event) => events.push(event) });
    expect(await session.find(getThing, input)).toBeUndefined();
    expect(events).toEqual([
      { operation: "things.get", path: "id", expected: "integer", actual: "nothing", kind: "different" },
    ]);
  });

  it("is returned whatever values its description has", async () => {
    const words: readonly (readonly [Shape, unknown])[] = [
      [{ enum: ["safe integer", "unsafe"] }, 5],
      [{ anyOf: [{ ref: "fewer levels" }] }, 5],
    ];
    for (const [shape, value] of words) {
      await using server = await startServer((_, response) => json(response, 200, value));
      const session = new Session({ baseUrl: server.url, onDrift: () => undefined });
      const described = async () => ({
        shapes: { "fewer levels": { enum: ["x"] } },
        responses: { "things.list": shape },
      });
      const operation = { ...listThings, guard: (it: unknown): it is Thing[] => it !== value, described };
      expect(await session.call(operation, {})).toBe(value);
    }
  });

  it("does not fail the call when the listener does", async () => {
    await using server = await startServer((_, response) => json(response, 200, odd));
    const onDrift = (): void => {
      throw new Error("listener");
    };
    expect(await new Session({ baseUrl: server.url, onDrift }).call(listThings, {})).toEqual(odd);
  });
});
