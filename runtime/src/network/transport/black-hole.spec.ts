import { describe, expect, it } from "vitest";
import { patienceMs } from "../../../../test/patience.js";
import { answer, FaultServer, grpcHeaders, type Fault } from "../../fixture/fault-server.fixture.js";
import { Relay } from "../../fixture/relay.fixture.js";
import { callTo, many, until } from "../../fixture/sessions.fixture.js";
import { methods, ThingType, type Thing } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const bytes = ThingType.encode(thing);

/** Answers single calls, and begins streams in which nothing ever comes. */
const serve: Fault = (stream, _session, headers) => {
  if (String(headers[":path"]).endsWith("/Watch")) stream.respond(grpcHeaders);
  else answer(bytes)(stream);
};

describe("a connection that dies silently", () => {
  it("loses none of the calls that can be repeated, and is replaced within 35 s", async () => {
    await using server = await new FaultServer([serve]).listen();
    using relay = await new Relay(server.address).listen();
    const clock = new TestClock();
    const things = callTo(relay.address, { clock });
    await things.unary(methods.get, {});
    relay.swallow();
    const calls = Promise.all(many(50, () => things.unary(methods.set, thing)));
    expect(await clock.pass(calls)).toBeLessThanOrEqual(35_000);
    expect(await calls).toHaveLength(50);
    expect(relay.connections).toBe(2);
  });

  it("is also noticed by calls that begin while a ping is outstanding", async () => {
    await using server = await new FaultServer([serve]).listen();
    using relay = await new Relay(server.address).listen();
    const clock = new TestClock();
    const things = callTo(relay.address, { clock });
    await things.unary(methods.get, {});
    relay.swallow();
    const ends: number[] = [];
    const startMs = clock.nowMs();
    const calls: Promise<unknown>[] = [];
    for (let second = 0; second < 25; second++) {
      calls.push(things.unary(methods.get, {}).then(() => ends.push(clock.nowMs() - startMs)));
      await clock.pass(clock.advance(1_000));
    }
    await clock.pass(Promise.all(calls));
    expect(Math.max(...ends)).toBeLessThanOrEqual(35_000);
  });

  it("ends a stream that waits on it after 30 s, with the reason", async () => {
    await using server = await new FaultServer([serve]).listen();
    using relay = await new Relay(server.address).listen();
    const clock = new TestClock();
    const messages = callTo(relay.address, { clock }).serverStream(methods.watch, {});
    const reading = messages[Symbol.asyncIterator]().next();
    await until(() => server.seen.length === 1);
    await clock.pass(clock.advance(1_000));
    relay.swallow();
    const took = await clock.pass(reading);
    await expect(reading).rejects.toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringMatching(
        /was lost: keepalive timed out, (29|30) s after the server last sent data$/,
      ),
    });
    expect(took).toBeLessThanOrEqual(30_000);
  });

  it("is replaced as fast where a quiet stream has used up the pings that servers allow", async () => {
    await using server = await new FaultServer([serve]).listen();
    using relay = await new Relay(server.address).listen();
    const clock = new TestClock();
    const things = callTo(relay.address, { clock });
    const watching = things.serverStream(methods.watch, {})[Symbol.asyncIterator]().next();
    watching.catch(() => undefined);
    await until(() => server.seen.length === 1);
    await clock.idle(100_000);
    relay.swallow();
    const call = things.unary(methods.get, {});
    expect(await clock.pass(call)).toBeLessThanOrEqual(35_000);
    expect(await call).toEqual(thing);
  });

  it("costs no call where new connections die as well for half a minute", async () => {
    await using server = await new FaultServer([serve]).listen();
    using relay = await new Relay(server.address).listen();
    const clock = new TestClock();
    const things = callTo(relay.address, { clock });
    await things.unary(methods.get, {});
    relay.isHole = true;
    relay.swallow();
    clock.after(35_000, () => (relay.isHole = false));
    const calls = Promise.all(many(20, () => things.unary(methods.set, thing)));
    expect(await clock.pass(calls)).toBeLessThanOrEqual(60_000);
    expect(await calls).toHaveLength(20);
  });

  it("is replaced by the machine's own clock as well, as fast as attempts are given up", async () => {
    await using server = await new FaultServer([serve]).listen();
    using relay = await new Relay(server.address).listen();
    const things = callTo(relay.address, { attemptTimeoutMs: patienceMs / 300 });
    await things.unary(methods.get, {});
    relay.swallow();
    expect(await Promise.all(many(20, () => things.unary(methods.set, thing)))).toHaveLength(20);
    expect(relay.connections).toBe(2);
  });
});

