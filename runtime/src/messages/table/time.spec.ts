import { codedError } from "../../../../test/coded-error.js";
import { assert, date, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { durationFromMs, durationToMs, timestampFromDate, toDate } from "./time.js";

describe("a timestamp", () => {
  it.each([
    ["1970-01-01T00:00:00.000Z", { seconds: 0n, nanos: 0 }],
    ["2001-09-09T01:46:40.123Z", { seconds: 1_000_000_000n, nanos: 123_000_000 }],
    ["1969-12-31T23:59:59.900Z", { seconds: -1n, nanos: 900_000_000 }],
    ["0001-01-01T00:00:00.000Z", { seconds: -62_135_596_800n, nanos: 0 }],
    ["9999-12-31T23:59:59.999Z", { seconds: 253_402_300_799n, nanos: 999_000_000 }],
  ])("of %s counts nanoseconds forward", (text, parts) => {
    expect(timestampFromDate(new Date(text))).toEqual(parts);
    expect(toDate(parts)).toEqual(new Date(text));
  });

  it("makes the Date it came from, for every Date that the wire can carry", () => {
    const dates = date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
    assert(
      property(dates, (one) => {
        expect(toDate(timestampFromDate(one))).toEqual(one);
      }),
    );
  });

  it("loses only what is below a millisecond, towards the past", () => {
    expect(toDate({ seconds: 1n, nanos: 999_999_999 })).toEqual(new Date(1999));
    expect(toDate({ seconds: -1n, nanos: 1 })).toEqual(new Date(-1000));
  });

  it.each([
    [(): unknown => timestampFromDate(new Date(NaN)), "a timestamp cannot be made of an invalid Date"],
    [
      (): unknown => timestampFromDate(new Date(253_402_300_800_000)),
      "a timestamp lies between the years 1 and 9999, and +010000-01-01T00:00:00.000Z does not",
    ],
    [
      (): unknown => toDate({ seconds: 0n, nanos: 1_000_000_000 }),
      "{ seconds: 0, nanos: 1000000000 } is not a timestamp: the year must be 1 to 9999, nanos 0 to 999999999",
    ],
    [
      (): unknown => toDate({ seconds: 0n, nanos: -1 }),
      "{ seconds: 0, nanos: -1 } is not a timestamp: the year must be 1 to 9999, nanos 0 to 999999999",
    ],
    [
      (): unknown => toDate({ seconds: 1n << 62n, nanos: 0 }),
      "{ seconds: 4611686018427387904, nanos: 0 } is not a timestamp: the year must be 1 to 9999, nanos 0 to 999999999",
    ],
  ])("is refused where it is none (%#)", (make, message) => {
    expect(make).toThrow(codedError("ARGUMENT_INVALID", message));
  });
});

describe("a duration", () => {
  it.each([
    [0, { seconds: 0n, nanos: 0 }],
    [1500, { seconds: 1n, nanos: 500_000_000 }],
    [-1500, { seconds: -1n, nanos: -500_000_000 }],
    [-0.5, { seconds: 0n, nanos: -500_000 }],
    [0.000001, { seconds: 0n, nanos: 1 }],
    [999.9999999, { seconds: 1n, nanos: 0 }],
  ])("of %d ms has parts of one sign", (ms, parts) => {
    expect(durationFromMs(ms)).toStrictEqual(parts);
  });

  it("gives back the milliseconds it was made of", () => {
    assert(
      property(integer(), (ms) => {
        expect(durationToMs(durationFromMs(ms))).toBe(ms + 0);
      }),
    );
  });

  it.each([NaN, Infinity, -Infinity, 1e18])("is not made of %d", (ms) => {
    expect(() => durationFromMs(ms)).toThrow(codedError("ARGUMENT_INVALID"));
  });

  it.each([
    { seconds: 1n, nanos: -1 },
    { seconds: 0n, nanos: 1_000_000_000 },
    { seconds: 0n, nanos: 0.5 },
    { seconds: 1n << 60n, nanos: 0 },
    { seconds: 315_576_000_001n, nanos: 0 },
  ])("is refused where it is none: %o", (parts) => {
    expect(() => durationToMs(parts)).toThrow(codedError("ARGUMENT_INVALID"));
  });
});
