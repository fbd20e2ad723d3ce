import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffDelayMs } from "./backoff.js";
import { RetryThrottle } from "./retry-throttle.js";

const bounds = { baseDelayMs: 100, maxDelayMs: 5_000 };

describe("a pause", () => {
  it("lies between nothing and its bound, which doubles up to the greatest", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failures, chance) => {
          const delayMs = backoffDelayMs(failures, bounds, () => chance);
          expect(delayMs).toBeGreaterThanOrEqual(0);
          expect(delayMs).toBeLessThanOrEqual(Math.min(5_000, 100 * 2 ** Math.min(failures - 1, 60)));
          expect(delayMs).toBeCloseTo(chance * backoffDelayMs(failures, bounds, () => 1), 6);
        },
      ),
    );
  });
});

describe("a throttle", () => {
  it("never goes below nothing or above its size, whatever happens", () => {
    const step = fc.oneof(
      fc.constant("take" as const),
      fc.integer({ min: 0, max: 50 }).map((retries) => ({ give: retries })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const throttle = new RetryThrottle();
        for (const one of steps) {
          const before = throttle.tokens;
          if (one === "take") expect(throttle.take()).toBe(before >= 10);
          else throttle.give(one.give);
          expect(throttle.tokens).toBeGreaterThanOrEqual(0);
          expect(throttle.tokens).toBeLessThanOrEqual(5_000);
        }
      }),
    );
  });

  it("allows 500 retries in a row, and one more for each ten calls that need none", () => {
    const throttle = new RetryThrottle();
    for (let retry = 0; retry < 500; retry++) expect(throttle.take()).toBe(true);
    expect(throttle.take()).toBe(false);
    for (let call = 0; call < 10; call++) throttle.give(0);
    expect(throttle.take()).toBe(true);
    expect(throttle.take()).toBe(false);
  });

  it("gets back what the retries of a call cost that succeeds in the end", () => {
    const throttle = new RetryThrottle();
    for (let retry = 0; retry < 3; retry++) throttle.take();
    throttle.give(3);
    expect(throttle.tokens).toBe(5_000);
  });
});
