import { describe, expect, it } from "vitest";
import type { TokenContext } from "../../session/auth/credentials.js";
import { staticToken } from "../../session/auth/static-token.js";
import { FaultServer, grpcHeaders } from "../../fixture/fault-server.fixture.js";
import { callTo } from "../../fixture/sessions.fixture.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import type { ClientOptions } from "../../session/core/client-options.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import type { CallOptions } from "./call-options.js";
import { codedError } from "../../../../test/coded-error.js";

/** The limit of the first attempt of a call, as the transport gets it. */
async function limitOf(
  session: SessionOptions,
  client: ClientOptions,
  call: CallOptions = {},
  method: "unary" | "stream" = "unary",
) {
  const clock = new TestClock();
  const transport = answering(() => failure(3));
  const opened = openSession({ transport, clock, credentials: staticToken("token-1"), ...session });
  const things = connectThings(opened, client);
  const startMs = clock.nowMs();
  const read = async (): Promise<void> => {
    for await (const _ of things.serverStream(methods.watch, {}, call)) continue;
  };
  await expect(method === "unary" ? things.unary(methods.get, {}, call) : read()).rejects.toThrow();
  const [sent] = transport.calls;
  return { limit: sent?.limit, inMs: (sent?.deadlineMs ?? Number.NaN) - startMs };
}

