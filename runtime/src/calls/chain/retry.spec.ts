import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { CallError } from "../error/call-error.js";
import { localFailure, StatusError, type FailureOrigin } from "../error/status-error.js";
import { Metadata } from "../rpc/metadata.js";
import { connectThings, methods, openSession, ServiceErrorType } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { statusBytes } from "../../fixture/test-server.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import { statusCodes } from "../error/status-code.js";

const code = (name: (typeof statusCodes)[number]): number => statusCodes.indexOf(name);
const thing = { metadata: undefined, spec: undefined };

function setUp(answers: readonly unknown[], options: SessionOptions = {}) {
  const clock = new TestClock();
  let turn = 0;
  const transport = answering(() => answers[Math.min(turn++, answers.length - 1)]);
  const session = openSession({
    transport,
    clock,
    random: () => 0.5,
    credentials: staticToken("token-1"),
    ...options,
  });
  return { clock, transport, things: connectThings(session) };
}

async function failureOf(work: Promise<unknown>): Promise<CallError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
}

const withRetryType = (retryType: number): readonly [string, Uint8Array][] => [
  ["grpc-status-details-bin", statusBytes(1, "", { retryType })],
];

describe("a failed attempt", () => {
  it.each([
    ["UNAVAILABLE", "", true],
    ["RESOURCE_EXHAUSTED", "try later", true],
    ["RESOURCE_EXHAUSTED", "Received message larger than max (5000 vs 100)", false],
    ["RESOURCE_EXHAUSTED", "Attempted to send message with a size larger than 10", false],
    ["UNKNOWN", "no idea", false],
    ["UNKNOWN", "Received HTTP status code 502", false],
    ["INTERNAL", "read ECONNRESET", false],
    ["CANCELLED", "by the server", false],
    ["DEADLINE_EXCEEDED", "the server's own", false],
    ["INVALID_ARGUMENT", "", false],
    ["NOT_FOUND", "", false],
    ["PERMISSION_DENIED", "", false],
    ["ABORTED", "", false],
    ["FAILED_PRECONDITION", "", false],
    ["UNIMPLEMENTED", "", false],
    ["DATA_LOSS", "", false],
  ] as const)("with %s (%j) is repeated: %s", async (name, details, isRepeated) => {
    const { transport, things, clock } = setUp([failure(code(name), details), thing]);
    const call = clock.run(things.unary(methods.get, { id: "1" }));
    if (isRepeated) await expect(call).resolves.toEqual(thing);
    else expect((await failureOf(call)).code).toBe(name);
    expect(transport.calls).toHaveLength(isRepeated ? 2 : 1);
  });

  it.each([
    ["CALL decides for a retry", "INVALID_ARGUMENT", 1, true],
    ["UNIT_OF_WORK against one", "UNAVAILABLE", 2, false],
    ["NOTHING against one", "UNAVAILABLE", 3, false],
    ["an unspecified one leaves it to the code", "UNAVAILABLE", 0, true],
    ["an unknown one leaves it to the code", "UNAVAILABLE", 77, true],
  ] as const)("has a service error whose retry_type %s", async (_what, name, retryType, isRepeated) => {
    const { transport, things, clock } = setUp([failure(code(name), "", withRetryType(retryType)), thing]);
    const call = clock.run(things.unary(methods.get, { id: "1" }));
    if (isRepeated) await call;
    else await failureOf(call);
    expect(transport.calls).toHaveLength(isRepeated ? 2 : 1);
  });

  it.each([
    ["UNKNOWN", "GATEWAY_FAILED", 2],
    ["UNKNOWN", "HTTP_STATUS", 1],
    ["INTERNAL", "STREAM_RESET", 2],
    ["INTERNAL", "RESPONSE_INVALID", 1],
    ["CANCELLED", "STREAM_RESET", 2],
    ["RESOURCE_EXHAUSTED", "STREAM_RESET", 2],
    ["RESOURCE_EXHAUSTED", "MESSAGE_TOO_LARGE", 1],
  ] as const)("with %s that the client decided, for the reason %s, makes %d attempts", async (...row) => {
    const [status, reason, attempts] = row;
    const { transport, things, clock } = setUp([localFailure(status, "", "connection", reason), thing]);
    await clock.run(things.unary(methods.get, { id: "1" })).catch((error: unknown) => error);
    expect(transport.calls).toHaveLength(attempts);
  });

  it.each([
    ["CONNECT_FAILED", 2],
    ["TLS_FAILED", 1],
    ["PROXY_REJECTED", 1],
    ["PROTOCOL_MISMATCH", 1],
  ] as const)("without a connection, for the reason %s, makes %d attempts", async (reason, attempts) => {
    const { transport, things, clock } = setUp([localFailure("UNAVAILABLE", "", "unreached", reason), thing]);
    const outcome = await clock.run(things.unary(methods.get, { id: "1" })).catch((error: unknown) => error);
    if (attempts === 1) expect(outcome).toMatchObject({ code: "UNAVAILABLE", clientReason: reason });
    expect(transport.calls).toHaveLength(attempts);
  });

  it("keeps its idempotency key and counts its attempts", async () => {
    const { transport, things, clock } = setUp([failure(14), failure(14), { ...thing }]);
    await clock.run(things.unary(methods.create, {}));
    const keys = transport.calls.map((call) => call.metadata.get("x-idempotency-key"));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toBeDefined();
    expect(transport.calls.map((call) => call.attempt)).toEqual([1, 2, 3]);
  });
});

