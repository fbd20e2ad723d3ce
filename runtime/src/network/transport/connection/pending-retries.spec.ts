import { expect, it } from "vitest";
import { TestClock } from "../../../fixture/test-clock.fixture.js";
import { PendingRetries } from "./pending-retries.js";

function sleepers(count: number) {
  const clock = new TestClock();
  const calls = new PendingRetries(clock);
  const woken: number[] = [];
  const leave = Array.from({ length: count }, (_, n) => calls.add(() => woken.push(n)));
  return { clock, calls, woken, leave };
}

it("wakes 200 calls a second in the order in which they came, without those that have left", async () => {
  const { clock, calls, woken, leave } = sleepers(500);
  leave[1]?.();
  calls.resume();
  calls.resume();
  await clock.advance(1_000);
  expect(woken).toHaveLength(200);
  expect(woken.slice(0, 3)).toEqual([0, 2, 3]);
  await clock.advance(1_500);
  expect(woken).toHaveLength(499);
  expect(clock.waiting).toBe(0);
});

it("lets them sleep on when the connection is lost again", async () => {
  const { clock, calls, woken } = sleepers(100);
  calls.resume();
  await clock.advance(50);
  calls.pause();
  await clock.advance(10_000);
  expect(woken).toHaveLength(10);
  calls.resume();
  await clock.advance(450);
  expect(woken).toHaveLength(100);
});
