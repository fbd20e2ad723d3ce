import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs, retryAfterMs } from "./retry.js";
import { settingsOf } from "./settings.js";

describe("the wait between attempts", () => {
  it("is anything up to a bound that doubles and then stays", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (attempt, random) => {
          const waitMs = backoffMs(settingsOf({ baseUrl: "http://a.test", random: () => random }), attempt);
          expect(waitMs).toBe(Math.floor(random * Math.min(5000, 100 * 2 ** (attempt - 1))));
        },
      ),
    );
  });
});

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7000],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["", undefined],
    ["2026-01-01", undefined],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ])("%j is %s ms", (text, want) => {
    expect(retryAfterMs(new Headers({ "retry-after": text }))).toBe(want);
  });

  it("may be a date", () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const waitMs = retryAfterMs(new Headers({ "retry-after": inAnHour })) ?? 0;
    expect(waitMs).toBeGreaterThan(3_590_000);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
  });
});
