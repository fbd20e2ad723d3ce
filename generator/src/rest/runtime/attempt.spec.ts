import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { etagCache } from "./cache.js";
import { addThing, getThing, json, listThings, rejection, startServer } from "./server.fixture.js";
import { Session } from "./session.js";

const secret = "t0p-s3cret-token";

describe("headers", () => {
  it("come from the hook anew for each attempt, which knows what they are for", async () => {
    await using server = await startServer((_, response, count) =>
      json(response, count === 1 ? 503 : 200, []),
    );
    const contexts: object[] = [];
    const session = new Session({
      baseUrl: server.url,
      retry: { baseDelayMs: 0 },
      headers: async ({ signal, ...context }) => {
        expect(signal.aborted).toBe(false);
        contexts.push(context);
        return { authorization: `Bearer ${contexts.length}` };
      },
    });
    await session.call(listThings, {});
    const request = { operation: "things.list", method: "GET", url: `${server.url}/things` };
    expect(contexts).toEqual([
      { ...request, attempt: 1 },
      { ...request, attempt: 2 },
    ]);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer 1", "Bearer 2"]);
  });

  it("of a call win over those of the client", async () => {
    await using server = await startServer((_, response) => json(response, 200, []));
    const session = new Session({ baseUrl: server.url, headers: new Headers({ "x-a": "1", "X-B": "1" }) });
    await session.call(listThings, {}, { headers: { "x-b": "2" } });
    expect(server.seen[0]?.headers).toMatchObject({ accept: "application/json", "x-a": "1", "x-b": "2" });
  });

  it("that cannot be sent are named, and their values never shown", async () => {
    const session = new Session({
      baseUrl: "http://a.test",
      headers: { authorization: `Bearer ${secret}\n2` },
    });
    const error = await rejection(session.call(listThings, {}));
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(String(error)).toContain('"authorization"');
    expect(
      inspect(error, { depth: 9 }) + inspect(session, { depth: 9 }) + JSON.stringify(session),
    ).not.toContain(secret);
  });

  it("are not shown by any error of a call that carried them", async () => {
    await using server = await startServer((_, response) => json(response, 500, {}));
    const headers = { authorization: `Bearer ${secret}` };
    const session = new Session({ baseUrl: server.url, headers, retry: { maxAttempts: 1 } });
    const error = await rejection(session.call(listThings, {}));
    expect(inspect(error, { depth: 9 })).not.toContain(secret);
  });

  it("whose hook fails end the call with the hook's error", async () => {
    const fault = new Error("no login");
    const headers = (): never => {
      throw fault;
    };
    expect(await rejection(new Session({ baseUrl: "http://a.test", headers }).call(listThings, {}))).toBe(
      fault,
    );
  });
});

describe("a header called __proto__", () => {
  const named = JSON.parse('{"__proto__":"x","a":"b"}') as Record<string, string>;

  it.each([
    ["of the client", { headers: named }, {}],
    ["of a function", { headers: () => named }, {}],
    ["of a Headers object", { headers: new Headers([["__proto__", "x"]]) }, {}],
    ["of a call", {}, { headers: named }],
  ])("%s is refused by its name", async (_, options, callOptions) => {
    await using server = await startServer((_, response) => json(response, 200, []));
    const session = new Session({ baseUrl: server.url, ...options });
    const error = await rejection(session.call(listThings, {}, callOptions));
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", attempts: 0 });
    expect(String(error)).toContain('the header "__proto__" cannot be sent');
    expect(server.seen).toEqual([]);
  });
});

