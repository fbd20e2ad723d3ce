import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isMultipleOf,
  isObject,
  isOneOf,
  isUnique,
  matchingValues,
  countCodePoints,
  otherValues,
  ownProperty,
} from "./guard.js";

describe("guards", () => {
  it.each([
    [{}, true],
    [[], false],
    [null, false],
    ["{}", false],
  ])("take %j for an object: %s", (value, want) => expect(isObject(value)).toBe(want));

  it("see an object's own properties only", () => {
    const parsed = JSON.parse('{"__proto__": 1, "constructor": 2}') as object;
    expect([ownProperty({}, "constructor"), ownProperty({}, "__proto__")]).toEqual([undefined, undefined]);
    expect([ownProperty(parsed, "constructor"), ownProperty(parsed, "__proto__")]).toEqual([2, 1]);
    expect(otherValues(parsed, ["constructor"])).toEqual([1]);
  });

  it("count characters, not halves of them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(countCodePoints(text)).toBe([...text].length);
      }),
    );
  });

  it("take every price for a multiple of a cent, and no fraction of one", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e8, max: 1e8 }), (cents) => {
        const price = Number(`${cents}e-2`);
        expect([isMultipleOf(price, 0.01), isMultipleOf(Number(`${cents}5e-3`), 0.01)]).toEqual([
          true,
          false,
        ]);
      }),
    );
  });

  it.each<readonly [value: number | bigint, step: number, want: boolean]>([
    [19.99, 0.01, true],
    [0.3, 0.1, true],
    [1e21, 1e-7, true],
    [1.5e-7, 1e-7, false],
    [4, 1.5, false],
    [9007199254740993n, 3, true],
    [9007199254740994n, 3, false],
    [0, 7, true],
  ])("compare decimal digits: is %d a multiple of %d? %s", (value, step, want) => {
    expect(isMultipleOf(value, step)).toBe(want);
  });

  it("find properties by pattern, and the others", () => {
    const value = { s_a: 1, b: 2, c: 3 };
    expect(matchingValues(value, /^s_/u)).toEqual([1]);
    expect(otherValues(value, ["c"], /^s_/u)).toEqual([2]);
  });

  it("compare by content, whatever the order of properties", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy: unknown = JSON.parse(JSON.stringify(value));
        expect(isOneOf(copy, ["other", value])).toBe(true);
        expect(isUnique([value, copy])).toBe(false);
      }),
    );
    expect(isOneOf({ a: 1, b: [2] }, [{ b: [2], a: 1 }])).toBe(true);
    expect(isOneOf({ a: 1, b: [2] }, [{ b: [2], a: "1" }])).toBe(false);
    expect(isUnique([1, "1", [1], null, {}])).toBe(true);
  });
});
