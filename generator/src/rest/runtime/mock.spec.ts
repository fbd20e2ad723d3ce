import { describe, expect, it } from "vitest";
import { mock } from "./mock.js";
import { addThing, getThing, listThings, rejection } from "./server.fixture.js";
import { Session } from "./session.js";

describe("a mock of fetch", () => {
  it("answers by path, by method and path, and by pattern, and knows what it was asked", async () => {
    const fetch = mock(
      {
        "/things": [{ id: 1 }],
        "POST /things": ({ body }: { readonly body: unknown }) => body,
        "/things/*": ({ path }: { readonly path: string }) => ({ id: 2, name: path }),
      },
      { baseUrl: "https://a.test/base" },
    );
    const session = new Session({ baseUrl: fetch.baseUrl, fetch, headers: { "x-a": "1" } });
    expect(await session.call(listThings, {})).toEqual([{ id: 1 }]);
    expect(await session.call(addThing, { body: { id: 3 } })).toEqual({ id: 3 });
    expect(await session.call(getThing, { values: ["ä"] })).toEqual({ id: 2, name: "/things/ä" });
    expect(fetch.requests.map(({ method, path, headers }) => [method, path, headers.get("x-a")])).toEqual([
      ["GET", "/things", "1"],
      ["POST", "/things", "1"],
      ["GET", "/things/ä", "1"],
    ]);
  });

  it("answers with 404 what it does not know, and with a response as often as asked", async () => {
    const fetch = mock({ "/things": new Response('[{"id":1}]', { headers: { etag: '"1"' } }) });
    const session = new Session({ baseUrl: fetch.baseUrl, fetch });
    expect(await session.find(getThing, { values: ["x"] })).toBeUndefined();
    for (let count = 0; count < 2; count++) {
      const { data, response } = await session.call(listThings, {}).withResponse();
      expect([data, response.headers.get("etag")]).toEqual([[{ id: 1 }], '"1"']);
    }
  });

  it("fails as a connection does when a fixture throws", async () => {
    const fetch = mock({
      "/things": () => {
        throw new TypeError("fetch failed");
      },
    });
    const session = new Session({ baseUrl: fetch.baseUrl, fetch, retry: { baseDelayMs: 0, maxAttempts: 2 } });
    expect(await rejection(session.call(listThings, {}))).toMatchObject({ code: "UNAVAILABLE", attempts: 2 });
  });

  it("listens to the signal", async () => {
    const fetch = mock({ "/things": () => new Promise(() => undefined) });
    expect(await rejection(fetch("https://api.test/things", { signal: AbortSignal.abort("gone") }))).toBe(
      "gone",
    );
    const controller = new AbortController();
    const answer = fetch("https://api.test/things", { signal: controller.signal });
    controller.abort("later");
    expect(await rejection(answer)).toBe("later");
  });
});
