import { describe, expect, it, vi } from "vitest";
import { connectThings, methods, wiring } from "../../../fixture/test-api.fixture.js";
import { settled, TestClock } from "../../../fixture/test-clock.fixture.js";
import { federatedToken, staticToken } from "../../../entries/web.js";
import type { WebSessionOptions } from "../../../session/web/web-options.js";
import { WebSession } from "../../../session/web/web-session.js";
import { codedError } from "../../../../../test/coded-error.js";
import type { FetchAnswer } from "./fetch-function.js";

/** Makes a call, and measures how long it takes by a clock that only moves while the call waits. */
function openCall(
  answer: (attempt: number) => Promise<FetchAnswer>,
  options: Partial<WebSessionOptions> = {},
) {
  const clock = new TestClock();
  const startMs = clock.nowMs();
  const logger = { warn: vi.fn() };
  let attempts = 0;
  const session = new WebSession(wiring, {
    baseUrl: "https://api.example.com",
    credentials: staticToken("token"),
    clock,
    logger,
    random: () => 0.5,
    fetch: async () => answer(++attempts),
    ...options,
  });
  const end: { ms?: number; failure?: unknown } = {};
  void connectThings(session)
    .unary(methods.get, { id: "1" })
    .catch((error: unknown) => {
      end.failure = error;
      end.ms = clock.nowMs() - startMs;
    });
  const wait = async () => {
    // Modules that are loaded before the first request take no time of the clock.
    await vi.waitFor(() => expect(attempts).toBeGreaterThan(0));
    for (let step = 0; step < 2_000 && end.ms === undefined; step++) {
      await settled();
      clock.advance(50);
    }
    return { endMs: end.ms ?? NaN, failure: end.failure, attempts };
  };
  return { wait, logger };
}

const refuse = () => Promise.reject(new TypeError("Failed to fetch"));
const unavailable = async () => new Response("", { status: 503 });

describe("a call that no server answers", () => {
  it("is given up after 10 s, and says which option decides that", async () => {
    const { endMs, failure, attempts } = await openCall(refuse).wait();
    expect(endMs).toBeGreaterThan(5_000);
    expect(endMs).toBeLessThanOrEqual(10_000);
    expect(attempts).toBeGreaterThan(4);
    expect(failure).toMatchObject({ code: "UNAVAILABLE", clientReason: "CONNECTION_LOST" });
    expect(String(failure)).toMatch(/10000 ms, the limit of the option unansweredTimeoutMs/);
  });

  it("is given up after the time that the option says", async () => {
    expect((await openCall(refuse, { unansweredTimeoutMs: 2_000 }).wait()).endMs).toBeLessThanOrEqual(2_000);
    const { endMs } = await openCall(refuse, { unansweredTimeoutMs: false }).wait();
    expect(endMs).toBeGreaterThan(25_000);
  });

  it("has the time of an attempt if the server stays silent, and is not sent again", async () => {
    const { endMs, attempts, failure } = await openCall(() => new Promise(() => undefined)).wait();
    expect([Math.round(endMs / 1_000), attempts]).toEqual([20, 1]);
    expect(failure).toMatchObject({ code: "DEADLINE_EXCEEDED" });
  });

  it("is given up as soon if its login gets no answer", async () => {
    const credentials = federatedToken.fromFunction(() => "token", { authUrl: "https://auth.example.com" });
    const { endMs, failure, attempts } = await openCall(refuse, { credentials }).wait();
    expect(endMs).toBeGreaterThan(4_000);
    expect(endMs).toBeLessThanOrEqual(10_000);
    expect(attempts).toBeGreaterThan(4);
    expect(failure).toMatchObject({ code: "UNAVAILABLE", clientReason: "TOKEN_FAILED" });
  });

  it("is retried until its deadline once a server has answered it", async () => {
    const { endMs } = await openCall((attempt) => (attempt === 2 ? unavailable() : refuse())).wait();
    expect(endMs).toBeGreaterThan(25_000);
  });

  it.each([0, -1, NaN, true, "10"])("does not take %s for the time", (unansweredTimeoutMs) => {
    expect(() => openCall(refuse, { unansweredTimeoutMs: unansweredTimeoutMs as number })).toThrow(
      codedError("OPTION_INVALID", /unansweredTimeoutMs/),
    );
  });
});

describe("the first failure of an endpoint", () => {
  it("is logged at once with its likely cause", async () => {
    const { logger } = openCall(refuse);
    await vi.waitFor(() => expect(logger.warn).toHaveBeenCalled());
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
      { event: "no_connection", endpoint: "api.example.com", code: "UNAVAILABLE", session: wiring.session },
      "api.example.com does not answer. Likely cause: the server is down or cannot be reached (Failed to fetch)",
    );
  });

  it("is not logged if the endpoint has answered before", async () => {
    const { wait, logger } = openCall((attempt) => (attempt === 1 ? unavailable() : refuse()), {
      timeoutMs: 5_000,
    });
    await wait();
    expect(logger.warn).not.toHaveBeenCalled();
  });
});
