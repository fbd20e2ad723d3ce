import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
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
