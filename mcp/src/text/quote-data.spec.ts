import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { truncate, jsonText, inlineText, quoteData } from "./quote-data.js";

describe("text from elsewhere", () => {
  it("is one line in quotes that nothing in it ends, and shows all that it has", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const shown = quoteData(text);
        expect(shown).toMatch(/^"(?:[^"\\]|\\.)*"$/);
        expect(shown).not.toMatch(/\p{Cc}|\p{Cf}|[\u2028\u2029]/u);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ["web-1", "web-1"],
    ["a b", '"a b"'],
    ["", '""'],
    ["x: y 4 to 8", '"x: y 4 to 8"'],
    ["x".repeat(61), `"${"x".repeat(60)}… (1 more characters)"`],
  ])("%j is on a line %j", (text, want) => {
    expect(inlineText(text)).toBe(want);
  });

  it("is not cut within a character", () => {
    expect(truncate("a😀b", 2)).toBe("a… (3 more characters)");
  });

  it("is JSON that reads back as what it was", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
