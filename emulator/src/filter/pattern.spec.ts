import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesPattern } from "./pattern.js";

describe("a pattern", () => {
  it.each([
    { pattern: "web", text: "web", want: true },
    { pattern: "web", text: "web-1", want: false },
    { pattern: "web*", text: "web-1", want: true },
    { pattern: "*-1", text: "web-1", want: true },
    { pattern: "w*b*1", text: "web-1", want: true },
    { pattern: "w*1*b", text: "web-1", want: false },
    { pattern: "aba*ba", text: "aba", want: false },
    { pattern: "*", text: "", want: true },
    { pattern: "**", text: "a", want: true },
    { pattern: "*a*", text: "bbb", want: false },
  ])("$pattern of $text: $want", ({ pattern, text, want }) => {
    expect(matchesPattern(text, pattern.split("*"))).toBe(want);
  });

  it("means what the same regular expression means", () => {
    const word = fc.stringMatching(/^[ab*]{0,8}$/);
    const text = fc.stringMatching(/^[ab]{0,8}$/);
    fc.assert(
      fc.property(word, text, (pattern, value) => {
        const same = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
        expect(matchesPattern(value, pattern.split("*"))).toBe(same.test(value));
      }),
    );
  });

  it("takes no more time for a hostile one, with which a regular expression would never end", () => {
    expect(matchesPattern("a".repeat(50_000), "a*".repeat(2_000).concat("b").split("*"))).toBe(false);
  });
});
