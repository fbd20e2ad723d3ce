import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCredits } from "./credits.js";
import { parseOffsetDateTime } from "./offset-date-time.js";
import { parseUsDate } from "./us-date.js";

describe("parseCredits", () => {
  it.each([
    ["4", 4, 4],
    [" 4 ", 4, 4],
    ["1-16", 1, 16],
    ["1 - 16", 1, 16],
    ["1–16", 1, 16],
    ["0", 0, 0],
    ["1.5", 1.5, 1.5],
    [3, 3, 3],
    [[1, 16], 1, 16],
    [[4], 4, 4],
    [[1, 2, 3], 1, 3],
  ])("reads %j as %d to %d", (credits, min, max) => expect(parseCredits(credits)).toEqual({ min, max }));

  it.each([
    "",
    "-",
    "x",
    "1-",
    "-1",
    "16-1",
    "1-2-3",
    "1,5",
    "1e3",
    Number.NaN,
    -1,
    Infinity,
    [[]].flat(),
    [1, Number.NaN],
  ])("gives undefined for %j", (credits) => expect(parseCredits(credits)).toBeUndefined());
});

describe("parseUsDate", () => {
  it.each([
    ["01/12/26", "2026-01-12"],
    ["02/29/24", "2024-02-29"],
    ["12/31/99", "2099-12-31"],
    ["01/01/00", "2000-01-01"],
  ])("reads %s as %s", (text, iso) => expect(parseUsDate(text)?.iso).toBe(iso));

  it.each([
    "",
    "1/12/26",
    "01/12/2026",
    "13/01/26",
    "00/01/26",
    "02/29/26",
    "02/30/24",
    "01-12-26",
    "01/12/26 ",
  ])("gives undefined for %j", (text) => expect(parseUsDate(text)).toBeUndefined());

  it("puts the year into the hundred years that it is told", () => {
    expect(parseUsDate("06/01/69", { firstYear: 1970 })?.year).toBe(2069);
    expect(parseUsDate("06/01/70", { firstYear: 1970 })?.year).toBe(1970);
  });
});

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
