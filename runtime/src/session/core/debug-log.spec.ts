import { constants } from "node:http2";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connectThings, openSession } from "../../fixture/test-api.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { staticToken, tokenFromFunction } from "../auth/static-token.js";
import { answer, FaultServer, grpcHeaders, type Fault } from "../../fixture/fault-server.fixture.js";
import { callTo, closeSessions, until } from "../../fixture/sessions.fixture.js";
import { methods, ThingType } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const bytes = ThingType.encode({ metadata: undefined, spec: undefined });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A logger that keeps the lines for debugging. */
function keeping() {
  const lines: string[] = [];
  const logger = {
    warn: () => undefined,
    debug: ({ event }: { readonly event: string }, message: string) =>
      void lines.push(`${event}: ${message}`),
  };
  return { lines, logger };
}

describe("the log for debugging", () => {
  it("has method, attempt, request ID and times as fields, for loggers such as pino", async () => {
    const records: object[] = [];
    const logger = { warn: () => undefined, debug: (fields: object) => void records.push(fields) };
    let attempts = 0;
    const transport = answering(() =>
      ++attempts === 1 ? failure(14, "not now", { "x-request-id": "r-1" }) : {},
    );
    await using session = openSession({
      transport,
      logger,
      debug: true,
      credentials: staticToken("token-1"),
      retry: { baseDelayMs: 1 },
    });
    await connectThings(session).unary(methods.get, {});
    const about = { session: "Acme", method: "acme.v1.ThingService/Get" };
    const times = { durationMs: expect.any(Number) };
    const failed = { code: "UNAVAILABLE" };
    expect(records.filter((one) => "method" in one)).toMatchObject([
      { ...about, event: "call" },
      { ...about, event: "attempt", attempt: 1 },
      { ...about, ...times, ...failed, event: "attempt", attempt: 1, requestId: "r-1" },
      { ...about, ...failed, event: "retry", attempt: 1, delayMs: expect.any(Number) },
      { ...about, event: "attempt", attempt: 2 },
      { ...about, ...times, event: "attempt", attempt: 2 },
      { ...about, ...times, event: "call", attempt: 2 },
    ]);
    expect(records.flatMap((one) => Object.values(one))).not.toContain(undefined);
  });

  it("lists connections, tokens, attempts, delays and GOAWAY frames, in their order", async () => {
    const refuse: Fault = (stream) =>
      stream.respond(
        {
          ...grpcHeaders,
          "grpc-status": "14",
          "grpc-message": "not%20now",
          "grpc-retry-pushback-ms": "3",
        },
        { endStream: true },
      );
    const leave: Fault = (stream, session) => {
      answer(bytes)(stream);
      session?.goaway(constants.NGHTTP2_NO_ERROR, stream.id);
    };
    await using server = await new FaultServer([refuse, leave], {
      settings: { maxConcurrentStreams: 7 },
    }).listen();
    const { lines, logger } = keeping();
    const credentials = tokenFromFunction(() => "token-2");
    await callTo(server.address, { debug: true, logger, credentials }).unary(methods.get, {});
    await until(() => lines.some((line) => line.includes("-> closed")));
    const shape = lines.map((line) =>
      line.replaceAll(/[\d.]+ ms/g, "N ms").replace(server.address, "ADDRESS"),
    );
    const get = "acme.v1.ThingService/Get";
    expect(shape.filter((line) => !/-> (draining|closed)|READY -> IDLE/.test(line))).toEqual([
      `call: ${get} begins`,
      "token: a function of the program gave a token after N ms",
      `attempt: ${get} attempt 1 begins`,
      "connection: IDLE -> CONNECTING",
      "connection: connects to ipv4:ADDRESS",
      "connection: connection 1 connecting -> open: ready after N ms: ADDRESS, no TLS, at most 7 streams",
      "connection: CONNECTING -> READY",
      `attempt: ${get} attempt 1 failed (UNAVAILABLE: not now) after N ms`,
      `retry: ${get} attempt 2 follows in N ms, as the server asked, after UNAVAILABLE`,
      `attempt: ${get} attempt 2 begins`,
      "goaway: connection 1 received GOAWAY: code 0, last stream 3",
      `attempt: ${get} attempt 2 is over after N ms`,
      `call: ${get} is over after N ms, with 2 attempts`,
    ]);
  });

  it("lists pings and their acknowledgments", async () => {
    await using server = await new FaultServer([(stream) => stream.respond(grpcHeaders)]).listen();
    const clock = new TestClock();
    const { lines, logger } = keeping();
    const messages = callTo(server.address, { debug: true, logger, clock }).serverStream(methods.watch, {});
    messages[Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
    await until(() => server.seen.length === 1);
    await clock.advance(20_000);
    await until(() => lines.some((line) => line.includes("acknowledged")));
    expect(lines.filter((line) => line.startsWith("ping")).slice(0, 2)).toEqual([
      "ping: connection 1 sent a ping",
      expect.stringMatching(/^ping: connection 1 ping acknowledged after [\d.]+ ms$/),
    ]);
  });

  it("tells why there is no connection, and when the next is tried", async () => {
    const { lines, logger } = keeping();
    const call = callTo("127.0.0.1:1", { debug: true, logger, retry: false }).unary(methods.get, {});
    await expect(call).rejects.toThrow(codedError("UNAVAILABLE"));
    expect(lines.filter((line) => line.startsWith("connection"))).toEqual([
      "connection: IDLE -> CONNECTING",
      "connection: connects to ipv4:127.0.0.1:1",
      expect.stringMatching(
        /^connection: connection 1 connecting -> closed: attempt 1 failed \(.*ECONNREFUSED.*\); the next attempt not before \d+ ms$/,
      ),
      "connection: CONNECTING -> TRANSIENT_FAILURE",
    ]);
  });

  it("hides the session's token, whoever repeats it", async () => {
    const repeat: Fault = (_, session) =>
      session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM, 0, Buffer.from("go away token-opaque-1"));
    await using server = await new FaultServer([repeat]).listen();
    const { lines, logger } = keeping();
    const credentials = tokenFromFunction(() => "token-opaque-1");
    const options = { debug: true, logger, credentials, retry: false } as const;
    await expect(callTo(server.address, options).unary(methods.get, {})).rejects.toThrow();
    await until(() => lines.some((line) => line.includes("-> closed")));
    expect(lines.join("\n")).toContain("go away [hidden]");
    expect(lines.join("\n")).not.toContain("opaque");
  });

  it.each([
    ["1", undefined, true],
    ["0", undefined, false],
    ["false", undefined, false],
    [undefined, undefined, false],
    ["1", false, false],
    [undefined, true, true],
  ])(
    "with STRATUS_DEBUG=%s and the option %s is written to standard error: %s",
    async (variable, debug, want) => {
      const written: string[] = [];
      vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
      vi.stubEnv("STRATUS_DEBUG", variable);
      await using server = await new FaultServer([answer(bytes)]).listen();
      await callTo(server.address, { debug }).unary(methods.get, {});
      await closeSessions();
      await until(() => server.openConnections === 0);
      vi.restoreAllMocks();
      const line =
        /^\d{4}-\d\d-\d\dT[\d:.]+Z Acme call things\.store\.api\.example\.com:443 acme\.v1\.ThingService\/Get begins\n$/;
      expect(written.some((one) => line.test(one))).toBe(want);
      // Of this server alone: a session of the test before may still tell of its own end.
      expect(written.some((one) => one.includes(server.address))).toBe(want);
    },
  );

  it("that cannot be written fails no call", async () => {
    await using server = await new FaultServer([answer(bytes)]).listen();
    const logger = {
      warn: () => undefined,
      debug: () => {
        throw new Error("the disk is full");
      },
    };
    await callTo(server.address, { debug: true, logger }).unary(methods.get, {});
  });
});
