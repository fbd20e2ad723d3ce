import diagnostics from "node:diagnostics_channel";
import { constants } from "node:http2";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { answer, FaultServer, grpcHeaders, type Fault } from "../../fixture/fault-server.fixture.js";
import { callTo, closeSessions, many, until } from "../../fixture/sessions.fixture.js";
import { methods, ThingType, type Thing } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const bytes = ThingType.encode(thing);

describe("the limit of streams", () => {
  const slow: Fault = (stream) => void setTimeout(() => answer(bytes)(stream), 5);

  it("is never exceeded: calls wait for a stream, and more connections are made while they do", async () => {
    let running = 0;
    let most = 0;
    const counting: Fault = (stream, session, headers) => {
      most = Math.max(most, ++running);
      stream.on("close", () => running--);
      slow(stream, session, headers);
    };
    await using server = await new FaultServer([counting], {
      settings: { maxConcurrentStreams: 2 },
    }).listen();
    const things = callTo(server.address);
    await Promise.all(many(100, () => things.unary(methods.get, {})));
    expect(server.seen).toHaveLength(100);
    expect(server.connections).toBeGreaterThan(1);
    expect(server.connections).toBeLessThanOrEqual(10);
    expect(most).toBeLessThanOrEqual(2 * server.connections);
  });

  it("keeps a call that is canceled in the queue from ever being sent", async () => {
    const held: (() => void)[] = [];
    const hold: Fault = (stream) => void held.push(() => answer(bytes)(stream));
    await using server = await new FaultServer([hold], { settings: { maxConcurrentStreams: 1 } }).listen();
    const things = callTo(server.address);
    const running = many(10, () => things.unary(methods.get, {}));
    await until(() => held.length === 10);
    const stop = new AbortController();
    const reason = new Error("not needed any more");
    const waiting = things.unary(methods.get, {}, { signal: stop.signal });
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    for (const answerNow of held) answerNow();
    await Promise.all(running);
    expect(server.seen).toHaveLength(10);
  });

  it("that is used up is named by the error of a call which waits in vain", async () => {
    await using server = await new FaultServer([() => undefined], {
      settings: { maxConcurrentStreams: 1 },
    }).listen();
    const things = callTo(server.address);
    const running = many(10, () => things.unary(methods.get, {}).catch(() => undefined));
    await until(() => server.seen.length === 10);
    const call = things.unary(methods.get, {}, { timeoutMs: 300 });
    await expect(call).rejects.toMatchObject({
      text: expect.stringMatching(
        /^no answer within 300 ms, the limit of the option timeoutMs; the call waited for a free stream .*allows no more at a time$/,
      ),
    });
    await closeSessions();
    await Promise.all(running);
  });
});

