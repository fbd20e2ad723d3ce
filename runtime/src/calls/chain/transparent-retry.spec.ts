import { describe, expect, it } from "vitest";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { staticToken } from "../../session/auth/static-token.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import { withConnectionFailure } from "../error/connection-failure.js";
import { localFailure, type StatusError } from "../error/status-error.js";

const thing = { metadata: undefined, spec: undefined };
const refused = (): StatusError => localFailure("UNAVAILABLE", "REFUSED_STREAM", "refused");

/** A call that a GOAWAY left behind: its connection takes no more calls. */
const leftBehind = (): StatusError =>
  withConnectionFailure(localFailure("UNAVAILABLE", "GOAWAY", "refused"), {
    wasConnected: true,
    hadAnswered: true,
    isOneEvent: true,
    roundTripMs: 1,
    whenBack: () => () => undefined,
  });

/** Returns a client whose calls fail so, one after the other, and are then answered. */
function setUp(failures: readonly Error[], options: SessionOptions = {}) {
  const clock = new TestClock();
  const ends: unknown[] = [];
  const transport = answering((call) => failures[transport.calls.length - 1] ?? (call && thing));
  const hooks = { onAttemptEnd: ({ error }: { error: unknown }) => void ends.push(error) };
  const session = openSession({ transport, clock, hooks, credentials: staticToken("t"), ...options });
  return { clock, ends, transport, things: connectThings(session) };
}

describe("a call that the server has not processed", () => {
  it.each<[what: string, failures: readonly Error[]]>([
    ["once if the server refused its stream", [refused()]],
    ["ten times if GOAWAY left it behind", Array.from({ length: 10 }, leftBehind)],
  ])("is resent at once, %s, and nothing counts it", async (_, failures) => {
    for (const method of [methods.get, methods.create] as const) {
      const { clock, ends, transport, things } = setUp(failures, { retry: { maxAttempts: 1 } });
      const startMs = clock.nowMs();
      const { attempts } = await things.unary(method as typeof methods.get, {}).withResponse();
      expect(attempts).toBe(1);
      expect(ends).toEqual([undefined]);
      expect(clock.nowMs()).toBe(startMs);
      expect(transport.calls).toHaveLength(failures.length + 1);
      expect(new Set(transport.calls.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    }
  });

  it("is resent without a retry policy too", async () => {
    const { things } = setUp([refused()], { retry: false });
    expect(await things.unary(methods.get, {})).toEqual(thing);
  });

  it.each<[what: string, failures: readonly Error[]]>([
    ["a second refusal", [refused(), refused()]],
    ["the eleventh GOAWAY", Array.from({ length: 11 }, leftBehind)],
    ["another failure", [refused(), failure(14)]],
  ])("is left to the retry policy after %s", async (_, failures) => {
    const { clock, transport, things } = setUp(failures);
    const call = things.unary(methods.get, {}).withResponse();
    expect(await clock.run(call)).toMatchObject({ attempts: 2 });
    expect(transport.calls.map(({ attempt }) => attempt)).toEqual([...failures.map(() => 1), 2]);
    const without = setUp(failures, { retry: false });
    await expect(without.things.unary(methods.get, {})).rejects.toMatchObject({ attempts: 1 });
  });

  it("is not resent if its requests are a stream, or after an abort", async () => {
    async function* texts() {
      yield { text: "a" };
    }
    const streaming = setUp([refused()]);
    await expect(streaming.things.clientStream(methods.upload, texts())).rejects.toMatchObject({
      clientReason: "NOT_PROCESSED",
      mayHaveReachedServer: false,
    });
    const stop = new AbortController();
    const transport = answering(() => {
      stop.abort(new Error("enough"));
      return refused();
    });
    const { things } = setUp([], { transport });
    await expect(things.unary(methods.get, {}, { signal: stop.signal })).rejects.toThrow();
    expect([streaming.transport.calls, transport.calls]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });
});
