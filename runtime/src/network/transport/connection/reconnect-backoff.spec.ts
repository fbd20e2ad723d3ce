import { describe, expect, it } from "vitest";
import { TestClock } from "../../../fixture/test-clock.fixture.js";
import { ReconnectBackoff } from "./reconnect-backoff.js";

function backoff(random = 0.5) {
  const clock = new TestClock();
  return { clock, backoff: new ReconnectBackoff({ clock, connectMs: 10_000, random: () => random }) };
}

const failTimes = (one: ReconnectBackoff, times: number) =>
  Array.from({ length: times }, () => Math.round(one.onFailure()));

describe("the delay between attempts to connect", () => {
  it("grows by 1.6 from 100 ms to 5 s while calls wait", () => {
    expect(failTimes(backoff().backoff, 11)).toEqual([
      100, 160, 256, 410, 655, 1_049, 1_678, 2_684, 4_295, 5_000, 5_000,
    ]);
  });

  it.each([
    [0, 80],
    [1, 120],
  ])("differs by up to a fifth at random: %d gives %d ms", (random, expected) => {
    expect(failTimes(backoff(random).backoff, 1)).toEqual([expected]);
  });

  it("lasts up to 120 s while no calls wait", async () => {
    const { clock, backoff: one } = backoff();
    failTimes(one, 20);
    await clock.advance(119_000);
    expect(one.isActive).toBe(true);
    await clock.advance(1_001);
    expect(one.isActive).toBe(false);
  });

  it("begins anew after a connection was ready", () => {
    const { backoff: one } = backoff();
    failTimes(one, 5);
    one.reset();
    expect(one.isActive).toBe(false);
    expect(failTimes(one, 1)).toEqual([100]);
  });

  it("ends half a second before the deadline of a call, and never within 100 ms of a failure", () => {
    const { clock, backoff: one } = backoff();
    failTimes(one, 12);
    const nowMs = clock.nowMs();
    expect(one.nextAttemptMs(nowMs + 2_000)).toBe(nowMs + 1_500);
    expect(one.nextAttemptMs(nowMs + 2_000, 150)).toBe(nowMs + 1_100);
    expect(one.nextAttemptMs(nowMs + 300)).toBe(nowMs + 100);
    expect(one.nextAttemptMs(Infinity)).toBe(nowMs + 5_000);
  });
});