describe("a server that sends GOAWAY", () => {
  it("loses none of 1,000 calls that it has not processed, and no retry pays for them", async () => {
    let left = 1_001;
    let first: Parameters<Fault>[0] | undefined;
    const goaway: Fault = (stream, session) => {
      if (server.connections > 1) return answer(bytes)(stream);
      first ??= stream;
      if (--left > 0) return undefined;
      session?.goaway(constants.NGHTTP2_NO_ERROR, first.id);
      return answer(bytes)(first);
    };
    const server = new FaultServer([goaway]);
    await using _ = await server.listen();
    const retried: unknown[] = [];
    const hooks = { onRetry: (event: unknown) => void retried.push(event) };
    const things = callTo(server.address, { hooks });
    const replies = await Promise.all(many(1_001, () => things.unary(methods.get, {})));
    expect(replies.every((reply) => reply.spec?.size === 5)).toBe(true);
    expect(retried).toEqual([]);
    expect(server.seen).toHaveLength(2_001);
    expect(server.seen.some((headers) => headers["grpc-previous-rpc-attempts"] !== undefined)).toBe(false);
  });

  it("lets calls end that it has begun to answer, beside a new connection", async () => {
    let finish: (() => void) | undefined;
    const first: Fault = (stream, session) => {
      finish = () => answer(bytes)(stream);
      session?.goaway(constants.NGHTTP2_NO_ERROR, stream.id);
    };
    await using server = await new FaultServer([first, answer(bytes)]).listen();
    const things = callTo(server.address);
    const call = things.unary(methods.get, {});
    await until(() => finish !== undefined);
    await things.unary(methods.get, {});
    expect(server.connections).toBe(2);
    finish?.();
    expect(await call).toEqual(thing);
  });

  it("and keeps its end of the connection open leaves no socket behind", async () => {
    const goaway: Fault = (stream, session) => {
      answer(bytes)(stream);
      stream.on("close", () => session?.goaway(constants.NGHTTP2_NO_ERROR));
    };
    await using server = await new FaultServer([goaway]).listen();
    const sockets: Socket[] = [];
    const note = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);
    diagnostics.subscribe("net.client.socket", note);
    const things = callTo(server.address);
    for (let call = 0; call < 5; call++) await things.unary(methods.get, {});
    diagnostics.unsubscribe("net.client.socket", note);
    expect(sockets).toHaveLength(5);
    await until(() => sockets.every(({ destroyed }) => destroyed));
  });

  it("and leaves its side open is not waited for", async () => {
    const leave: Fault = (stream, session) => {
      answer(bytes)(stream);
      session?.goaway(constants.NGHTTP2_NO_ERROR, stream.id);
    };
    await using server = await new FaultServer([leave]).listen();
    const lines: string[] = [];
    const logger = { warn: () => undefined, debug: (_: object, line: string) => void lines.push(line) };
    await callTo(server.address, { debug: true, logger }).unary(methods.get, {});
    // Node's server never closes its side after this.
    await until(() => lines.some((line) => line.startsWith("connection 1 draining -> closed")));
    expect(server.openConnections).toBe(1);
  });

  it("with an error code is named in the error, and its calls are retried with the same key", async () => {
    const angry: Fault = (stream, session) =>
      session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM, stream.id, Buffer.from("too_many_pings"));
    await using server = await new FaultServer([angry, answer(bytes)]).listen();
    const errors: { text: string }[] = [];
    const hooks = { onRetry: ({ error }: { error: { text: string } }) => void errors.push(error) };
    const logger = { warn: () => undefined };
    expect(await callTo(server.address, { hooks, logger }).unary(methods.set, thing)).toEqual(thing);
    expect(errors[0]?.text).toMatch(
      /the connection to .* was lost: the server ended it \(GOAWAY with code 11: too_many_pings\)$/,
    );
    expect(new Set(server.seen.map((headers) => headers["x-idempotency-key"])).size).toBe(1);
  });
});

describe("a server that ends a connection because of pings", () => {
  it("gets half as many on the next ones, and the program a warning", async () => {
    const angry: Fault = (stream, session) =>
      session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM, stream.id, Buffer.from("too_many_pings"));
    const quiet: Fault = (stream) => stream.respond(grpcHeaders);
    await using server = await new FaultServer([angry, quiet]).listen();
    const [warnings, pings]: [object[], number[]] = [[], []];
    const clock = new TestClock();
    const logger = {
      warn: (fields: object) => void warnings.push(fields),
      debug: (_: object, line: string) => void (line.endsWith("sent a ping") && pings.push(clock.nowMs())),
    };
    const options = { debug: true, logger, clock, keepaliveMs: 10_000, retry: false } as const;
    const things = callTo(server.address, options);
    await things.unary(methods.get, {}).catch(() => undefined);
    const messages = things.serverStream(methods.watch, {})[Symbol.asyncIterator]();
    const startMs = clock.nowMs();
    messages.next().catch(() => undefined);
    await until(() => server.seen.length === 2);
    await clock.advance(21_000);
    // The first one checks that all bytes were understood.
    expect(pings.map((ms) => ms - startMs).slice(1)).toEqual([20_000]);
    expect(warnings).toContainEqual(expect.objectContaining({ event: "too_many_pings" }));
  });
});