describe("the time of a call", () => {
  it.each<[what: string, SessionOptions, ClientOptions, CallOptions, option: string, ms: number]>([
    ["of an attempt by default", {}, {}, {}, "attemptTimeoutMs of the session", 20_000],
    ["of a session", { timeoutMs: 900 }, {}, {}, "timeoutMs of the session", 900],
    ["of a session's whole calls", { overallTimeoutMs: 800 }, {}, {}, "overallTimeoutMs of the session", 800],
    ["of a client", { timeoutMs: 900 }, { timeoutMs: 1_900 }, {}, "timeoutMs of the client", 1_900],
    ["of a call", { timeoutMs: 900 }, { timeoutMs: 1_900 }, { timeoutMs: 2_900 }, "timeoutMs", 2_900],
    [
      "of a client's attempts",
      { attemptTimeoutMs: 900 },
      { attemptTimeoutMs: 1_900 },
      {},
      "attemptTimeoutMs of the client",
      1_900,
    ],
    [
      "of a call's attempts",
      {},
      { attemptTimeoutMs: 1_900 },
      { attemptTimeoutMs: 2_900 },
      "attemptTimeoutMs",
      2_900,
    ],
  ])("is that %s, and says who set it", async (_what, session, client, call, option, ms) => {
    expect(await limitOf(session, client, call)).toMatchObject({ limit: { option, ms }, inMs: ms });
  });

  const none = { limit: undefined, inMs: Infinity };
  const whole = { option: "overallTimeoutMs of the session", ms: 900_000 };

  it.each<[of: string, SessionOptions, ClientOptions, CallOptions, want: object]>([
    ["a call, which has none then", {}, {}, { timeoutMs: false }, none],
    ["a call, over all others", { timeoutMs: 5 }, { attemptTimeoutMs: 5 }, { timeoutMs: false }, none],
    [
      "a call, beside a limit of its attempts",
      {},
      {},
      { timeoutMs: false, attemptTimeoutMs: 70 },
      { limit: { option: "attemptTimeoutMs", ms: 70 }, inMs: 70 },
    ],
    ["a call's attempts", { timeoutMs: 50 }, {}, { attemptTimeoutMs: false }, { inMs: 50 }],
    ["a session's attempts", { attemptTimeoutMs: false }, {}, {}, { inMs: 60_000 }],
    ["a session's requests", { timeoutMs: false }, {}, {}, { inMs: 20_000 }],
    ["both", { timeoutMs: false, attemptTimeoutMs: false }, {}, {}, { limit: whole, inMs: 900_000 }],
    [
      "a client's requests and attempts",
      {},
      { timeoutMs: false, attemptTimeoutMs: false },
      {},
      { limit: whole },
    ],
    ["all three", { timeoutMs: false, attemptTimeoutMs: false, overallTimeoutMs: false }, {}, {}, none],
  ])("can be without limit: %s", async (_of, session, client, call, want) => {
    expect(await limitOf(session, client, call)).toMatchObject(want);
  });

  it("without limit is not sent to the server, and ends after five attempts", async () => {
    await using server = await new FaultServer([
      (stream) => stream.respond({ ...grpcHeaders, "grpc-status": "14" }, { endStream: true }),
    ]).listen();
    const things = callTo(server.address);
    const options: CallOptions = { timeoutMs: false };
    const error = { code: "UNAVAILABLE", attempts: 5 };
    await expect(things.unary(methods.get, {}, options)).rejects.toMatchObject(error);
    const retry = { maxAttempts: 9, baseDelayMs: 1 };
    await expect(things.unary(methods.get, {}, { ...options, retry })).rejects.toMatchObject(error);
    const stream = things.serverStream(methods.watch, {}, options)[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toMatchObject(error);
    const unlimited = { timeoutMs: false, attemptTimeoutMs: false, overallTimeoutMs: false } as const;
    await expect(callTo(server.address, unlimited).unary(methods.get, {})).rejects.toMatchObject(error);
    expect(server.seen.map((headers) => headers["grpc-timeout"])).toEqual(Array(20).fill(undefined));
  });

  it.each<[option: string, make: (value: number) => unknown]>([
    ["timeoutMs", (timeoutMs) => callTo("127.0.0.1:1", { timeoutMs })],
    ["attemptTimeoutMs", (attemptTimeoutMs) => callTo("127.0.0.1:1", { attemptTimeoutMs })],
    ["overallTimeoutMs", (overallTimeoutMs) => callTo("127.0.0.1:1", { overallTimeoutMs })],
    ["keepaliveMs", (keepaliveMs) => callTo("127.0.0.1:1", { keepaliveMs })],
    ["timeoutMs", (timeoutMs) => callTo("127.0.0.1:1").unary(methods.get, {}, { timeoutMs })],
    [
      "attemptTimeoutMs",
      (attemptTimeoutMs) => callTo("127.0.0.1:1").unary(methods.get, {}, { attemptTimeoutMs }),
    ],
  ])("is refused if %s is Infinity, and the error names false (%#)", async (option, make) => {
    const refusal = codedError(
      "OPTION_INVALID",
      new RegExp(`${option}: Infinity .*, or false for no limit$`),
    );
    await expect((async () => make(Infinity))()).rejects.toThrow(refusal);
  });

  it("of a login has its default if the session has no limit", async () => {
    const limits: number[] = [];
    const fetchToken = async ({ timeoutMs }: TokenContext): Promise<{ token: string }> => {
      limits.push(timeoutMs);
      return { token: "t" };
    };
    for (const timeoutMs of [false, 5_000] as const)
      await limitOf({ timeoutMs, credentials: { description: "a vault", fetchToken } }, {});
    expect(limits).toEqual([60_000, 5_000]);
  });

  it("to connect cannot be without limit", () => {
    const options = { connectTimeoutMs: false as never };
    expect(() => callTo("127.0.0.1:1", options)).toThrow(
      codedError("OPTION_INVALID", "connectTimeoutMs: false is not a time"),
    );
  });

  it("of a stream is its own alone", async () => {
    const all = { timeoutMs: 900, attemptTimeoutMs: 900 };
    expect(await limitOf({ ...all, overallTimeoutMs: 900 }, all, {}, "stream")).toEqual({
      limit: undefined,
      inMs: Infinity,
    });
    expect(await limitOf(all, all, { timeoutMs: 700 }, "stream")).toMatchObject({ inMs: 700 });
  });
});

describe("a client", () => {
  it.each<[options: object, message: RegExp, code: string]>([
    [{ timeoutMs: 0 }, /^timeoutMs: 0 is not a time/, "OPTION_INVALID"],
    [{ attemptTimeoutMs: Number.NaN }, /^attemptTimeoutMs: NaN is not a time/, "OPTION_INVALID"],
    [{ retry: { maxAttempts: 0 } }, /^retry\.maxAttempts: 0 is not a number of attempts/, "OPTION_INVALID"],
    [{ timeoutMS: 5 }, /there is no "timeoutMS"; did you mean "timeoutMs"/, "OPTION_UNKNOWN"],
  ])("refuses %j", (options, message, code) => {
    const session = openSession({ transport: answering(() => ({})), credentials: staticToken("token-1") });
    expect(() => connectThings(session, options as ClientOptions)).toThrow(codedError(code, message));
  });

  it("retries as it says, over what its session says", async () => {
    const transport = answering(() => failure(14));
    const clock = new TestClock();
    const session = openSession({
      transport,
      clock,
      credentials: staticToken("t"),
      retry: { maxAttempts: 3 },
    });
    const never = connectThings(session, { retry: false });
    await expect(clock.run(never.unary(methods.get, {}))).rejects.toThrow();
    expect(transport.calls).toHaveLength(1);
    const twice = connectThings(session, { retry: { maxAttempts: 2 } });
    await expect(clock.run(twice.unary(methods.get, {}))).rejects.toThrow();
    expect(transport.calls).toHaveLength(3);
  });
});
