import { describe, expect, it, vi } from "vitest";
import { listThings } from "./server.fixture.js";
import { Session } from "./session.js";

const answering = (value: unknown) =>
  vi.fn(async () => Response.json(value, { headers: { "x-request-id": "r7" } }));

describe("a call", () => {
  it("gives its data when awaited, and status, headers and attempts besides when asked, from one request", async () => {
    const fetch = answering([{ id: 1 }]);
    const call = new Session({ baseUrl: "http://a.test", fetch }).call(listThings, {});
    const { data, response, attempts, isCached } = await call.withResponse();
    expect(await call).toBe(data);
    expect([response.status, response.headers.get("x-request-id"), attempts, isCached]).toEqual([
      200,
      "r7",
      1,
      false,
    ]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("is a promise", async () => {
    const call = new Session({ baseUrl: "http://a.test", fetch: answering([]) }).call(listThings, {});
    expect(call).toBeInstanceOf(Promise);
    expect(
      await Promise.all([call, call.then((data) => data.length), call.finally(() => undefined)]),
    ).toEqual([[], 0, []]);
  });

  it("that fails is reported once: who waits for the response need not catch the data too", async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", listener);
    try {
      const session = new Session({
        baseUrl: "http://a.test",
        fetch: async () => new Response("", { status: 400 }),
      });
      const failed = { code: "HTTP_ERROR", status: 400 };
      await expect(session.call(listThings, {}).withResponse()).rejects.toMatchObject(failed);
      await expect(session.call(listThings, {})).rejects.toMatchObject(failed);
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", listener);
    }
  });
});