const certainlyNot = (origin: FailureOrigin): StatusError =>
  new StatusError(14, "", Metadata.empty, Metadata.empty, origin);
const theCallersKey = { idempotencyKey: "0123456789abcdef" };

describe("a method of an API that does not promise idempotency keys", () => {
  it.each<[string, keyof typeof methods, StatusError, object, number]>([
    ["fails with the server's UNAVAILABLE", "foreignAdd", failure(14), {}, 1],
    ["fails with the server's RESOURCE_EXHAUSTED", "foreignAdd", failure(8), {}, 1],
    [
      "says CALL, but the key that makes it safe is not known",
      "foreignAdd",
      failure(14, "", withRetryType(1)),
      {},
      1,
    ],
    ["loses its connection", "foreignAdd", certainlyNot("connection"), {}, 1],
    ["has no connection", "foreignAdd", certainlyNot("unreached"), {}, 2],
    // At once and for nothing, and then once more as a retry.
    ["is refused before it is processed", "foreignAdd", certainlyNot("refused"), {}, 2],
    ["changes nothing", "foreignGet", failure(14), {}, 2],
    ["is idempotent by its description", "foreignPut", failure(14), {}, 2],
    ["carries a key that the caller gave", "foreignAdd", failure(14), theCallersKey, 2],
  ])("%s: the first attempt is repeated or is the last", async (_, method, first, options, attempts) => {
    const { things, clock, transport } = setUp([first, first, thing]);
    const call = clock.run(things.unary(methods[method] as typeof methods.set, {}, options));
    if (attempts === 1) {
      expect(await failureOf(call)).toMatchObject({ attempts: 1, mayHaveReachedServer: true });
      expect(transport.calls).toHaveLength(1);
    } else {
      await expect(call).resolves.toEqual(thing);
      expect(transport.calls.at(-1)?.attempt).toBeGreaterThan(1);
    }
    const isKeyed = options === theCallersKey;
    expect(transport.calls.every(({ metadata }) => metadata.has("x-idempotency-key") === isKeyed)).toBe(true);
  });
});

describe("an error", () => {
  it.each<[string, readonly StatusError[], boolean]>([
    ["of the server", [failure(3)], true],
    ["of a connection that broke", [certainlyNot("connection"), failure(3)], true],
    ["of a server that was never reached", Array(9).fill(certainlyNot("unreached")), false],
    [
      "of one that was reached once and never again",
      [failure(14), ...Array(9).fill(certainlyNot("unreached"))],
      true,
    ],
    ["of a call that cannot be sent", [certainlyNot("unsent")], false],
  ])("%s says whether the call may have reached the server", async (_, answers, mayHaveReachedServer) => {
    const { things, clock } = setUp(answers, { retry: { maxAttempts: 5 } });
    const error = await failureOf(clock.run(things.unary(methods.create, {})));
    expect(error.mayHaveReachedServer).toBe(mayHaveReachedServer);
  });
});

const pauses = (clock: TestClock): number[] => clock.delays.filter((delay) => delay < 10_000);

const pushingBack = (ms: number) => failure(14, "", { "grpc-retry-pushback-ms": String(ms) });

function tooMany(seconds: bigint, nanos = 0) {
  const details = { $case: "tooManyRequests", value: { retryAfter: { seconds, nanos } } } as const;
  return failure(8, "", [["grpc-status-details-bin", statusBytes(8, "", { details })]]);
}

