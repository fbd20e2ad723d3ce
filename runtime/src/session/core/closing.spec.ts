import { describe, expect, it } from "vitest";
import { staticToken, tokenFromFunction } from "../auth/outside-token.js";
import { CallError } from "../../calls/error/call-error.js";
import { connectThings, methods, openSession, operationWiring } from "../../fixture/test-api.fixture.js";
import { settled, TestClock } from "../../fixture/test-clock.fixture.js";
import { statusBytes } from "../../fixture/test-server.fixture.js";
import { until } from "../../fixture/sessions.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import type { SessionOptions } from "./session-options.js";

const thing = () => ({ metadata: { id: "t1", parentId: "", resourceVersion: 1n }, spec: undefined });
const running = { id: "op", resourceId: "t1", status: undefined, done: 0 };

function setUp(answer: (name: string, count: number) => unknown, options: SessionOptions = {}) {
  const clock = new TestClock();
  let count = 0;
  const transport = answering((call) => answer(call.method.name, ++count));
  const credentials = staticToken("token-1");
  const session = openSession({ transport, clock, credentials, retry: false, ...options });
  return { clock, session, transport, things: connectThings(session) };
}

/** What becomes of work whose session is closed a second after it began, and whether anything then holds the process. */
async function closed(
  { clock, session, transport }: ReturnType<typeof setUp>,
  work: Promise<unknown>,
  calls: number,
) {
  const error = work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  // What the first calls load takes real time.
  await until(() => transport.calls.length >= calls);
  await clock.advance(1_000);
  await clock.run(session.close({ graceMs: 1 }));
  const end = (await error) as CallError;
  await settled();
  return { end, holding: clock.holding };
}

const details = { $case: "tooManyRequests", value: { retryAfter: { seconds: 61n, nanos: 0 } } } as const;

/** A failure with a pause, as a header has it. */
function asksFor(code: number, pauseMs: number): Error {
  return failure(code, "later", { "grpc-retry-pushback-ms": String(pauseMs) });
}

describe("after close(), nothing waits and nothing holds the process:", () => {
  it("a token that its function never gives", async () => {
    const never = tokenFromFunction(() => new Promise(() => undefined));
    const made = setUp(() => thing(), { credentials: never });
    const { end, holding } = await closed(made, made.things.unary(methods.get, {}), 0);
    expect(end).toMatchObject({ code: "CANCELLED", text: "the session was closed" });
    expect(holding).toBe(0);
  });

  it("a pause between attempts", async () => {
    const made = setUp(() => asksFor(14, 20_000), { retry: {} });
    const { end, holding } = await closed(made, made.things.unary(methods.get, {}), 1);
    expect(end).toMatchObject({ code: "CANCELLED" });
    expect(holding).toBe(0);
  });

  it("a pause of modify after a conflict", async () => {
    const made = setUp((name) => (name === "Get" ? thing() : asksFor(10, 20_000)));
    const setting = { get: methods.get, update: methods.set };
    const work = made.things.modifyNow(
      setting,
      { id: "t1" },
      (one) => void (one.spec = { size: 1, note: "", password: "" }),
    );
    const { end, holding } = await closed(made, work, 2);
    expect(end).toBeInstanceOf(CallError);
    expect(end).toMatchObject({ code: "CANCELLED", text: "the session was closed" });
    expect(holding).toBe(0);
  });

  it("a wait for an operation", async () => {
    const made = setUp(() => running, { pollIntervalMs: 30_000 });
    const start = made.things.operation(methods.create, operationWiring, thing());
    const work = made.clock.run(start).then((operation) => operation.wait());
    const { end, holding } = await closed(made, work, 1);
    expect(end).toMatchObject({ code: "CANCELLED" });
    expect(holding).toBe(0);
  });
});

describe("a pause that a server asks for", () => {
  it.each<[string, (name: string) => unknown]>([
    ["in a header", () => asksFor(10, 61_000)],
    [
      "in the details",
      () => failure(10, "", [["grpc-status-details-bin", statusBytes(10, "", { details })]] as never),
    ],
  ])("%s for more than a minute ends modify at once, and the error has it", async (_, answer) => {
    const { clock, things } = setUp((name) => (name === "Get" ? thing() : answer(name)));
    const startMs = clock.nowMs();
    const setting = { get: methods.get, update: methods.set };
    const work = things.modifyNow(
      setting,
      { id: "t1" },
      (one) => void (one.spec = { size: 1, note: "", password: "" }),
    );
    await expect(clock.run(work)).rejects.toMatchObject({ retryDelayMs: 61_000 });
    expect(clock.nowMs()).toBe(startMs);
  });

  it("is kept by a wait for an operation, up to a minute", async () => {
    const { clock, things, transport } = setUp((name, count) =>
      name === "Create" ? running : asksFor(14, count === 2 ? 45_000 : 61_000),
    );
    const operation = await clock.run(things.operation(methods.create, operationWiring, thing()));
    const startMs = clock.nowMs();
    await expect(clock.run(operation.wait())).rejects.toMatchObject({
      code: "UNAVAILABLE",
      retryDelayMs: 61_000,
    });
    expect(transport.calls).toHaveLength(3);
    expect(clock.nowMs() - startMs).toBe(46_000);
  });
});
