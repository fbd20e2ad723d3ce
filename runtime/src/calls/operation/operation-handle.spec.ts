import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import { CallError } from "../error/call-error.js";
import {
  connectThings,
  methods,
  openSession,
  operationWiring,
  type Operation,
} from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { errorStatus } from "../../fixture/test-server.fixture.js";
import { answering, failure, makeReply } from "../../fixture/test-transport.fixture.js";
import { badRequestDetail } from "../../server/status-bytes.js";
import { pollDelayMs } from "./poll-operation.js";
import { withResource } from "./resource-operation.js";
import { codedError } from "../../../../test/coded-error.js";

const running: Operation = { id: "op-1", resourceId: "t-1", status: undefined, done: 0 };
const succeeded: Operation = { ...running, status: { code: 0, message: "", details: [] }, done: 100 };
const failed: Operation = {
  ...running,
  status: errorStatus(9, "no room", { code: "full", retryType: 3 }),
  done: 50,
};

function setUp(polls: readonly unknown[], first: unknown = running) {
  const clock = new TestClock();
  let turn = 0;
  const transport = answering((call: OutgoingCall) =>
    call.method.name === "Create" ? first : polls[Math.min(turn++, polls.length - 1)],
  );
  const session = openSession({
    transport,
    clock,
    credentials: staticToken("token-1"),
    retry: false,
  });
  const create = () => connectThings(session).operation(methods.create, operationWiring, {});
  return { clock, transport, session, create };
}

/** The pauses between reads; the wait for the token has a longer limit. */
const pauses = (clock: TestClock): number[] => clock.delays.filter((delay) => delay < 60_000);

