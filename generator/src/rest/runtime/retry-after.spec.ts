import { describe, expect, it } from "vitest";
import { readRetryAfterMs } from "./retry-after.js";

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
    expect(readRetryAfterMs(new Headers({ "retry-after": text }))).toBe(want);
  });

  it("may be a date", () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const waitMs = readRetryAfterMs(new Headers({ "retry-after": inAnHour })) ?? 0;
    expect(waitMs).toBeGreaterThan(3_590_000);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
  });
});
