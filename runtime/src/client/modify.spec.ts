import { describe, expect, it } from "vitest";
import { staticToken } from "../auth/static-token.js";
import type { OutgoingCall } from "../call/interceptor.js";
import {
  connectThings,
  methods,
  openSession,
  operationWiring,
  type Thing,
} from "../fixture/test-api.fixture.js";
import { TestClock } from "../fixture/test-clock.fixture.js";
import { statusBytes } from "../fixture/test-server.fixture.js";
import { answering, failure } from "../fixture/test-transport.fixture.js";

const done = { id: "op", resourceId: "t1", status: { code: 0, message: "", details: [] }, done: 0 };
const thing = (version: bigint): Thing => ({
  metadata: { id: "t1", parentId: "p", resourceVersion: version },
  spec: { size: 3, note: "old", password: "" },
});

function setUp(updates: readonly unknown[]) {
  let version = 6n;
  let turn = 0;
  const transport = answering((call: OutgoingCall) =>
    call.method.name === "Get" ? thing(++version) : updates[Math.min(turn++, updates.length - 1)],
  );
  const clock = new TestClock();
  const credentials = staticToken("token-1");
  const session = openSession({ transport, credentials, retry: false, clock, random: () => 0.5 });
  const sent = () => transport.calls.filter((call) => call.method.name !== "Get");
  return { things: connectThings(session), transport, sent, clock };
}

const shrink = (resource: Thing): void => {
  if (resource.spec) Object.assign(resource.spec, { size: 0, note: "new" });
};

const late = async (one: Thing): Promise<void> => {
  await Promise.resolve();
  shrink(one);
};

describe("modify", () => {
  it("sends what was changed, the version that was read and the smallest mask", async () => {
    const { things, sent } = setUp([done]);
    const operation = await things.modify(methods.get, methods.update, operationWiring, { id: "t1" }, shrink);
    expect(operation.id).toBe("op");
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.message).toEqual({
      metadata: { id: "t1", parentId: "", resourceVersion: 7n },
      spec: { size: 0, note: "new", password: "" },
    });
    expect(sent()[0]?.metadata.get("x-resetmask")).toBe("spec.size");
  });

  it("sends no mask when nothing is cleared", async () => {
    const { things, sent } = setUp([done]);
    await things.modify(methods.get, methods.update, operationWiring, { id: "t1" }, (one: Thing) => {
      if (one.spec) one.spec.size = 9;
    });
    expect(sent()[0]?.metadata.has("x-resetmask")).toBe(false);
  });

  const conflict = { $case: "resourceConflict", value: { resourceId: "t1" } } as const;
  it.each([
    ["ABORTED", failure(10)],
    [
      "a resource conflict",
      failure(9, "", [["grpc-status-details-bin", statusBytes(9, "", { details: conflict })]]),
    ],
    ["UNIT_OF_WORK", failure(9, "", [["grpc-status-details-bin", statusBytes(9, "", { retryType: 2 })]])],
  ])("starts again after %s, with the new version and a new key", async (_what, error) => {
    const { things, sent, clock } = setUp([error, done]);
    let runs = 0;
    const change = (one: Thing): void => {
      runs += 1;
      shrink(one);
    };
    await clock.run(things.modify(methods.get, methods.update, operationWiring, { id: "t1" }, change));
    expect(runs).toBe(2);
    expect(sent().map((call) => (call.message as Thing).metadata?.resourceVersion)).toEqual([7n, 8n]);
    const keys = sent().map((call) => call.metadata.get("x-idempotency-key"));
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("gives up after three conflicts, and at once on anything else", async () => {
    const conflicts = setUp([failure(10)]);
    const run = conflicts.things.modify(methods.get, methods.update, operationWiring, { id: "t1" }, shrink);
    const message = expect.stringContaining("the change was tried 3 times");
    await expect(conflicts.clock.run(run)).rejects.toMatchObject({ code: "ABORTED", message });
    expect(conflicts.sent()).toHaveLength(3);
    const refusals = setUp([failure(7)]);
    const other = refusals.things.modify(methods.get, methods.update, operationWiring, { id: "t1" }, shrink);
    await expect(other).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(refusals.sent()).toHaveLength(1);
  });

  it("pauses before it starts again, longer each time, with half of it left to chance", async () => {
    const { things, clock } = setUp([failure(10)]);
    const run = things.modifyNow(methods.get, methods.set, { id: "t1" }, shrink);
    await expect(clock.run(run)).rejects.toMatchObject({ code: "ABORTED" });
    expect(clock.delays.filter((delayMs) => delayMs < 1_000)).toEqual([100, 200]);
  });

  it("ends a pause when the caller gives up", async () => {
    const { things, sent, clock } = setUp([failure(10)]);
    const leaving = new AbortController();
    const { signal } = leaving;
    const run = things.modifyNow(methods.get, methods.set, { id: "t1" }, shrink, { signal });
    const outcome = expect(run).rejects.toBe("enough");
    await clock.advance(0);
    leaving.abort("enough");
    await outcome;
    expect(sent()).toHaveLength(1);
    expect(clock.delays.length).toBeGreaterThan(0);
  });

  it("sends nothing when the callback throws, and waits for one that is asynchronous", async () => {
    const { things, sent } = setUp([thing(9n)]);
    const mine = new Error("mine");
    const failing = things.modifyNow(methods.get, methods.set, { id: "t1" }, () => Promise.reject(mine));
    await expect(failing).rejects.toBe(mine);
    expect(sent()).toHaveLength(0);
    expect(await things.modifyNow(methods.get, methods.set, { id: "t1" }, late)).toEqual(thing(9n));
    expect(sent()).toHaveLength(1);
  });
});
