import { describe, expect, it } from "vitest";
import { settled, TestClock } from "../../../fixture/test-clock.fixture.js";
import { Keepalive } from "./keepalive.js";

/** A peer that answers pings after some milliseconds, or never. */
function peer(answerMs: number | undefined, keepaliveMs = 20_000) {
  const clock = new TestClock();
  const pings: number[] = [];
  const timeouts: number[] = [];
  const startMs = clock.nowMs();
  const keepalive = new Keepalive({
    clock,
    keepaliveMs,
    timeoutMs: 10_000,
    ping(answered) {
      pings.push(clock.nowMs() - startMs);
      if (answerMs !== undefined) clock.after(answerMs, answered);
    },
    onTimeout: () => timeouts.push(clock.nowMs() - startMs),
  });
  return { clock, keepalive, pings, timeouts };
}

/** The times of a clock. */
const atRest = (clock: TestClock) => ({ nowMs: () => clock.nowMs(), epochMs: () => clock.epochMs() });

describe("a connection with calls on it", () => {
  it("is pinged after 20 s without data, and closed 10 s after that", async () => {
    const { clock, keepalive, pings, timeouts } = peer(undefined);
    keepalive.setActive();
    await clock.advance(60_000);
    expect(pings).toEqual([20_000]);
    expect(timeouts).toEqual([30_000]);
  });

  it("is pinged three times without data, and then once in five minutes and a little", async () => {
    const { clock, keepalive, pings, timeouts } = peer(50);
    keepalive.setActive();
    await clock.advance(15 * 60_000);
    expect(pings).toEqual([20_000, 40_050, 60_100, 365_150, 670_200]);
    expect(timeouts).toEqual([]);
  });

  it("may be pinged three times again after inbound data", async () => {
    const { clock, keepalive, pings } = peer(50);
    keepalive.setActive();
    await clock.advance(100_000);
    keepalive.onInboundActivity();
    await clock.advance(100_000);
    expect(pings).toEqual([20_000, 40_050, 60_100, 120_000, 140_050, 160_100]);
  });

  it("is not pinged while data arrives now and then", async () => {
    const { clock, keepalive, pings } = peer(50);
    keepalive.setActive();
    for (let second = 0; second < 100; second += 10) {
      await clock.advance(10_000);
      keepalive.onInboundActivity();
    }
    expect(pings).toEqual([]);
  });

  it("stays open if the acknowledgment arrived while the program was busy, and is still unread", async () => {
    const clock = new TestClock();
    const timeouts: number[] = [];
    const due: (() => void)[] = [];
    let answer: (() => void) | undefined;
    const keepalive = new Keepalive({
      clock: { ...atRest(clock), after: (_, callback) => (due.push(callback), () => undefined) },
      keepaliveMs: 20_000,
      timeoutMs: 10_000,
      ping: (answered) => (answer = answered),
      onTimeout: (silentMs) => timeouts.push(silentMs),
    });
    keepalive.setActive();
    clock.sleep(20_000);
    due.pop()?.();
    clock.sleep(12_000);
    due.pop()?.();
    // A socket is read in the turn after the timers.
    setImmediate(() => answer?.());
    await settled();
    expect(timeouts).toEqual([]);
  });

  it("stays open when data arrives instead of the acknowledgment", async () => {
    const { clock, keepalive, timeouts } = peer(undefined);
    keepalive.setActive();
    await clock.advance(25_000);
    keepalive.onInboundActivity();
    await clock.advance(10_000);
    expect(timeouts).toEqual([]);
  });

  it("is never pinged if keepalive is off", async () => {
    const { clock, keepalive, pings } = peer(50, Infinity);
    keepalive.setActive();
    await clock.advance(60 * 60_000);
    expect(pings).toEqual([]);
  });
});

describe("a connection without calls", () => {
  it("is not pinged", async () => {
    const { clock, keepalive, pings } = peer(50);
    keepalive.setActive();
    keepalive.setIdle();
    await clock.advance(60 * 60_000);
    expect(pings).toEqual([]);
  });

  it("is measured from its next call on, not from its last data", async () => {
    const { clock, keepalive, pings } = peer(50);
    await clock.advance(50_000);
    keepalive.setActive();
    await clock.advance(19_999);
    expect(pings).toEqual([]);
    await clock.advance(1);
    expect(pings).toEqual([70_000]);
  });
});

describe("a ping at once", () => {
  it("calls back when it is acknowledged", async () => {
    const { clock, keepalive, timeouts } = peer(50);
    let answers = 0;
    keepalive.pingNow(() => answers++, 2_000);
    await clock.advance(49);
    expect(answers).toBe(0);
    await clock.advance(1);
    expect(answers).toBe(1);
    expect(timeouts).toEqual([]);
  });

  it("closes the connection after its own timeout", async () => {
    const { clock, keepalive, timeouts } = peer(undefined);
    keepalive.pingNow(() => undefined, 2_000);
    await clock.advance(5_000);
    expect(timeouts).toEqual([2_000]);
  });

  it("is not sent for the fourth time without data, and returns false", async () => {
    const { clock, keepalive, pings } = peer(50);
    let answers = 0;
    const asked: boolean[] = [];
    for (let ask = 0; ask < 5; ask++) {
      asked.push(keepalive.pingNow(() => answers++));
      await clock.advance(100);
    }
    expect(pings).toHaveLength(3);
    expect(asked).toEqual([true, true, true, false, false]);
    expect(answers).toBe(3);
  });
});

it("a timer that fires much too late pings again, since the process was suspended", async () => {
  const { clock, keepalive, pings, timeouts } = peer(undefined);
  keepalive.setActive();
  await clock.advance(20_000);
  clock.sleep(60_000);
  await clock.advance(0);
  expect(pings).toHaveLength(2);
  expect(timeouts).toEqual([]);
  await clock.advance(10_000);
  expect(timeouts).toHaveLength(1);
});
