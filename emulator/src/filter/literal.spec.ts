import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDuration, parseNumber, parseTime } from "./literal.js";

describe("a time in a filter", () => {
  it.each([
    { text: "1970-01-01T00:00:00Z", want: 0n },
    { text: "1970-01-01T00:00:00.000000001Z", want: 1n },
    { text: "1970-01-01t01:00:00+01:00", want: 0n },
    { text: "1969-12-31T19:59:59.5-04:00", want: -500_000_000n },
    { text: "2024-02-29T00:00:00z", want: 1_709_164_800_000_000_000n },
    { text: "2023-02-29T00:00:00Z", want: undefined },
    { text: "2023-13-01T00:00:00Z", want: undefined },
    { text: "2023-01-01T25:00:00Z", want: undefined },
    { text: "2023-01-01T24:00:00Z", want: undefined },
    { text: "2023-01-01T00:00:00+24:00", want: undefined },
    { text: "2023-01-01T00:00:00", want: undefined },
    { text: "2023-01-01", want: undefined },
  ])("$text is $want", ({ text, want }) => {
    expect(parseTime(text)).toBe(want);
  });

  it("is any that a Date prints", () => {
    const time = fc.date({ noInvalidDate: true, min: new Date("0001-01-01"), max: new Date("9999-12-31") });
    fc.assert(
      fc.property(time, (date) => {
        expect(parseTime(date.toISOString())).toBe(BigInt(date.getTime()) * 1_000_000n);
      }),
    );
  });
});

describe("a duration in a filter", () => {
  it.each([
    { text: "20s", want: 20_000_000_000n },
    { text: "1.2s", want: 1_200_000_000n },
    { text: "-0.5s", want: -500_000_000n },
    { text: "20", want: undefined },
    { text: "2m", want: undefined },
    { text: ".5s", want: undefined },
  ])("$text is $want", ({ text, want }) => {
    expect(parseDuration(text)).toBe(want);
  });
});

describe("a number in a filter", () => {
  it.each([
    { text: "42", want: 42n },
    { text: "-9007199254740993", want: -9_007_199_254_740_993n },
    { text: "2.997e9", want: 2.997e9 },
    { text: "1e-3", want: 0.001 },
    { text: "1e999", want: undefined },
    { text: "", want: undefined },
    { text: "0x10", want: undefined },
    { text: "NaN", want: undefined },
  ])("$text is $want", ({ text, want }) => {
    expect(parseNumber(text)).toBe(want);
  });
});