describe("an operation", () => {
  it("that comes back complete costs no further call", async () => {
    const { create, transport } = setUp([], succeeded);
    const operation = await create();
    expect(operation.isDone).toBe(true);
    expect(await operation.wait()).toEqual(succeeded);
    expect(transport.calls).toHaveLength(1);
  });

  it("is read at the endpoint of the service that made it, until it is over", async () => {
    const { create, transport, clock } = setUp([
      { ...running, done: 30 },
      { ...running, done: 60 },
      succeeded,
    ]);
    const operation = await create();
    expect(operation).toMatchObject({ id: "op-1", resourceId: "t-1", isDone: false });
    const progress: number[] = [];
    const last = await clock.run(operation.wait({ onProgress: (latest) => progress.push(latest.done) }));
    expect(last).toEqual(succeeded);
    expect(operation.latest).toEqual(succeeded);
    expect(progress).toEqual([30, 60, 100]);
    expect(pauses(clock)).toEqual([1000, 1000, 1000]);
    const polls = transport.calls.slice(1);
    expect(polls.map((call) => call.method.path)).toEqual(Array(3).fill("/acme.v1.OperationService/Get"));
    expect(new Set(polls.map((call) => call.endpoint.authority))).toEqual(
      new Set(["things.store.api.example.com:443"]),
    );
    expect(polls[0]?.message).toEqual({ id: "op-1" });
    expect(polls[0]?.metadata.has("x-idempotency-key")).toBe(false);
  });

  it("that fails throws what failed, with the errors decoded", async () => {
    const { create, clock } = setUp([failed], makeReply(running, { "x-request-id": "r-1" }));
    const operation = await create();
    const error: unknown = await clock.run(operation.wait()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      code: "FAILED_PRECONDITION",
      text: "no room",
      operationId: "op-1",
      method: "acme.v1.ThingService/Create",
      requestId: "r-1",
      retryType: "NOTHING",
      serviceErrors: [{ code: "full" }],
    });
    expect(String(error)).toContain("operation op-1");
  });

  it("that fails for rules of the API has them as violations, escaped", async () => {
    const violations = [{ path: "spec.cpu", rule: "int32.lte", text: "at most 4\u001b[2J" }];
    const { typeName, value } = badRequestDetail(violations);
    const details = [{ typeUrl: `type.googleapis.com/${typeName}`, value }];
    const { create, clock } = setUp([
      { ...failed, status: { code: 3, message: "the request violates validation rules", details } },
    ]);
    const operation = await create();
    await expect(clock.run(operation.wait())).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      violations: [{ path: "spec.cpu", rule: "int32.lte", text: "at most 4\\u001b[2J" }],
    });
  });

  it("is read on, with longer pauses, while reads fail in passing", async () => {
    const { create, clock } = setUp([failure(14), failure(14), failure(14), running, succeeded]);
    const operation = await create();
    await clock.run(operation.wait());
    expect(pauses(clock)).toEqual([1000, 2000, 3000, 5000, 1100]);
  });

  it("is read after pauses of a tenth of the time since the wait began, from 1 s to 30 s", async () => {
    const { create, clock } = setUp([...Array.from({ length: 70 }, () => running), succeeded]);
    const startMs = clock.nowMs();
    await clock.run((await create()).wait());
    const delays = pauses(clock);
    expect(delays.slice(0, 10)).toEqual(Array(10).fill(1000));
    expect(delays[20]).toBeGreaterThan(2500);
    expect(delays.at(-1)).toBe(30_000);
    expect(clock.nowMs() - startMs).toBeGreaterThan(600_000);
  });

  it.each([
    [0, 0, 1000],
    [0, 0.999, 1100],
    [100_000, 0, 9000],
    [100_000, 0.5, 10_000],
    [1e9, 0, 27_000],
    [1e9, 0.999, 30_000],
  ])("pauses after %d ms with the random number %d for about %d ms", (elapsedMs, random, wantMs) => {
    expect(Math.abs(pollDelayMs(elapsedMs, () => random) - wantMs)).toBeLessThan(1);
  });

  it("is read after fixed pauses if the caller sets them", async () => {
    const { create, clock } = setUp([...Array.from({ length: 70 }, () => running), succeeded]);
    await clock.run((await create()).wait({ pollIntervalMs: 500 }));
    expect(new Set(pauses(clock))).toEqual(new Set([500]));
  });

  it("that the server has removed is over with an unknown outcome", async () => {
    const { create, clock } = setUp([running, failure(5, "no operation op-1")]);
    const operation = await create();
    await expect(clock.run(operation.wait())).rejects.toMatchObject({
      code: "NOT_FOUND",
      clientReason: "OPERATION_REMOVED",
      operationId: "op-1",
      text: expect.stringContaining("has ended, and the server has removed it, so its outcome is unknown"),
    });
    await expect(clock.run(operation.wait())).rejects.toThrow("read the resource t-1");
  });

  it("that the server has removed offers its resource, which can still be read", async () => {
    const { session, clock } = setUp([failure(5), { metadata: { id: "t-1" } }]);
    const wiring = withResource(operationWiring, methods.get, (id) => ({ id }));
    const operation = await connectThings(session).operation(methods.create, wiring, {});
    await expect(clock.run(operation.resource())).resolves.toMatchObject({ metadata: { id: "t-1" } });
    const other = setUp([failure(5)]);
    const gone = await connectThings(other.session).operation(methods.create, wiring, {});
    await expect(other.clock.run(gone.wait({ pollIntervalMs: 1 }))).rejects.toThrow("resource() reads t-1");
  });

  it("is read with the metadata of its call, without the key and the mask of that call", async () => {
    const { session, clock, transport } = setUp([running, succeeded, { metadata: { id: "t-1" } }]);
    const wiring = withResource(operationWiring, methods.get, (id) => ({ id }));
    const metadata = new Map([
      ["x-tenant", "blue"],
      ["x-idempotency-key", "key-0123456789-abcdef"],
    ]).entries();
    const operation = await connectThings(session).operation(methods.create, wiring, {}, { metadata });
    await clock.run(operation.resource());
    const reads = transport.calls.slice(1);
    expect(reads.map((call) => call.metadata.get("x-tenant"))).toEqual(["blue", "blue", "blue"]);
    expect(reads.map((call) => call.metadata.has("x-idempotency-key"))).toEqual([false, false, false]);
    expect(transport.calls[0]?.metadata.get("x-idempotency-key")).toBe("key-0123456789-abcdef");
  });

  it("is read with the metadata that its wait gives instead", async () => {
    const { session, clock, transport } = setUp([running, succeeded, { metadata: { id: "t-1" } }]);
    const wiring = withResource(operationWiring, methods.get, (id) => ({ id }));
    const metadata = { "x-tenant": "blue", "x-team": "a" };
    const operation = await connectThings(session).operation(methods.create, wiring, {}, { metadata });
    await clock.run(operation.resource({ metadata: new Map([["x-tenant", "red"]]).entries() }));
    const reads = transport.calls.slice(1);
    expect(reads.map((call) => call.metadata.get("x-tenant"))).toEqual(["red", "red", "red"]);
    expect(reads.map((call) => call.metadata.has("x-team"))).toEqual([false, false, false]);
  });

  it("gives its progress beside each state", async () => {
    const { create, clock } = setUp([{ ...running, progress: { fraction: 0.5 } }, succeeded]);
    const seen: unknown[] = [];
    await clock.run((await create()).wait({ onProgress: (_, { fraction }) => seen.push(fraction) }));
    expect(seen).toEqual([0.5, undefined]);
  });

  it("that cannot be read throws why", async () => {
    const { create, clock } = setUp([failure(7, "not yours")]);
    const operation = await create();
    await expect(clock.run(operation.wait())).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

  it("is waited for no longer than timeoutMs", async () => {
    const { create, clock } = setUp([running]);
    const operation = await create();
    const startMs = clock.nowMs();
    await expect(clock.run(operation.wait({ timeoutMs: 3500 }))).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
      operationId: "op-1",
      text: expect.stringContaining("still running after 3500 ms"),
    });
    expect(clock.nowMs() - startMs).toBe(3500);
  });

  it("is waited for without limit with timeoutMs: false", async () => {
    const { create, clock } = setUp([running, running, succeeded]);
    const operation = await create();
    expect(await clock.run(operation.wait({ timeoutMs: false }))).toEqual(succeeded);
  });

  it("is waited for no longer than its caller wants, who gets the signal's reason", async () => {
    const { create, clock } = setUp([running]);
    const operation = await create();
    const stop = new AbortController();
    const reason = new Error("enough");
    const waiting = expect(operation.wait({ signal: stop.signal })).rejects.toBe(reason);
    await clock.advance(1500);
    stop.abort(reason);
    await waiting;
    expect(clock.waiting).toBe(0);
  });

  it("refuses times that are none", async () => {
    const { create } = setUp([running]);
    const operation = await create();
    await expect(operation.wait({ timeoutMs: Number.NaN })).rejects.toThrow(
      codedError("OPTION_INVALID", /timeoutMs: NaN/),
    );
    await expect(operation.wait({ pollIntervalMs: 0 })).rejects.toThrow(
      codedError("OPTION_INVALID", /pollIntervalMs/),
    );
  });

  it("can be picked up again from its id", async () => {
    const { session, clock } = setUp([running, succeeded]);
    const operation = await connectThings(session).operationById(operationWiring, "op-1");
    expect(await clock.run(operation.wait())).toEqual(succeeded);
  });

  it("can be awaited without being taken for a promise, and prints what it is", async () => {
    const { create } = setUp([], succeeded);
    const operation = await create();
    expect(operation).not.toHaveProperty("then");
    expect(inspect(operation)).toContain("op-1");
    expect(JSON.parse(JSON.stringify(operation))).toMatchObject({ id: "op-1", resourceId: "t-1" });
  });

  it("that failed prints the API's errors by their fields, and none of their secrets", async () => {
    const status = errorStatus(9, "no room", { code: "full", secretNote: "marker-6f1d" });
    const operation = await setUp([], { ...failed, status }).create();
    expect(JSON.parse(JSON.stringify(operation))).toMatchObject({
      status: { details: [{ code: "full", secretNote: "[hidden]" }] },
    });
    expect(inspect(operation, { depth: 20, showHidden: true })).not.toContain("marker-6f1d");
  });
});