describe("a redirect", () => {
  const headers = { authorization: `Bearer ${secret}`, "x-api-key": secret };

  it.each([301, 302, 303, 307, 308])(
    "%i to another origin is followed without the caller's headers",
    async (status) => {
      await using other = await startServer((_, response) => json(response, 200, [{ id: 1 }]));
      await using server = await startServer(
        (_, response) => void response.writeHead(status, { location: `${other.url}/elsewhere` }).end("x"),
      );
      const session = new Session({ baseUrl: server.url, headers });
      expect(await session.call(listThings, {})).toEqual([{ id: 1 }]);
      expect(server.seen[0]?.headers).toMatchObject(headers);
      expect(other.seen[0]?.headers).toMatchObject({ accept: "application/json" });
      expect(JSON.stringify(other.seen)).not.toContain(secret);
    },
  );

  it("within the origin keeps them; back from another origin they stay lost", async () => {
    let first = "";
    await using other = await startServer(
      (_, response) => void response.writeHead(302, { location: `${first}/c` }).end(),
    );
    await using server = await startServer((request, response) => {
      if (request.url === "/things") response.writeHead(302, { location: "b" }).end();
      else if (request.url === "/b") response.writeHead(302, { location: other.url }).end();
      else json(response, 200, []);
    });
    first = server.url;
    await new Session({ baseUrl: server.url, headers }).call(listThings, {});
    expect(server.seen.map(({ url, headers }) => [url, headers["x-api-key"]])).toEqual([
      ["/things", secret],
      ["/b", secret],
      ["/c", undefined],
    ]);
  });

  it("is followed by fetch itself if there is nothing to protect", async () => {
    await using other = await startServer((_, response) => json(response, 200, []));
    await using server = await startServer(
      (_, response) => void response.writeHead(302, { location: other.url }).end(),
    );
    const { response } = await new Session({ baseUrl: server.url }).call(listThings, {}).withResponse();
    expect(response.redirected).toBe(true);
  });

  it.each([
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", '{"id":1}'],
    [308, "POST", '{"id":1}'],
  ])("%i after a POST is a %s", async (status, method, body) => {
    await using server = await startServer((request, response) => {
      if (request.url === "/things") response.writeHead(status, { location: "/new" }).end();
      else json(response, 200, {});
    });
    await new Session({ baseUrl: server.url, headers }).call(addThing, { body: { id: 1 } });
    expect(server.seen[1]).toMatchObject({ url: "/new", method, body });
    expect(server.seen[1]?.headers["content-type"]).toBe(method === "GET" ? undefined : "application/json");
  });

  it.each([307, 308])("%i to another origin does not carry a body there", async (status) => {
    for (const options of [{}, { headers }]) {
      await using other = await startServer((_, response) => json(response, 200, {}));
      await using server = await startServer(
        (_, response) => void response.writeHead(status, { location: other.url }).end(),
      );
      const session = new Session({ baseUrl: server.url, ...options });
      const error = await rejection(session.call(addThing, { body: { id: 1, note: "private" } }));
      expect(other.seen).toEqual([]);
      expect(error).toMatchObject({ code: "HTTP_ERROR", status, attempts: 1 });
      expect(String(error)).toContain(
        `a redirect to ${other.url}, to which the body is not sent; set baseUrl`,
      );
    }
  });

  it.each([301, 302])("%i of a PUT to another origin does not carry a body there either", async (status) => {
    await using other = await startServer((_, response) => json(response, 200, {}));
    await using server = await startServer(
      (_, response) => void response.writeHead(status, { location: other.url }).end(),
    );
    const session = new Session({ baseUrl: server.url });
    await rejection(session.call({ ...addThing, method: "PUT" }, { body: { id: 1 } }));
    expect(other.seen).toEqual([]);
  });

  it.each([307, 308])("%i to another port of the origin's host is another origin", async (status) => {
    await using server = await startServer(
      (_, response) => void response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(),
    );
    const error = await rejection(new Session({ baseUrl: server.url }).call(addThing, { body: {} }));
    expect(error).toMatchObject({ code: "HTTP_ERROR", status });
  });

  it.each([301, 302, 303])(
    "%i of a POST to another origin becomes a GET, which has no body",
    async (status) => {
      await using other = await startServer((_, response) => json(response, 200, {}));
      await using server = await startServer(
        (_, response) => void response.writeHead(status, { location: other.url }).end(),
      );
      await new Session({ baseUrl: server.url }).call(addThing, { body: { id: 1 } });
      expect(other.seen).toMatchObject([{ method: "GET", body: "" }]);
    },
  );

  it("of a body is followed by a browser, which asks the other origin first", async () => {
    const NodeRequest = Request;
    // A browser drops the header `cookie` of scripts.
    vi.stubGlobal("Request", function BrowserRequest(url: string) {
      return new NodeRequest(url);
    });
    const redirects: unknown[] = [];
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      redirects.push(init?.redirect);
      return Response.json({});
    };
    try {
      await new Session({ baseUrl: "http://a.test", fetch }).call(addThing, { body: {} });
      await new Session({ baseUrl: "http://a.test", fetch, headers }).call(addThing, { body: {} });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(redirects).toEqual(["follow", "manual"]);
  });

  it.each([
    ["in a circle", "/things", 11],
    ["to a file", "file:///etc/passwd", 1],
    ["to nowhere", "http://", 1],
  ])("%s is an error", async (_, location, requests) => {
    await using server = await startServer((_, response) => void response.writeHead(302, { location }).end());
    const error = await rejection(new Session({ baseUrl: server.url, headers }).call(listThings, {}));
    expect(error).toMatchObject({ code: "HTTP_ERROR", status: 302, attempts: 1 });
    expect(error).toMatchObject({ clientReason: "RESPONSE_INVALID" });
    expect(server.seen).toHaveLength(requests);
  });

  it("that a browser hides is refused, with the fix", async () => {
    const fetch = async () => Object.defineProperty(new Response(), "type", { value: "opaqueredirect" });
    const error = await rejection(
      new Session({ baseUrl: "http://a.test", fetch, headers }).call(listThings, {}),
    );
    expect(error).toMatchObject({ code: "HTTP_ERROR", clientReason: "UNSUPPORTED" });
    expect(String(error)).toContain("set baseUrl");
  });
});

describe("the ETag cache", () => {
  it("transfers a body once as long as it does not change, and gives a fresh copy each time", async () => {
    let version = 1;
    await using server = await startServer((request, response) => {
      const etag = `"v${version}"`;
      if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
      else json(response, 200, { id: version }, { etag });
    });
    const session = new Session({ baseUrl: server.url, cache: etagCache() });
    const get = () => session.call(getThing, { values: ["a"] }).withResponse();
    const first = await get();
    (first.data as { id: number }).id = 99;
    const second = await get();
    version = 2;
    const third = await get();
    expect([first.isCached, second.isCached, third.isCached]).toEqual([false, true, false]);
    expect([second.data.id, third.data.id]).toEqual([1, 2]);
    expect(server.seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"v1"', '"v1"']);
  });

  it("keeps nothing that must not be stored, and no more than it may", async () => {
    await using server = await startServer((request, response) =>
      json(
        response,
        200,
        { id: 1 },
        { etag: '"e"', "cache-control": request.url === "/things/secret" ? "no-store" : "" },
      ),
    );
    const session = new Session({ baseUrl: server.url, cache: etagCache({ maxEntries: 2 }) });
    for (const key of ["secret", "secret", "a", "b", "c", "a", "c"])
      await session.call(getThing, { values: [key] });
    expect(server.seen.map(({ headers }) => headers["if-none-match"])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      '"e"',
    ]);
  });
});