describe("a connection that has reached its maximum age", () => {
  it("ends after its last call, and the next call gets another one", async () => {
    let finish: (() => void) | undefined;
    const later: Fault = (stream) => void (finish = () => answer(bytes)(stream));
    await using server = await new FaultServer([later, answer(bytes)]).listen();
    const clock = new TestClock();
    const options = { clock, maxConnectionAgeMs: 10_000, timeoutMs: 60_000, attemptTimeoutMs: 60_000 };
    const things = callTo(server.address, options);
    const first = things.unary(methods.get, {});
    await until(() => finish !== undefined);
    await clock.advance(11_000);
    await things.unary(methods.get, {});
    expect(server.connections).toBe(2);
    finish?.();
    expect(await first).toEqual(thing);
    await until(() => server.openConnections === 1);
  });
});

describe("retries", () => {
  it("tell the server how many attempts came before", async () => {
    const refuse: Fault = (stream) =>
      stream.respond({ ...grpcHeaders, "grpc-status": "14" }, { endStream: true });
    await using server = await new FaultServer([refuse, refuse, answer(bytes)]).listen();
    await callTo(server.address).unary(methods.get, {});
    expect(server.seen.map((headers) => headers["grpc-previous-rpc-attempts"])).toEqual([
      undefined,
      "1",
      "2",
    ]);
  });

  it("of calls that a connection resets one after the other go to another one", async () => {
    const reset: Fault = (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    await using server = await new FaultServer([reset, reset, reset, reset, reset, answer(bytes)]).listen();
    const things = callTo(server.address, { retry: false });
    const codes: string[] = [];
    for (let call = 0; call < 6; call++)
      await things.unary(methods.get, {}).then(
        () => codes.push("OK"),
        ({ code }: { code: string }) => codes.push(code),
      );
    expect(codes).toEqual([...Array.from({ length: 5 }, () => "INTERNAL"), "OK"]);
    expect(server.connections).toBe(2);
  });

  it("of a stream that the server refused are not counted", async () => {
    const refuse: Fault = (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM);
    await using server = await new FaultServer([refuse, answer(bytes)]).listen();
    expect(await callTo(server.address, { retry: false }).unary(methods.get, {})).toEqual(thing);
    expect(server.seen.map((headers) => headers["grpc-previous-rpc-attempts"])).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("a call cannot fail other calls:", () => {
  it.each([
    ["connection", "keep-alive", /the name belongs to HTTP or to gRPC itself/],
    ["te", "gzip", /the name belongs to HTTP/],
    ["host", "evil.example.com", /the name belongs to HTTP/],
    ["user-agent", "mine", /the session's option userAgent adds to it/],
    [
      "x-big",
      "a".repeat(70_000),
      /more than HTTP\/2 can send to this server: \d+ of 65536 bytes; the largest is "x-big"/,
    ],
  ])("%s is refused before it is sent", async (name, value, want) => {
    await using server = await new FaultServer([answer(bytes)]).listen();
    const things = callTo(server.address);
    const other = things.unary(methods.get, {});
    const error = await things
      .unary(methods.get, {}, { metadata: { [name]: value } })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", attempts: 0, text: expect.stringMatching(want) });
    expect(await other).toEqual(thing);
    expect(server.seen).toHaveLength(1);
  });

  it("the server's own limit of headers counts", async () => {
    await using server = await new FaultServer([answer(bytes)], {
      settings: { maxHeaderListSize: 2_000 },
    }).listen();
    const things = callTo(server.address);
    const metadata = { "x-mask": "a".repeat(2_000) };
    await expect(things.unary(methods.get, {}, { metadata })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      attempts: 0,
      text: expect.stringMatching(/of 2000 bytes; the largest is "x-mask" with 2000$/),
    });
    expect(await things.unary(methods.get, {})).toEqual(thing);
  });

  it("300 requests of 100 kB at once lose none", async () => {
    await using server = await new FaultServer([answer(bytes)]).listen();
    const things = callTo(server.address, { retry: false });
    const large = { metadata: undefined, spec: { size: 1, note: "x".repeat(100_000), password: "" } };
    const ends = await Promise.allSettled(many(300, () => things.unary(methods.set, large)));
    expect(ends.filter(({ status }) => status === "rejected")).toEqual([]);
  });
});
