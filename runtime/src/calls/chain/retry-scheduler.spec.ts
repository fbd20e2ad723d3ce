import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { CallError } from "../error/call-error.js";
import { withConnectionFailure, type ConnectionFailure } from "../error/connection-failure.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import type { CallOptions } from "./call-options.js";

const thing = { metadata: undefined, spec: undefined };

/** A way that is broken, and the calls that wait for its return. */
function brokenWay(wasConnected: boolean, roundTripMs?: number) {
  const wakers = new Set<() => void>();
  const way: ConnectionFailure = {
    wasConnected,
    hadAnswered: wasConnected,
    isOneEvent: wasConnected,
    roundTripMs,
    whenBack: (wake) => {
      wakers.add(wake);
      return () => wakers.delete(wake);
    },
  };
  return { way, wakers };
}

/** A call whose first attempts fail with an error; when each was made, and how it ended. */
async function attemptsOf(error: Error, failures: number, options: CallOptions) {
  const clock = new TestClock();
  const startMs = clock.nowMs();
  const atMs: number[] = [];
  const transport = answering(() => {
    atMs.push(clock.nowMs() - startMs);
    return atMs.length <= failures ? error : thing;
  });
  const random = (): number => 0.99;
  const things = connectThings(
    openSession({ transport, clock, random, credentials: staticToken("token-1") }),
  );
  let end = "OK";
  try {
    await clock.run(things.unary(methods.get, {}, options));
  } catch (reason) {
    end = (reason as CallError).code;
  }
  return { end, atMs: atMs.map(Math.round) };
}

describe("a call that waits because there is no connection", () => {
  it("goes on at once when there is one again", async () => {
    const { way, wakers } = brokenWay(false);
    const clock = new TestClock();
    const startMs = clock.nowMs();
    let attempts = 0;
    const transport = answering(() => (++attempts < 6 ? withConnectionFailure(failure(14), way) : thing));
    const random = (): number => 0.99;
    const things = connectThings(
      openSession({ transport, clock, random, credentials: staticToken("token-1") }),
    );
    const call = things.unary(methods.get, {});
    await clock.advance(2_000);
    expect([attempts, wakers.size]).toEqual([5, 1]);
    for (const wake of wakers) wake();
    expect(await call).toEqual(thing);
    expect(clock.nowMs() - startMs).toBe(2_000);
    expect(wakers.size).toBe(0);
  });

  it("but was asked by the server to pause is not woken", async () => {
    const { way, wakers } = brokenWay(false);
    const clock = new TestClock();
    const asked = withConnectionFailure(failure(14, "", { "grpc-retry-pushback-ms": "4000" }), way);
    let attempts = 0;
    const transport = answering(() => (++attempts < 2 ? asked : thing));
    const things = connectThings(openSession({ transport, clock, credentials: staticToken("token-1") }));
    const call = things.unary(methods.get, {});
    await clock.advance(3_999);
    expect([attempts, wakers.size]).toEqual([1, 0]);
    await clock.advance(1);
    expect(await call).toEqual(thing);
  });
});

describe("a last try", () => {
  it.each<[string, Error, number, CallOptions, string, readonly number[]]>([
    [
      "is made while there are 100 ms, if nobody knows how long a round trip takes",
      failure(14),
      1,
      { timeoutMs: 150, retry: { baseDelayMs: 5_000 } },
      "OK",
      [0, 50],
    ],
    [
      "is not made with less",
      failure(14),
      1,
      { timeoutMs: 99, retry: { baseDelayMs: 5_000 } },
      "UNAVAILABLE",
      [0],
    ],
    [
      "is made while there are two round trips",
      withConnectionFailure(failure(14), brokenWay(false, 20).way),
      1,
      { timeoutMs: 50, retry: { baseDelayMs: 5_000 } },
      "OK",
      [0, 10],
    ],
    [
      "is made once if the server was reached",
      failure(14),
      9,
      { timeoutMs: 1_000, retry: { baseDelayMs: 5_000 } },
      "UNAVAILABLE",
      [0, 896],
    ],
  ])("%s", async (_, error, failures, options, end, atMs) => {
    expect(await attemptsOf(error, failures, options)).toEqual({ end, atMs });
  });
});
