import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GuideJson } from "@stratus/runtime/guide";
import { findDifferences } from "./differences.js";
import { replacedText } from "./resource-facts.js";

/** A value as JSON has it, in which 0 has no sign. */
const sent = (value: GuideJson): unknown => JSON.parse(JSON.stringify(value));

describe("differences", () => {
  it.each<[GuideJson, GuideJson, string]>([
    [{ a: 1 }, { a: 1 }, ""],
    [{ a: 1 }, { a: 2 }, "a 1"],
    [{}, { a: { b: 2 } }, "a.b unset"],
    [{ a: { b: 2 } }, {}, "a.b 2"],
    [{}, { a: {} }, "a unset"],
    [{ a: [1, 2] }, { a: [1, 3] }, "a.1 2"],
    [{ a: ["x"] }, { a: ["x", "y"] }, 'a loses [] and gains ["y"]'],
    [{ a: "on, b 1" }, { a: "" }, 'a "on, b 1"'],
    [{ "a, b 1": 2 }, {}, '"a, b 1" 2'],
  ])("of %j and %j replace %j", (before, after, want) => {
    expect(replacedText(findDifferences(before, after))).toBe(want);
  });

  it("are there exactly if two values differ", () => {
    const values = fc.dictionary(
      fc.string({ minLength: 1 }),
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<GuideJson>,
    );
    fc.assert(
      fc.property(values, values, (before, after) => {
        const places = findDifferences(before, after);
        expect(places.length === 0).toBe(isDeepStrictEqual(sent(before), sent(after)));
        expect(replacedText(places)).not.toMatch(/\p{Cc}|\p{Cf}|[\u2028\u2029]/u);
      }),
    );
  });

  it("are described in a line of bounded length, however many and long they are", () => {
    const after = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, "x".repeat(1_000)]));
    const text = replacedText(findDifferences(after, {}));
    expect(text).toMatch(/, 28 more$/);
    expect(text.length).toBeLessThan(2_000);
  });
});
