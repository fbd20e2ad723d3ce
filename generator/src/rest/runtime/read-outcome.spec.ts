import { describe, expect, it } from "vitest";
import type { DriftEvent } from "./options.js";
import {
  addThing,
  getThing,
  json,
  listThings,
  rejection,
  startServer,
  type Thing,
} from "./server.fixture.js";
import { Session } from "./session.js";
import type { Shape } from "./shape.js";

const input = { values: ["x"] };
const once = { maxAttempts: 1 };

describe("a resource that does not exist", () => {
  const modes = ["report", "strict", "off"] as const;
  const respond = (status: number, body: string) =>
    startServer((_, response) => void response.writeHead(status).end(body));

  it.each([
    ["404", 404, "Not Found"],
    ["410", 410, "{}"],
  ])("shown as %s is NOT_FOUND for get and undefined for find", async (_, status, body) => {
    await using server = await respond(status, body);
    for (const validate of modes) {
      const session = new Session({ baseUrl: server.url, validate });
      expect(await rejection(session.call(getThing, input))).toMatchObject({ code: "NOT_FOUND", status });
      expect(await session.find(getThing, input)).toBeUndefined();
      expect(await session.find(getThing, input).withResponse()).toMatchObject({
        data: undefined,
        attempts: 1,
      });
    }
  });

  it.each([
    ["null", null],
    ["an empty object", {}],
    ["an empty list", []],
    ["a list", [{ id: 1 }]],
    ["a text", "no such thing"],
    ["false", false],
    ["an envelope", { data: { id: 1, name: "n" } }],
    ["renamed properties", { thing_id: 1, title: "n" }],
    ["some of its fields", { name: "n" }],
  ])("is not what a success with %s means", async (_, sent) => {
    await using server = await respond(200, JSON.stringify(sent));
    const events: DriftEvent[] = [];
    const onDrift = (event: DriftEvent) => void events.push(event);
    const session = new Session({ baseUrl: server.url, onDrift });
    expect(await session.call(getThing, input)).toEqual(sent);
    expect(await session.find(getThing, input)).toEqual(sent);
    expect(events.length).toBeGreaterThan(0);
    const off = new Session({ baseUrl: server.url, validate: "off" });
    expect(await off.find(getThing, input)).toEqual(sent);
    const strict = new Session({ baseUrl: server.url, validate: "strict" });
    for (const call of [strict.call(getThing, input), strict.find(getThing, input)]) {
      expect(await rejection(call)).toMatchObject({ code: "VALIDATION", status: 200 });
    }
  });

  it.each([200, 204])("is not what a success without a body means (HTTP %i)", async (status) => {
    await using server = await respond(status, "");
    for (const validate of modes) {
      const session = new Session({ baseUrl: server.url, validate });
      for (const call of [session.call(getThing, input), session.find(getThing, input)]) {
        expect(await rejection(call)).toMatchObject({
          code: "VALIDATION",
          status,
          issues: [{ path: "", actual: "nothing" }],
        });
      }
    }
  });

  it.each([
    [204, ""],
    [200, "{}"],
    [400, '{"code":"E_UNKNOWN"}'],
  ])("is what a status that the description marks means (HTTP %i)", async (status, body) => {
    await using server = await respond(status, body);
    const session = new Session({ baseUrl: server.url });
    const operation = { ...getThing, isEmptyAllowed: true, notFound: [status] };
    expect(await rejection(session.call(operation, input))).toMatchObject({ code: "NOT_FOUND", status });
    expect(await session.find(operation, input)).toBeUndefined();
  });

  it("is recognized by the application in a success that fits the description", async () => {
    await using server = await startServer((_, response) => json(response, 200, { id: 0, name: "none" }));
    const isNotFound = ({ text }: { readonly text: string }): boolean => text.includes('"id":0');
    for (const validate of modes) {
      const session = new Session({ baseUrl: server.url, validate, isNotFound });
      expect(await session.find(getThing, input)).toBeUndefined();
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

  it("is returned even if it is not the described list", async () => {
    await using server = await startServer((_, response) => json(response, 200, { items: [] }));
    const events: DriftEvent[] = [];
    const session = new Session({ baseUrl: server.url, onDrift: (event) => events.push(event) });
    expect(await session.call(listThings, {})).toEqual({ items: [] });
    expect(events).toEqual([
      { operation: "things.list", path: "", expected: "array", actual: "object", kind: "different" },
    ]);
  });

  it("is a resource still, as long as it has something of one", async () => {
    await using server = await startServer((_, response) => json(response, 200, { id: "7", name: 8 }));
    const events: DriftEvent[] = [];
    const session = new Session({ baseUrl: server.url, onDrift: (event) => events.push(event) });
    expect(await session.call(getThing, input)).toEqual({ id: "7", name: 8 });
    expect(events.map(({ path }) => path)).toEqual(["id", "name"]);
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

describe("a success of a change that differs from its description", () => {
  const guard = (value: unknown): value is Thing => typeof (value as Partial<Thing> | null)?.id === "number";
  const add = {
    ...addThing,
    guard,
    described: async () => ({
      shapes: {},
      responses: {
        "things.add": { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
      },
    }),
  };

  it.each([201, 204])("is undefined with a report if it has no body (HTTP %i)", async (status) => {
    await using server = await startServer((_, response) => void response.writeHead(status).end());
    const events: DriftEvent[] = [];
    const session = new Session({ baseUrl: server.url, onDrift: (event) => events.push(event) });
    expect(await session.call(add, { body: {} }).withResponse()).toMatchObject({ data: undefined, status });
    expect(events).toMatchObject([{ operation: "things.add", path: "", actual: "nothing" }]);
    const off = new Session({ baseUrl: server.url, validate: "off", onDrift: () => expect.fail() });
    expect(await off.call(add, { body: {} })).toBeUndefined();
  });

  it.each([
    ["no body", ""],
    ["another body", '{"thing_id":1}'],
  ])("is an error of strict checks with %s, which says that the change was applied", async (_, body) => {
    await using server = await startServer((_, response) => void response.writeHead(201).end(body));
    const session = new Session({ baseUrl: server.url, validate: "strict" });
    const error = await rejection(session.call(add, { body: {} }));
    expect(error).toMatchObject({ code: "VALIDATION", status: 201 });
    expect(String(error)).toContain("the change was applied");
    expect(server.seen).toHaveLength(1);
  });

  it("is an error that says that the change may have been applied if it is not JSON", async () => {
    await using server = await startServer((_, response) => void response.writeHead(200).end("<html>"));
    const error = await rejection(new Session({ baseUrl: server.url }).call(add, { body: {} }));
    expect(error).toMatchObject({ code: "DECODE", status: 200 });
    expect(String(error)).toContain("the change may have been applied");
  });
});
