import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFields, readNumber, readRecords, readText } from "./given.js";

describe("a value as it was sent", () => {
  it.each([
    [null, undefined],
    [undefined, undefined],
    ["", undefined],
    ["  ", undefined],
    [" Open ", "Open"],
    [0, "0"],
    [false, "no"],
    [["a", null, 2], "a, 2"],
    [[], undefined],
    [{ min: 1, max: 4, note: null }, "min: 1, max: 4"],
    [{ a: { b: [1, 2] } }, "a: b: 1, 2"],
    [{}, undefined],
  ])("is for people: %j is %j", (value, text) => {
    expect(readText(value)).toBe(text);
  });

  it.each([
    [4, 4],
    ["4.5", 4.5],
    ["-1", -1],
    ["", undefined],
    [" ", undefined],
    ["4 or 5", undefined],
    [null, undefined],
    [[4], undefined],
    [Number.NaN, undefined],
    ["Infinity", undefined],
  ])("is a number where it can be one: %j is %j", (value, number) => {
    expect(readNumber(value)).toBe(number);
  });

  it.each([
    [
      [{ a: 1 }, null, "by arrangement", "", {}],
      [{ a: 1 }, { note: "by arrangement" }, {}],
    ],
    [{ a: 1 }, [{ a: 1 }]],
    ["by arrangement", [{ note: "by arrangement" }]],
    [null, []],
    [undefined, []],
    ["", []],
  ])("is a list of records: %j is %j", (value, records) => {
    expect(readRecords(value, "note")).toEqual(records);
  });

  it("is read whatever it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readText(value)).not.toBe("");
        expect(readText(value) ?? "").not.toMatch(/^(null|undefined|\[object)/);
        for (const record of readRecords(value, "note")) expect(readFields(record, "note")).toBe(record);
      }),
    );
  });
});
