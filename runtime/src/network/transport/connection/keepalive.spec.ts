import { describe, expect, it } from "vitest";
import { settled, TestClock } from "../../../fixture/test-clock.fixture.js";
import { Keepalive } from "./keepalive.js";

/** A peer that answers pings after some milliseconds, or never. */
function peer(answerMs: number | undefined, keepaliveMs = 20_000) {
  const clock = new TestClock();
  const pings: number[] = [];
  const deaths: number[] = [];
  const startMs = clock.nowMs();
  const liveness = new Keepalive({
    clock,
    keepaliveMs,
    timeoutMs: 10_000,
    ping(answered) {
      pings.push(clock.nowMs() - startMs);
      if (answerMs !== undefined) clock.after(answerMs, answered);
    },
    onTimeout: () => deaths.push(clock.nowMs() - startMs),
  });
  return { clock, liveness, pings, deaths };
}

/** The times of a clock. */
const atRest = (clock: TestClock) => ({ nowMs: () => clock.nowMs(), epochMs: () => clock.epochMs() });

describe("a connection with calls on it", () => {
  it("is asked after 20 s of silence, and given up 10 s after that", async () => {
    const { clock, liveness, pings, deaths } = peer(undefined);
    liveness.setActive();
    await clock.advance(60_000);
    expect(pings).toEqual([20_000]);
    expect(deaths).toEqual([30_000]);
  });

  it("is asked three times in one silence, and then once in five minutes and a little", async () => {
    const { clock, liveness, pings, deaths } = peer(50);
    liveness.setActive();
    await clock.advance(15 * 60_000);
    expect(pings).toEqual([20_000, 40_050, 60_100, 365_150, 670_200]);
    expect(deaths).toEqual([]);
  });

  it("may be asked three times again when the server has said something", async () => {
    const { clock, liveness, pings } = peer(50);
    liveness.setActive();
    await clock.advance(100_000);
    liveness.onInboundActivity();
    await clock.advance(100_000);
    expect(pings).toEqual([20_000, 40_050, 60_100, 120_000, 140_050, 160_100]);
  });

  it("is not asked while the server says something now and then", async () => {
    const { clock, liveness, pings } = peer(50);
    liveness.setActive();
    for (let second = 0; second < 100; second += 10) {
      await clock.advance(10_000);
      liveness.onInboundActivity();
    }
    expect(pings).toEqual([]);
  });

  it("lives on if the answer came while the program was busy, and lies there to be read", async () => {
    const clock = new TestClock();
    const deaths: number[] = [];
    const due: (() => void)[] = [];
    let answer: (() => void) | undefined;
    const liveness = new Keepalive({
      clock: { ...atRest(clock), after: (_, callback) => (due.push(callback), () => undefined) },
      keepaliveMs: 20_000,
      timeoutMs: 10_000,
      ping: (answered) => (answer = answered),
      onTimeout: (silentMs) => deaths.push(silentMs),
    });
    liveness.setActive();
    clock.sleep(20_000);
    due.pop()?.();
    clock.sleep(12_000);
    due.pop()?.();
    // A socket is read in the turn after the timers.
    setImmediate(() => answer?.());
    await settled();
    expect(deaths).toEqual([]);
  });

  it("lives on when something else than the answer comes", async () => {
    const { clock, liveness, deaths } = peer(undefined);
    liveness.setActive();
    await clock.advance(25_000);
    liveness.onInboundActivity();
    await clock.advance(10_000);
    expect(deaths).toEqual([]);
  });

  it("is never asked where keepalive is off", async () => {
    const { clock, liveness, pings } = peer(50, Infinity);
    liveness.setActive();
    await clock.advance(60 * 60_000);
    expect(pings).toEqual([]);
  });
});

describe("a connection without calls", () => {
  it("is not asked", async () => {
    const { clock, liveness, pings } = peer(50);
    liveness.setActive();
    liveness.setIdle();
    await clock.advance(60 * 60_000);
    expect(pings).toEqual([]);
  });

  it("is watched from its next call on, not from when it was heard of last", async () => {
    const { clock, liveness, pings } = peer(50);
    await clock.advance(50_000);
    liveness.setActive();
    await clock.advance(19_999);
    expect(pings).toEqual([]);
    await clock.advance(1);
    expect(pings).toEqual([70_000]);
  });
});

describe("asking at once", () => {
  it("tells of the answer", async () => {
    const { clock, liveness, deaths } = peer(50);
    let answers = 0;
    liveness.pingNow(() => answers++, 2_000);
    await clock.advance(49);
    expect(answers).toBe(0);
    await clock.advance(1);
    expect(answers).toBe(1);
    expect(deaths).toEqual([]);
  });

  it("ends what does not answer in its own time", async () => {
    const { clock, liveness, deaths } = peer(undefined);
    liveness.pingNow(() => undefined, 2_000);
    await clock.advance(5_000);
    expect(deaths).toEqual([2_000]);
  });

  it("sends no fourth ping in one silence, and says so", async () => {
    const { clock, liveness, pings } = peer(50);
    let answers = 0;
    const asked: boolean[] = [];
    for (let ask = 0; ask < 5; ask++) {
      asked.push(liveness.pingNow(() => answers++));
      await clock.advance(100);
    }
    expect(pings).toHaveLength(3);
    expect(asked).toEqual([true, true, true, false, false]);
    expect(answers).toBe(3);
  });
});

it("a timer that fires much too late asks again before it believes: the process slept", async () => {
  const { clock, liveness, pings, deaths } = peer(undefined);
  liveness.setActive();
  await clock.advance(20_000);
  clock.sleep(60_000);
  await clock.advance(0);
  expect(pings).toHaveLength(2);
  expect(deaths).toEqual([]);
  await clock.advance(10_000);
  expect(deaths).toHaveLength(1);
});
