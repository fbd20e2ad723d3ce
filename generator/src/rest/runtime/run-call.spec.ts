import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ApiError } from "./error.js";
import { addThing, getThing, json, listThings, rejection, startServer } from "./server.fixture.js";
import { Session } from "./session.js";

const quick = { baseDelayMs: 1, maxDelayMs: 2 };

describe("a call that fails for a moment", () => {
  it.each([408, 429, 500, 502, 503, 504])("is sent again after HTTP %i", async (status) => {
    await using server = await startServer((_, response, count) =>
      count < 3 ? json(response, status, {}) : json(response, 200, [{ id: 1 }]),
    );
    const session = new Session({ baseUrl: server.url, retry: quick });
    const { data, attempts } = await session.call(listThings, {}).withResponse();
    expect({ data, attempts }).toEqual({ data: [{ id: 1 }], attempts: 3 });
  });

  it.each([400, 401, 403, 404, 409, 410, 422, 501, 505])(
    "is not sent again after HTTP %i",
    async (status) => {
      await using server = await startServer((_, response) => json(response, status, {}));
      const session = new Session({ baseUrl: server.url, retry: quick });
      expect(await rejection(session.call(listThings, {}))).toMatchObject({ status, attempts: 1 });
      expect(server.seen).toHaveLength(1);
    },
  );

  it("is sent again when the connection breaks before and inside the answer", async () => {
    await using server = await startServer((request, response, count) => {
      if (count === 1) request.socket.destroy();
      else if (count === 2) {
        response.writeHead(200, { "content-length": "100" }).write("[");
        setTimeout(() => request.socket.destroy(), 5);
      } else json(response, 200, []);
    });
    const session = new Session({ baseUrl: server.url, retry: quick });
    expect(await session.call(listThings, {}).withResponse()).toMatchObject({ attempts: 3 });
  });

  it("gives up after the attempts it may make, with the last error", async () => {
    await using server = await startServer((_, response) => json(response, 503, { reason: "down" }));
    const session = new Session({ baseUrl: server.url, retry: { ...quick, maxAttempts: 2 } });
    expect(await rejection(session.call(listThings, {}))).toMatchObject({
      code: "UNAVAILABLE",
      status: 503,
      attempts: 2,
      excerpt: '{"reason":"down"}',
      clientReason: undefined,
      message: expect.stringMatching(/^things\.list: GET \/things: /),
    });
    expect(server.seen).toHaveLength(2);
  });

  it("is sent once if the method is not idempotent, unless the call says otherwise", async () => {
    await using server = await startServer((_, response) => json(response, 503, {}));
    const session = new Session({ baseUrl: server.url, retry: quick });
    expect(await rejection(session.call(addThing, { body: {} }))).toMatchObject({ attempts: 1 });
    const again = session.call(addThing, { body: {} }, { retry: { maxAttempts: 2 } });
    expect(await rejection(again)).toMatchObject({ attempts: 2 });
  });

  it("names a host that cannot be reached, and the cause, once for all attempts", async () => {
    const closed = await startServer(() => undefined);
    await closed[Symbol.asyncDispose]();
    const session = new Session({ baseUrl: closed.url, retry: { ...quick, maxAttempts: 2 } });
    const error = await rejection(session.call(listThings, {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "UNAVAILABLE", attempts: 2, cause: expect.any(TypeError) });
    expect(error).toMatchObject({ clientReason: "CONNECT_FAILED" });
    expect(String(error)).toContain(`${closed.url} (ECONNREFUSED)`);
  });
});

describe("Retry-After", () => {
  it("is waited for", async () => {
    await using server = await startServer((_, response, count) =>
      count === 1 ? json(response, 429, {}, { "retry-after": "1" }) : json(response, 200, []),
    );
    const session = new Session({ baseUrl: server.url, retry: quick });
    const startMs = performance.now();
    await session.call(listThings, {});
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(990);
  });

  it.each([
    ["beyond the cap", { retry: { ...quick, maxRetryAfterMs: 86_399_000 } }, { timeoutMs: Infinity }],
    [
      "beyond the call's own time limit",
      { retry: { ...quick, maxRetryAfterMs: 1e9 } },
      { timeoutMs: 86_399_000 },
    ],
  ])("%s fails at once", async (_, client, call) => {
    const aDay = { "retry-after": "86400" };
    await using server = await startServer((_, response) => json(response, 429, {}, aDay));
    const session = new Session({ baseUrl: server.url, ...client });
    expect(await rejection(session.call(listThings, {}, call))).toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      retryAfterMs: 86_400_000,
      attempts: 1,
    });
  });
});

