import * as fc from "fast-check";
import { expect, it } from "vitest";
import { timeoutHeader } from "./timeout-header.js";

it.each([
  [20_000, "20000m"],
  [0.2, "200u"],
  [0.00001, "1u"],
  [1.5, "1500u"],
  [12.3, "13m"],
  [99_999_999, "99999999m"],
  [100_000_000, "100000S"],
  [2 ** 40, "18325194M"],
  [Number.MAX_VALUE, "99999999H"],
])("%s milliseconds are %s", (ms, want) => {
  expect(timeoutHeader(ms)).toBe(want);
});

it("never tells the server of less time than is left, and of a hundredth more at most", () => {
  const lengths: { [unit: string]: number } = { u: 0.001, m: 1, S: 1_000, M: 60_000, H: 3_600_000 };
  fc.assert(
    fc.property(fc.double({ min: 1, max: 2 ** 31, noNaN: true }), (ms) => {
      const text = timeoutHeader(ms);
      expect(text).toMatch(/^\d{1,8}[umSMH]$/);
      const told = Number(text.slice(0, -1)) * (lengths[text.slice(-1)] ?? Number.NaN);
      expect(told).toBeGreaterThanOrEqual(ms - 1e-6);
      expect(told).toBeLessThanOrEqual(ms * 1.1);
    }),
  );
});
