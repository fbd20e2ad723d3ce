import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import { connectThings, methods, openSession, type Thing } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { sleep } from "../../base/time/wait.js";

const setting = { get: methods.get, update: methods.set };
const thing: Thing = {
  metadata: { id: "t1", parentId: "p", resourceVersion: 7n },
  spec: { size: 3, note: "old", password: "" },
};

/** A server that takes its time for each method. */
function setUp(takesMs: { readonly Get?: number; readonly Set?: number }) {
  const clock = new TestClock();
  const transport = answering(async (call: OutgoingCall) => {
    await sleep(clock, takesMs[call.method.name as "Get" | "Set"] ?? 0);
    return clock.nowMs() >= call.deadlineMs ? failure(4, "too late") : structuredClone(thing);
  });
  const session = openSession({ transport, credentials: staticToken("token-1"), retry: false, clock });
  const names = () => transport.calls.map(({ method }) => method.name);
  return { things: connectThings(session), clock, transport, names };
}

const grow = ({ spec }: Thing): void => {
  if (spec) spec.size += 1;
};
const notSent = {
  code: "DEADLINE_EXCEEDED",
  attempts: 0,
  mayHaveReachedServer: false,
  message: expect.stringContaining("the call was not sent: the 100 ms of the option timeoutMs were over"),
};

describe("the time of a modify", () => {
  it("sends no update when the callback took all of it, and says which limit that was", async () => {
    const { things, clock, names } = setUp({});
    const slowly = async (one: Thing): Promise<void> => {
      await sleep(clock, 200);
      grow(one);
    };
    const run = things.modifyNow(setting, { id: "t1" }, slowly, { timeoutMs: 100 });
    await expect(clock.run(Promise.resolve(run))).rejects.toMatchObject(notSent);
    await clock.advance(1_000);
    expect(names()).toEqual(["Get"]);
  });

  it("ends while the callback still runs", async () => {
    const { things, clock, names } = setUp({});
    const startMs = clock.nowMs();
    const never = (): Promise<void> => new Promise(() => undefined);
    const run = things.modifyNow(setting, { id: "t1" }, never, { timeoutMs: 100 });
    await expect(clock.run(Promise.resolve(run))).rejects.toMatchObject(notSent);
    expect(clock.nowMs() - startMs).toBe(100);
    expect(names()).toEqual(["Get"]);
  });

  it("sends no update when a callback that blocks the process took all of it", async () => {
    const { things, clock, names } = setUp({});
    const blocking = (one: Thing): void => {
      clock.sleep(100);
      grow(one);
    };
    const run = things.modifyNow(setting, { id: "t1" }, blocking, { timeoutMs: 100 });
    await expect(clock.run(Promise.resolve(run))).rejects.toMatchObject(notSent);
    expect(names()).toEqual(["Get"]);
  });

  it("is the limit of each call, beside the session's, and errors name the caller's", async () => {
    const { things, clock, transport } = setUp({ Get: 60 });
    await clock.run(Promise.resolve(things.modifyNow(setting, { id: "t1" }, grow, { timeoutMs: 100 })));
    for (const { limit } of transport.calls) expect(limit).toEqual({ option: "timeoutMs", ms: 100 });
    const [get, set] = transport.calls;
    expect(set?.deadlineMs).toBe(get?.deadlineMs);
    const long = setUp({});
    await long.clock.run(
      Promise.resolve(long.things.modifyNow(setting, { id: "t1" }, grow, { timeoutMs: 3_600_000 })),
    );
    expect(long.transport.calls[0]?.limit?.option).toBe("attemptTimeoutMs of the session");
  });

  it("says of an update that the time has cut off that it may have been applied", async () => {
    const { things, clock } = setUp({ Set: 200 });
    const run = things.modifyNow(setting, { id: "t1" }, grow, { timeoutMs: 100 });
    await expect(clock.run(Promise.resolve(run))).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
      mayHaveReachedServer: true,
      message: expect.stringContaining("the change may have been applied; it was made for version 7"),
      unknownOutcome: { versionRead: 7n },
    });
  });
});
