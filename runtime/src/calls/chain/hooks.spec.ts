import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { staticToken, tokenFromFunction } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure, makeReply } from "../../fixture/test-transport.fixture.js";
import type { Hooks } from "./hooks.js";

function recording(): { readonly hooks: Hooks; readonly reported: [name: string, event: object][] } {
  const reported: [name: string, event: object][] = [];
  const names = ["onCallStart", "onCallEnd", "onAttemptStart", "onAttemptEnd", "onRetry", "onToken"] as const;
  const hooks = Object.fromEntries(
    names.map((name) => [name, (...event: [object]) => reported.push([name, ...event])]),
  );
  return { hooks, reported };
}

describe("hooks", () => {
  it("report a call, its attempts, its pauses and its token, in order and without secrets", async () => {
    const { hooks, reported } = recording();
    const clock = new TestClock();
    let turn = 0;
    const transport = answering(() =>
      turn++ === 0 ? failure(14, "down") : makeReply({}, { "x-request-id": "r-2" }),
    );
    const credentials = tokenFromFunction(() => "marker-token");
    const session = openSession({ transport, clock, credentials, hooks });
    const key = "key-0123456789-abcdef";
    await clock.run(connectThings(session).unary(methods.create, {}, { idempotencyKey: key }));
    const call = {
      session: "Acme",
      method: "acme.v1.ThingService/Create",
      kind: "unary",
      endpoint: "things.store.api.example.com:443",
      idempotencyKey: key,
    };
    const error = expect.objectContaining({ code: "UNAVAILABLE" }) as object;
    const success = { error: undefined, isCancelled: false };
    expect(reported).toEqual([
      ["onCallStart", call],
      [
        "onToken",
        { session: "Acme", credentials: "a function of the program", durationMs: 0, error: undefined },
      ],
      ["onAttemptStart", { ...call, attempt: 1 }],
      [
        "onAttemptEnd",
        { ...call, attempt: 1, durationMs: 0, error, isCancelled: false, requestId: undefined },
      ],
      ["onRetry", { ...call, attempt: 1, error, delayMs: 50, isPushback: false }],
      ["onAttemptStart", { ...call, attempt: 2 }],
      ["onAttemptEnd", { ...call, attempt: 2, ...success, durationMs: 0, requestId: "r-2" }],
      [
        "onCallEnd",
        { ...call, ...success, durationMs: 50, attempts: 2, sentMessages: 1, receivedMessages: 1 },
      ],
    ]);
    expect(inspect(reported, { depth: 20 })).not.toContain("marker");
  });

  it("report the attempts of a call, and 0 for one that was not sent", async () => {
    const attempts: number[] = [];
    const things = connectThings(
      openSession({
        transport: answering(({ attempt }) => (attempt < 3 ? failure(14) : {})),
        credentials: staticToken("token-1"),
        retry: { baseDelayMs: 1 },
        hooks: { onCallEnd: (event) => attempts.push(event.attempts) },
        interceptors: [
          (next) => (call) => (call.method.name === "List" ? Promise.resolve(makeReply({})) : next(call)),
        ],
      }),
    );
    await things.unary(methods.get, {});
    await things.unary(methods.list, {});
    expect(attempts).toEqual([3, 0]);
  });

  it("report whether the server asked for a delay", async () => {
    const { hooks, reported } = recording();
    const answers = [failure(14, "", { "grpc-retry-pushback-ms": "7" }), failure(14), {}];
    const session = openSession({
      transport: answering(({ attempt }) => answers[attempt - 1]),
      credentials: staticToken("token-1"),
      retry: { baseDelayMs: 1 },
      hooks,
    });
    await connectThings(session).unary(methods.get, {});
    const retries = reported.filter(([name]) => name === "onRetry").map(([, event]) => event);
    expect(retries).toMatchObject([{ isPushback: true, delayMs: 7 }, { isPushback: false }]);
  });
});