describe("time limits", () => {
  it("end an attempt whose headers do not come, and the next one is made", async () => {
    await using server = await startServer((_, response, count) => {
      if (count > 1) json(response, 200, []);
    });
    const session = new Session({ baseUrl: server.url, attemptTimeoutMs: 500, retry: quick });
    // On a busy machine an attempt that is answered may come too late as well.
    expect((await session.call(listThings, {}).withResponse()).attempts).toBeGreaterThan(1);
  });

  it.each([
    ["headers", () => undefined],
    ["body", (response: ServerResponse) => void response.writeHead(200).write("[")],
  ])("end an attempt whose %s do not arrive", async (_, respond) => {
    await using server = await startServer((_, response) => respond(response));
    const session = new Session({ baseUrl: server.url, attemptTimeoutMs: 60, retry: { maxAttempts: 1 } });
    const error = await rejection(session.call(listThings, {}));
    expect(error).toMatchObject({ code: "DEADLINE_EXCEEDED", clientReason: "ATTEMPT_TIMEOUT", attempts: 1 });
    expect(String(error)).toContain("60 ms");
  });

  it("hold for the whole call, waits included, and beside a signal that never fires", async () => {
    let sent = 0;
    // Two answers without a wait; the third attempt has to be ended.
    const fetch = () =>
      ++sent < 3
        ? Promise.resolve(new Response("", { status: 503 }))
        : new Promise<Response>(() => undefined);
    const { signal } = new AbortController();
    const retry = { maxAttempts: 1e9, baseDelayMs: 0, maxDelayMs: 0 };
    const session = new Session({ baseUrl: "http://a.test", fetch, timeoutMs: 1_000, retry });
    const error = await rejection(session.call(listThings, {}, { signal }));
    expect(error).toMatchObject({ code: "DEADLINE_EXCEEDED", clientReason: "REQUEST_TIMEOUT", attempts: 3 });
  });

  it("end a call even when fetch does not listen to its signal", async () => {
    const fetch = () => new Promise<Response>(() => undefined);
    const session = new Session({ baseUrl: "http://a.test", fetch, timeoutMs: 30 });
    expect(await rejection(session.call(listThings, {}))).toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });
});

describe("a caller's abort", () => {
  const reason = new Error("the user left");

  it("before the call sends nothing", async () => {
    await using server = await startServer((_, response) => json(response, 200, []));
    const session = new Session({ baseUrl: server.url });
    expect(await rejection(session.call(listThings, {}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(server.seen).toHaveLength(0);
  });

  it.each([
    ["while the headers are awaited", () => undefined],
    ["inside the body", (response: ServerResponse) => void response.writeHead(200).write("[")],
    [
      "inside the wait for another attempt",
      (response: ServerResponse) => json(response, 503, {}, { "retry-after": "86400" }),
    ],
  ])("%s rejects with its reason, at once", async (_, answer) => {
    await using server = await startServer((_, response) => answer(response));
    const controller = new AbortController();
    const patient = { timeoutMs: Infinity, attemptTimeoutMs: Infinity };
    const session = new Session({ baseUrl: server.url, ...patient, retry: { maxRetryAfterMs: 1e9 } });
    const call = session.call(listThings, {}, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 40);
    expect(await rejection(call)).toBe(reason);
  });

  it("leaves nothing on a signal that lives long", async () => {
    const { signal } = new AbortController();
    const fetch = async () => Response.json([]);
    const session = new Session({ baseUrl: "http://a.test", fetch });
    for (let count = 0; count < 2_000; count++) await session.call(listThings, {}, { signal });
    await sleep(1);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});

describe("arguments and options", () => {
  it.each(["..", ".", "", "\ud800", 7])("such as %j are refused before anything is sent", async (key) => {
    await using server = await startServer((_, response) => json(response, 200, { id: 1 }));
    const session = new Session({ baseUrl: server.url });
    const error = await rejection(session.call(getThing, { values: [key] }));
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", operation: "things.get", attempts: 0 });
    expect(error).toMatchObject({ clientReason: "REQUEST_INVALID" });
    expect(String(error)).toMatch(/^ApiError: things\.get: key /);
    expect(server.seen).toHaveLength(0);
  });

  it.each([
    ["a b/c?d#e", "/things/a%20b%2Fc%3Fd%23e"],
    ["%2e%2e", "/things/%252e%252e"],
    ["...", "/things/..."],
    ["č", "/things/%C4%8D"],
    ["😀", "/things/%F0%9F%98%80"],
  ])("such as %j arrive as they are", async (key, url) => {
    await using server = await startServer((_, response) => json(response, 200, { id: 1 }));
    await new Session({ baseUrl: `${server.url}//` }).call(getThing, { values: [key] });
    expect(server.seen[0]?.url).toBe(url);
  });

  it("are stated as numbers that make sense", async () => {
    const session = new Session({ baseUrl: "http://a.test", fetch: async () => Response.json([]) });
    expect(await rejection(session.call(listThings, {}, { timeoutMs: Number.NaN }))).toMatchObject({
      name: "OptionsError",
      code: "OPTION_INVALID",
      option: "timeoutMs",
    });
  });
});