describe("a connection that is slow", () => {
  it("is not replaced while the server acknowledges pings", async () => {
    const slow: Fault = (stream) => void setTimeout(() => stream.destroyed || answer(bytes)(stream), 700);
    await using server = await new FaultServer([slow]).listen();
    const things = callTo(server.address, { retry: false });
    const calls = many(5, () =>
      things.unary(methods.get, {}, { timeoutMs: 200 }).catch((error: unknown) => error),
    );
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: "DEADLINE_EXCEEDED" });
    await things.unary(methods.get, {}, { timeoutMs: 5_000 });
    // One more at most, for the call that came while the first was asked.
    expect(server.connections).toBeLessThanOrEqual(2);
  });
});

describe("a connection that is idle", () => {
  const standing = async (options: { readonly keepaliveMs?: number | false } = {}) => {
    const server = await new FaultServer([serve]).listen();
    const clock = new TestClock();
    const pings: number[] = [];
    const things = callTo(server.address, { clock, ...options });
    await things.unary(methods.get, {});
    server.sessions[0]?.on("ping", () => pings.push(clock.nowMs()));
    return { server, clock, pings, things };
  };

  it("is not asked while nobody needs it, and once before it is used again", async () => {
    const { server, clock, pings, things } = await standing();
    await using _ = server;
    await clock.idle(10 * 60_000);
    expect(pings).toEqual([]);
    await things.unary(methods.get, {});
    expect(pings).toHaveLength(1);
    expect(server.connections).toBe(1);
  });

  it("is asked where the machine has slept, whose clock may have stood still", async () => {
    const { server, clock, pings, things } = await standing();
    await using _ = server;
    await clock.idle(5_000);
    clock.skewMs += 60 * 60_000;
    await things.unary(methods.get, {});
    expect(pings).toHaveLength(1);
  });

  it("and has died is replaced long before a call would be given up", async () => {
    await using server = await new FaultServer([serve]).listen();
    using relay = await new Relay(server.address).listen();
    const clock = new TestClock();
    const things = callTo(relay.address, { clock });
    await things.unary(methods.get, {});
    relay.swallow();
    await clock.idle(120_000);
    expect(await clock.pass(things.unary(methods.get, {}))).toBeLessThan(10_000);
    expect(relay.connections).toBe(2);
  });

  it("is closed after 15 minutes", async () => {
    const { server, clock, things } = await standing();
    await using _ = server;
    await clock.idle(14 * 60_000);
    expect(server.openConnections).toBe(1);
    await clock.idle(61_000);
    await until(() => server.openConnections === 0);
    await things.unary(methods.get, {});
    expect(server.connections).toBe(2);
  });

  it("is closed also where the server does not close its side", async () => {
    await using server = await new FaultServer([serve]).listen();
    using relay = await new Relay(server.address).listen();
    const clock = new TestClock();
    const things = callTo(relay.address, { clock });
    await things.unary(methods.get, {});
    relay.swallow();
    await clock.idle(14 * 60_000);
    expect(relay.clients).toBe(1);
    await clock.idle(65_000);
    await until(() => relay.clients === 0);
  });

  it("is replaced rather than asked where no pings are wanted", async () => {
    const { server, clock, pings, things } = await standing({ keepaliveMs: false });
    await using _ = server;
    await clock.idle(120_000);
    await things.unary(methods.get, {});
    expect(pings).toEqual([]);
    expect(server.connections).toBe(2);
  });
});

describe("under a call that waits for 20 minutes", () => {
  it.each([
    ["as often as servers allow", {}, 3 + Math.floor((1_200 - 60) / 305)],
    [
      "as often as the session says, and no oftener in all",
      { keepaliveMs: 5_000 },
      3 + Math.floor((1_200 - 15) / 305),
    ],
    ["never, if keepalive is off", { keepaliveMs: false as const }, 0],
  ])("the server is asked %s", async (_, options, want) => {
    await using server = await new FaultServer([serve]).listen();
    const clock = new TestClock();
    let pings = 0;
    const messages = callTo(server.address, { clock, ...options }).serverStream(methods.watch, {});
    const reading = messages[Symbol.asyncIterator]().next();
    reading.catch(() => undefined);
    await until(() => server.seen.length === 1);
    server.sessions[0]?.on("ping", () => (pings += 1));
    await clock.idle(1_200_000);
    expect(pings).toBe(want);
  });
});
