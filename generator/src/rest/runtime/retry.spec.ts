import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ErrorCode } from "./error-codes.js";
import { ApiError } from "./error.js";
import { idempotencyKey } from "./idempotency.js";
import { findRetryDelayMs, readRetryPolicy, resolveRetryPolicy } from "./retry.js";
import { addThing, json, listThings, rejection, startServer } from "./server.fixture.js";
import { Session } from "./session.js";
import type { RetryOptions } from "./call-options.js";
import { readLimits } from "./call-limits.js";
import { readSettings } from "./settings.js";

const defaultRetry = readRetryPolicy();
const quick = { baseDelayMs: 1, maxDelayMs: 2 };

describe("the wait between attempts", () => {
  it("is anything up to a bound that doubles and then stays", async () => {
    const policy = { ...defaultRetry, maxAttempts: Infinity };
    const cut = new ApiError("UNAVAILABLE", "cut off");
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        async (attempt, random) => {
          const waitMs = await findRetryDelayMs(policy, attempt, {}, cut, () => random);
          expect(waitMs).toBe(random * Math.min(5000, 100 * 2 ** (attempt - 1)));
        },
      ),
    );
  });

  it("is what the server asks for, if that is more", async () => {
    const response = new Response("", { status: 429, headers: { "retry-after": "7" } });
    expect(await findRetryDelayMs(defaultRetry, 1, {}, response)).toBe(7000);
  });

  it.each<[string, ApiError | Response]>([
    ...(["INVALID_ARGUMENT", "HTTP_ERROR", "DECODE"] as const).map((code: ErrorCode): [string, ApiError] => [
      code,
      new ApiError(code, ""),
    ]),
    ["501", new Response("", { status: 501 })],
    ["a wait that is too long", new Response("", { status: 503, headers: { "retry-after": "31" } })],
  ])("is none after %s: the call is over", async (_, result) => {
    expect(await findRetryDelayMs(defaultRetry, 1, {}, result)).toBe(Infinity);
  });
});

describe("a method that is not repeatable", () => {
  it("is sent once whatever the client says, and again if the call says how often", () => {
    const settings = readSettings({ baseUrl: "http://a.test", retry: { maxAttempts: 9 } });
    const limits = { ...settings, retry: resolveRetryPolicy(settings.retry, addThing) };
    const attempts = (retry: RetryOptions | false | undefined): number =>
      readLimits(limits, addThing, { retry }).retry.maxAttempts;
    expect(attempts(undefined)).toBe(1);
    expect(attempts({ baseDelayMs: 5 })).toBe(1);
    expect(attempts({ maxAttempts: 3 })).toBe(3);
    expect(attempts(false)).toBe(1);
  });

  it("is repeated under one key if the API promises to heed it; each call has a key of its own", async () => {
    await using server = await startServer((_, response) => json(response, 503, {}));
    const keyed = {
      ...addThing,
      parameters: [
        {
          name: "Idempotency-Key",
          location: "header" as const,
          guard: (value: unknown) => typeof value === "string",
          rule: "text",
        },
      ],
      addKey: idempotencyKey("Idempotency-Key"),
    };
    const session = new Session({ baseUrl: server.url, retry: { ...quick, maxAttempts: 2 } });
    for (const params of [undefined, {}, { "Idempotency-Key": "mine" }]) {
      const error = await rejection(session.call(keyed, { body: {} }, { params }));
      expect(error).toMatchObject({ attempts: 2 });
    }
    const keys = server.seen.map(({ headers }) => String(headers["idempotency-key"]));
    expect(keys).toHaveLength(6);
    const [first, again, second] = keys;
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
    expect(keys.slice(4)).toEqual(["mine", "mine"]);
  });

  it("leaves the others alone: those are repeated as the client says, or not at all", async () => {
    await using server = await startServer((_, response) => json(response, 503, {}));
    const session = new Session({ baseUrl: server.url, retry: { ...quick, maxAttempts: 2 } });
    expect(await rejection(session.call(listThings, {}))).toMatchObject({ attempts: 2 });
    expect(await rejection(session.call(listThings, {}, { retry: false }))).toMatchObject({ attempts: 1 });
  });
});
