import { expect, it } from "vitest";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { FloodGuard } from "./flood-guard.js";

/** Notes so many frames that carry nothing. */
function note(guard: FloodGuard, count: number): void {
  for (let at = 0; at < count; at++) guard.countIdleFrame();
}

it("takes a thousand frames within a second, and no more", () => {
  const guard = new FloodGuard(new TestClock());
  note(guard, 1_000);
  expect(() => guard.countIdleFrame()).toThrow(/more than 1000 frames within a second/);
});

it("begins again with the next second", async () => {
  const clock = new TestClock();
  const guard = new FloodGuard(clock);
  note(guard, 1_000);
  await clock.advance(1_000);
  note(guard, 1_001);
});

it("takes ten frames beside each frame of a call, however many there are, and not eleven", () => {
  const guard = new FloodGuard(new TestClock());
  for (let at = 0; at < 5_000; at++) {
    note(guard, 10);
    guard.onCallFrame();
  }
  expect(() => {
    for (let at = 0; at < 1_000; at++) {
      note(guard, 11);
      guard.onCallFrame();
    }
  }).toThrow(/more than 1000 frames/);
});

it("takes what a server answers to data", () => {
  const guard = new FloodGuard(new TestClock());
  for (let at = 0; at < 5_000; at++) guard.allowReplies();
  note(guard, 20_000);
});

it("takes what a server answers that reads a large frame of data in small parts", () => {
  const guard = new FloodGuard(new TestClock());
  guard.allowReplies(1 << 20);
  note(guard, 3_000);
});

it("takes no more than 100,000 replies, however much was sent before", () => {
  const guard = new FloodGuard(new TestClock());
  for (let at = 0; at < 50_000; at++) guard.allowReplies();
  note(guard, 101_000);
  expect(() => guard.countIdleFrame()).toThrow(/more than 1000 frames/);
});
