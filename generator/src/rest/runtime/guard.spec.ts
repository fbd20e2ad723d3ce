import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObject, isOneOf, isUnique, countCodePoints, otherValues, ownProperty } from "./guard.js";

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
