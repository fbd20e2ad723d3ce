import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOffsetDateTime } from "./offset-date-time.js";

describe("parseOffsetDateTime", () => {
  it.each([
    ["2026-01-12T10:00:00-08:00", [10, 0, 0, 0, -480], "2026-01-12T18:00:00.000Z"],
    ["2026-01-12T10:00:00.123456Z", [10, 0, 0, 123, 0], "2026-01-12T10:00:00.123Z"],
    ["2026-07-01T23:59+0530", [23, 59, 0, 0, 330], "2026-07-01T18:29:00.000Z"],
    ["2026-01-01T00:30:00+01", [0, 30, 0, 0, 60], "2025-12-31T23:30:00.000Z"],
    ["2026-01-01t00:00:00z", [0, 0, 0, 0, 0], "2026-01-01T00:00:00.000Z"],
    ["0099-01-01T00:00:00Z", [0, 0, 0, 0, 0], "0099-01-01T00:00:00.000Z"],
  ])(
    "reads %s, and keeps the time on the wall",
    (text, [hour, minute, second, millisecond, offsetMinutes], utc) => {
      const found = parseOffsetDateTime(text);
      expect(found).toMatchObject({ hour, minute, second, millisecond, offsetMinutes });
      expect(new Date(found?.epochMs ?? 0).toISOString()).toBe(utc);
    },
  );

  it.each([
    "",
    "2026-01-12",
    "2026-01-12T10:00:00",
    "2026-02-30T10:00:00Z",
    "2026-01-12T24:00:00Z",
    "2026-01-12T10:60:00Z",
    "2026-01-12T10:00:00+24:00",
  ])("gives undefined for %j", (text) => expect(parseOffsetDateTime(text)).toBeUndefined());

  it("names the same moment as Date, whatever the offset", () => {
    const moment = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offset) => {
        const wall = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const two = (number: number): string => String(number).padStart(2, "0");
        const ahead = Math.abs(offset);
        const text = `${wall}${offset < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
        expect(parseOffsetDateTime(text)).toMatchObject({ epochMs: date.getTime(), offsetMinutes: offset });
      }),
    );
  });
});