describe("the pauses", () => {
  it("double from 100 ms to 5 s, with full jitter", async () => {
    const { things, clock } = setUp([...Array.from({ length: 8 }, () => failure(14)), thing]);
    await clock.run(things.unary(methods.get, { id: "1" }));
    expect(pauses(clock)).toEqual([50, 100, 200, 400, 800, 1600, 2500, 2500]);
  });

  it("are the server's where it says so", async () => {
    const { things, clock } = setUp([pushingBack(1234), thing]);
    await clock.run(things.unary(methods.get, { id: "1" }));
    expect(pauses(clock)).toEqual([1234]);
  });

  it.each(["-1", "soon", "1.5"])("do not happen after a pushback of %j", async (text) => {
    const { things, clock, transport } = setUp([failure(14, "", { "grpc-retry-pushback-ms": text }), thing]);
    await failureOf(clock.run(things.unary(methods.get, { id: "1" })));
    expect(transport.calls).toHaveLength(1);
  });

  it("are what a TooManyRequests asks for", async () => {
    const { things, clock } = setUp([tooMany(2n, 500_000_000), thing]);
    await clock.run(things.unary(methods.get, { id: "1" }));
    expect(pauses(clock)).toEqual([2500]);
  });

  it.each<[what: string, asked: ReturnType<typeof failure>, options: SessionOptions, attempts: number]>([
    ["of 30 s", pushingBack(30_000), {}, 2],
    ["of more than 30 s", pushingBack(30_001), {}, 1],
    ["of more than the session lets it", pushingBack(1_001), { retry: { maxRetryAfterMs: 1_000 } }, 1],
    ["of more than the session lets it, in a message", tooMany(2n), { retry: { maxRetryAfterMs: 1_000 } }, 1],
    ["that the session lets it ask for", pushingBack(40_000), { retry: { maxRetryAfterMs: 50_000 } }, 2],
  ])("that a server asks for, %s, are made or fail the call at once", async (...one) => {
    const [, asked, options, attempts] = one;
    const { things, clock, transport } = setUp([asked, thing], options);
    const startMs = clock.nowMs();
    const call = clock.run(things.unary(methods.get, { id: "1" }));
    if (attempts === 1) {
      const error = await failureOf(call);
      expect(error.attempts).toBe(1);
      expect(clock.nowMs()).toBe(startMs);
    } else await call;
    expect(transport.calls).toHaveLength(attempts);
  });

  it("end at once when the caller aborts, with the caller's reason", async () => {
    const { things, clock } = setUp([failure(14)]);
    const stop = new AbortController();
    const reason = new Error("enough");
    const call = things.unary(methods.get, { id: "1" }, { signal: stop.signal });
    const ended = expect(call).rejects.toBe(reason);
    await clock.advance(10);
    stop.abort(reason);
    await ended;
    expect(clock.waiting).toBe(0);
  });
});

describe("retries end", () => {
  it("when the next pause would pass the deadline of the request, with the last failure", async () => {
    const { things, clock, transport } = setUp([failure(14, "down")]);
    const startMs = clock.nowMs();
    const error = await failureOf(clock.run(things.unary(methods.get, { id: "1" })));
    expect(error.code).toBe("UNAVAILABLE");
    expect(error.attempts).toBe(transport.calls.length);
    expect(clock.nowMs() - startMs).toBeGreaterThan(55_000);
    expect(clock.nowMs() - startMs).toBeLessThan(60_000);
  });

  it("after maxAttempts, of the session or of the call", async () => {
    const { things, clock, transport } = setUp([failure(14)], { retry: { maxAttempts: 3 } });
    await failureOf(clock.run(things.unary(methods.get, { id: "1" })));
    expect(transport.calls).toHaveLength(3);
    await failureOf(clock.run(things.unary(methods.get, { id: "1" }, { retry: { maxAttempts: 2 } })));
    expect(transport.calls).toHaveLength(5);
    await failureOf(clock.run(things.unary(methods.get, { id: "1" }, { retry: false })));
    expect(transport.calls).toHaveLength(6);
  });

  it("when the endpoint's throttle is spent: 500 retries, then none", async () => {
    const { things, clock, transport } = setUp([failure(14)], {
      retry: { maxAttempts: 251, baseDelayMs: 1, maxDelayMs: 1 },
    });
    for (let call = 0; call < 2; call++) await failureOf(clock.run(things.unary(methods.get, { id: "1" })));
    const before = transport.calls.length;
    await failureOf(clock.run(things.unary(methods.get, { id: "1" })));
    expect(transport.calls.length - before).toBe(1);
  });

  it("of an attempt that ran out of its own time, once the request has no time left", async () => {
    const clock = new TestClock();
    const transport = answering(
      (call) =>
        new Promise((_, reject) => {
          clock.after(call.deadlineMs - clock.nowMs(), () => reject(failure(4, "Deadline exceeded")));
        }),
    );
    const session = openSession({ transport, clock, random: () => 0, credentials: staticToken("token-1") });
    const startMs = clock.nowMs();
    const error = await failureOf(clock.run(connectThings(session).unary(methods.get, { id: "1" })));
    expect(error.code).toBe("DEADLINE_EXCEEDED");
    expect(transport.calls.map((call) => call.deadlineMs - startMs)).toEqual([20_000, 40_000, 60_000]);
  });
});

describe("the decoded error of a retry", () => {
  it("says what the service said", async () => {
    const bytes = statusBytes(3, "bad", { code: "c1", retryType: 3 });
    const { things } = setUp([failure(3, "bad", [["grpc-status-details-bin", bytes]])]);
    const error = await failureOf(things.unary(methods.get, { id: "1" }));
    expect(error.retryType).toBe("NOTHING");
    expect(error.serviceErrors).toEqual([
      ServiceErrorType.decode(ServiceErrorType.encode({ code: "c1", secretNote: "", retryType: 3 })),
    ]);
  });
});
