import { expect, it } from "vitest";
import { TestClock } from "../../../fixture/test-clock.fixture.js";
import { PendingRetries } from "./pending-retries.js";

function pending(count: number) {
  const clock = new TestClock();
  const calls = new PendingRetries(clock);
  const started: number[] = [];
  const leave = Array.from({ length: count }, (_, n) => calls.add(() => started.push(n)));
  return { clock, calls, started, leave };
}

it("starts 200 retries a second in their order, without those that were removed", async () => {
  const { clock, calls, started, leave } = pending(500);
  leave[1]?.();
  calls.resume();
  calls.resume();
  await clock.advance(1_000);
  expect(started).toHaveLength(200);
  expect(started.slice(0, 3)).toEqual([0, 2, 3]);
  await clock.advance(1_500);
  expect(started).toHaveLength(499);
  expect(clock.waiting).toBe(0);
});

it("pauses when the connection is lost again", async () => {
  const { clock, calls, started } = pending(100);
  calls.resume();
  await clock.advance(50);
  calls.pause();
  await clock.advance(10_000);
  expect(started).toHaveLength(10);
  calls.resume();
  await clock.advance(450);
  expect(started).toHaveLength(100);
});
