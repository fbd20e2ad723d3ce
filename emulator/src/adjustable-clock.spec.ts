import { expect, it } from "vitest";
import { AdjustableClock } from "./adjustable-clock.js";
import { TestClock } from "./emulator.fixture.js";

it.each([Number.NaN, Infinity, 1e300, -1e14, "5" as unknown as number])(
  "the clock refuses to move by %s ms, to a time that no resource could show, and remains as it was",
  (ms) => {
    const clock = new AdjustableClock(new TestClock());
    const before = clock.now();
    clock.freeze();
    expect(() => clock.advance(ms)).toThrow("clock.advance: the time must be in the years 1 to 9999");
    expect(() => clock.freeze(Number.NaN)).toThrow("clock.freeze: the time must be in the years 1 to 9999");
    expect(clock.now()).toBe(before);
  },
);
