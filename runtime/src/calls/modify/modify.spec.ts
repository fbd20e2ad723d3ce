import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { CallEndEvent } from "../chain/hooks.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import type { CallError } from "../error/call-error.js";
import {
  connectThings,
  methods,
  openSession,
  operationWiring,
  type Thing,
} from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { statusBytes } from "../../fixture/test-server.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { sleep } from "../../base/time/wait.js";
import { codedError } from "../../../../test/coded-error.js";

const setting = { get: methods.get, update: methods.set };
const updating = { get: methods.get, update: methods.update, operation: operationWiring };

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
  const ended: string[] = [];
  const hooks = {
    onCallEnd: ({ method, error }: CallEndEvent) =>
      void ended.push(
        [method.split("/").at(-1), (error as CallError | undefined)?.code].filter(Boolean).join(" "),
      ),
  };
  const session = openSession({ transport, credentials, retry: false, clock, hooks });
  const sent = () => transport.calls.filter((call) => call.method.name !== "Get");
  return { things: connectThings(session), transport, sent, clock, ended };
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
    const operation = await things.modify(updating, { id: "t1" }, shrink);
    expect(operation.id).toBe("op");
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.message).toEqual({
      metadata: { id: "t1", parentId: "", resourceVersion: 7n },
      spec: { size: 0, note: "new", password: "" },
    });
    expect(sent()[0]?.metadata.get("x-resetmask")).toBe("spec.size");
  });

  it("gives the attempts of its last call", async () => {
    const session = openSession({
      transport: answering(({ method, attempt }) => {
        const isDown = attempt < (method.name === "Get" ? 2 : 4);
        return isDown ? failure(14) : method.name === "Get" ? thing(1n) : done;
      }),
      credentials: staticToken("token-1"),
      retry: { baseDelayMs: 1 },
    });
    const change = connectThings(session).modify(updating, { id: "t1" }, shrink);
    expect(await change.withResponse()).toMatchObject({ attempts: 4 });
    const nothing = connectThings(session).modify(updating, { id: "t1" }, () => undefined);
    expect(await nothing.withResponse()).toMatchObject({ attempts: 2 });
  });

  it("sends no mask when nothing is cleared", async () => {
    const { things, sent } = setUp([done]);
    await things.modify(updating, { id: "t1" }, (one: Thing) => {
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
    await clock.run(things.modify(updating, { id: "t1" }, change));
    expect(runs).toBe(2);
    expect(sent().map((call) => (call.message as Thing).metadata?.resourceVersion)).toEqual([7n, 8n]);
    const keys = sent().map((call) => call.metadata.get("x-idempotency-key"));
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("repeats the change for longer than a minute with timeoutMs: false", async () => {
    const { things, clock } = setUp([failure(10)]);
    const startMs = clock.nowMs();
    const run = things.modify(updating, { id: "t1" }, shrink, { timeoutMs: false, conflictAttempts: 100 });
    await expect(clock.run(run)).rejects.toMatchObject({ code: "ABORTED" });
    expect(clock.nowMs() - startMs).toBeGreaterThan(70_000);
  });

  it("repeats the change for a minute, and names the options that limit it", async () => {
    const { things, sent, clock } = setUp([failure(10)]);
    const startMs = clock.nowMs();
    const run = things.modify(updating, { id: "t1" }, shrink);
    const message = expect.stringMatching(
      /the change was tried \d+ times, .* the options timeoutMs and conflictAttempts of modify limit/,
    );
    await expect(clock.run(run)).rejects.toMatchObject({ code: "ABORTED", message });
    expect(clock.nowMs() - startMs).toBeGreaterThan(55_000);
    expect(clock.nowMs() - startMs).toBeLessThanOrEqual(60_000);
    expect(sent().length).toBeGreaterThan(20);
  });

  it("counts the minute from the first conflict, however long the callback takes", async () => {
    const { things, sent, clock } = setUp([failure(10), done]);
    const slowly = async (one: Thing): Promise<void> => {
      await sleep(clock, 90_000);
      shrink(one);
    };
    await clock.run(things.modify(updating, { id: "t1" }, slowly));
    expect(sent()).toHaveLength(2);
  });

  it("fails at once on anything but a conflict", async () => {
    const { things, sent } = setUp([failure(7)]);
    const run = things.modify(updating, { id: "t1" }, shrink);
    await expect(run).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(sent()).toHaveLength(1);
  });

  it("shows each conflict to hooks, as the failed call that it is", async () => {
    const { things, clock, ended } = setUp([failure(10), failure(10), done]);
    await clock.run(things.modify(updating, { id: "t1" }, shrink));
    expect(ended).toEqual(["Get", "Update ABORTED", "Get", "Update ABORTED", "Get", "Update"]);
  });

  const busy = { $case: "operationConflict", value: { resourceId: "t1" } } as const;
  it.each([
    ["2 s", failure(10), 1_000],
    [
      "5 s while an operation runs on the resource",
      failure(9, "", [["grpc-status-details-bin", statusBytes(9, "", { details: busy })]]),
      2_500,
    ],
  ])("pauses longer each time, up to %s, with half of it left to chance", async (_, error, longestMs) => {
    const { things, clock } = setUp([error]);
    const run = things.modifyNow(setting, { id: "t1" }, shrink, { conflictAttempts: 8 });
    await expect(clock.run(Promise.resolve(run))).rejects.toThrow(/tried 8 times/);
    const pauses = clock.delays.filter((delayMs) => delayMs < 5_000);
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 2_500, 2_500].map((ms) => Math.min(ms, longestMs)));
  });

  it.each([
    ["the pause that the server asks for", failure(10, "", { "grpc-retry-pushback-ms": "7" }), 2, [7]],
    [
      "no pause where the server wants no other try",
      failure(10, "", { "grpc-retry-pushback-ms": "-1" }),
      1,
      [],
    ],
  ])("makes %s", async (_what, error, tries, want) => {
    const { things, sent, clock } = setUp([error, done]);
    const run = things.modify(updating, { id: "t1" }, shrink);
    await clock.run(Promise.allSettled([run]));
    expect(sent()).toHaveLength(tries);
    expect(clock.delays.filter((delayMs) => delayMs < 1_000)).toEqual(want);
  });

  it.each([
    [1, "the change was tried once"],
    [5, "the change was tried 5 times"],
  ])("tries as often as conflictAttempts says: %s", async (conflictAttempts, words) => {
    const { things, sent, clock } = setUp([failure(10)]);
    const run = things.modifyNow(setting, { id: "t1" }, shrink, { conflictAttempts });
    const refusal = { code: "ABORTED", message: expect.stringContaining(words) };
    await expect(clock.run(Promise.resolve(run))).rejects.toMatchObject(refusal);
    expect(sent()).toHaveLength(conflictAttempts);
  });

  it("goes on for as long as it takes where conflictAttempts says so, within its time", async () => {
    const { things, sent, clock } = setUp([...Array.from({ length: 40 }, () => failure(10)), thing(9n)]);
    const all = { conflictAttempts: Infinity };
    await clock.run(Promise.resolve(things.modifyNow(setting, { id: "t1" }, shrink, all)));
    expect(sent()).toHaveLength(41);
    const short = setUp([failure(10)]);
    const startMs = short.clock.nowMs();
    const options = { ...all, timeoutMs: 3_000 };
    const run = short.things.modifyNow(setting, { id: "t1" }, shrink, options);
    await expect(short.clock.run(Promise.resolve(run))).rejects.toMatchObject({ code: "ABORTED" });
    expect(short.clock.nowMs() - startMs).toBeLessThan(3_000);
    expect(short.sent().length).toBeGreaterThan(3);
  });

  const longKey = "0123456789abcdef";
  it.each<[what: string, options: object, message: RegExp, code: string]>([
    [
      "a mask of the caller's",
      { resetMask: "spec" },
      /resetMask: .*use update with your own mask/,
      "UNSUPPORTED",
    ],
    [
      "a mask in a header",
      { metadata: { "X-ResetMask": "spec" } },
      /x-resetmask: .*use update/,
      "OPTION_CONFLICT",
    ],
    [
      "a key of the caller's",
      { idempotencyKey: longKey },
      /idempotencyKey: each try .* its own key/,
      "UNSUPPORTED",
    ],
    [
      "a key in a header",
      { metadata: { "x-idempotency-key": longKey } },
      /x-idempotency-key: each try/,
      "OPTION_CONFLICT",
    ],
    [
      "no number of attempts",
      { conflictAttempts: 0 },
      /conflictAttempts: 0 .*use an integer from 1, or Infinity/,
      "OPTION_INVALID",
    ],
    ["a part of an attempt", { conflictAttempts: 1.5 }, /conflictAttempts: 1\.5/, "OPTION_INVALID"],
    ["no time", { timeoutMs: -1 }, /timeoutMs: -1/, "OPTION_INVALID"],
    [
      "an option that there is not",
      { conflictAttempt: 3 },
      /did you mean "conflictAttempts"/,
      "OPTION_UNKNOWN",
    ],
  ])("refuses %s before anything is sent", async (_what, options, message, code) => {
    const { things, transport } = setUp([done]);
    const run = things.modifyNow(setting, { id: "t1" }, shrink, options);
    await expect(run).rejects.toMatchObject({ name: "OptionsError" });
    await expect(run).rejects.toThrow(codedError(code, message));
    expect(transport.calls).toHaveLength(0);
  });

  it("refuses a change that no Update can make, before it is sent", async () => {
    const { things, sent } = setUp([done]);
    const change = ({ metadata }: Thing): void => void Object.assign(metadata ?? {}, { id: "t2" });
    const run = things.modifyNow(setting, { id: "t1" }, change);
    const refusal = {
      code: "INVALID_ARGUMENT",
      attempts: 0,
      message: expect.stringContaining("metadata.id is immutable"),
    };
    await expect(run).rejects.toMatchObject(refusal);
    expect(sent()).toHaveLength(0);
  });

  it("ends a pause when the caller gives up", async () => {
    const { things, sent, clock } = setUp([failure(10)]);
    const leaving = new AbortController();
    const { signal } = leaving;
    const run = things.modifyNow(setting, { id: "t1" }, shrink, { signal });
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
    const failing = things.modifyNow(setting, { id: "t1" }, () => Promise.reject(mine));
    await expect(failing).rejects.toBe(mine);
    expect(sent()).toHaveLength(0);
    expect(await things.modifyNow(setting, { id: "t1" }, late)).toEqual(thing(9n));
    expect(sent()).toHaveLength(1);
  });
});
