import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLinear } from "./linear.js";
import { readPattern, type Part } from "./syntax.js";
import { runs } from "../../../test/runs.js";

describe("a pattern that is tried on any text", () => {
  it.each([
    // Repetitions in repetitions, and choices of which two fit.
    ["^(a+)+$", false],
    ["^(a*)*b", false],
    ["(a+)+b", false],
    ["^(a|a)*$", false],
    ["^(a|aa)+$", false],
    ["^(\\w+\\s?)*$", false],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", false],
    ["^(a?b?)*c", false],
    ["^(a{0,50}){0,50}$", false],
    ["^(.*,){11}P", false],
    // One repetition behind another that takes the same.
    ["^\\S+@\\S+$", false],
    ["^[^@]+@[^@]+\\.[^@]+$", false],
    ["^\\d+\\d+$", false],
    ["^.*a.*b$", false],
    // Tried from each place anew.
    ["[a-z]+$", false],
    ["\\s+$", false],
    [".*foo", false],
    ["[a-z]+@", false],
    ["X[a-z]*y", true],
    ["x[a-z]*y", false],
    ["x[a-z]{1,63}y", true],
    ["x[a-z]{1,64}y", false],
    // What is repeated at the very end is read once.
    ["[a-z]+", true],
    ["^.*", true],
    ["\\d{4}", true],
    ["[a-z]{1,15}\\.com", true],
    ["[a-z]{1,200}\\.com", false],
    ["foo|bar", true],
    ["", true],
    // One way.
    ["^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$", true],
    ["^[a-z0-9]{1,20}[a-z]{1,20}$", true],
    ["^[a-z0-9]+(-[a-z0-9]+)*$", true],
    ["^[a-z0-9]+(-?[a-z0-9]+)*$", false],
    ["^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$", true],
    ["^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", true],
    ["^([a-zA-Z0-9-]{1,63}\\.)+[a-z]{2,}$", true],
    ["^.{1,1000}$", true],
    ["^[^@]+@[^@]+$", true],
    ["^(a|b)*c$", true],
    ["^(?:ab|cd)+$", true],
    ["^(?<year>\\d+)$", true],
    ["^(a|b)$|^c+$", true],
    // A few ways, whatever the text.
    ["^oauth_(?:(?:token_)|(?:custom_))?[a-z0-9_]+$", true],
    ["^(25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)(\\.(25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)){3}$", true],
    ["^((25[0-5]|[01]?[0-9][0-9]?)\\.)*$", false],
    ["^(a|a)(a|a)(a|a)$", true],
    ["^(a|a){20}$", false],
    // Looks ahead: once from the beginning, or short.
    ["^(?=.*[a-z])(?=.*\\d).{8,}$", true],
    ["^(?!\\s*$).+", true],
    ["^[a-z](?=.*\\d)$", false],
    ["(?=.*\\d)a", false],
    ["^(?!-)[a-z-]+(?<!-)$", true],
    ["^(?=(a+)+b)c", false],
    // What nobody can tell.
    ["^(a)\\1$", false],
    ["^(?<a>b)\\k<a>$", false],
    ["^(", false],
    ["^a{2", false],
    // Letters beyond ASCII.
    ["^\\p{L}+(-\\p{L}+)*$", true],
    ["^\\p{L}+\\p{N}+$", false],
    ["^[é-ü]+[a-z]+$", true],
    ["^[é-ü]+[ü-ý]+$", false],
    ["^[\\u00e9-\\u00fc]+ü+$", false],
    ["^\\s+\\S+$", true],
    ["^\\s+[\\u2000-\\u200a]+$", false],
    ["^.+\\n.+$", true],
  ])("%j takes time in proportion to the text: %j", (pattern, want) => {
    expect(isLinear(pattern)).toBe(want);
  });

  it.each([
    ["^[\\w\\-]+$", true],
    ["^a{,3}$", true],
    ["^(\\-+)+$", false],
    ["^{x}$", true],
    ["^😀+$", true],
  ])("%j is read without the flag u: %j", (pattern, want) => {
    expect(isLinear(pattern, true)).toBe(want);
  });
});

/** Patterns of a few letters, of which many have several ways. */
const patterns = fc
  .letrec<{ part: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("a", "b", "[ab]", ".", "c"),
      fc.array(tie("part"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("")),
      fc.tuple(tie("part"), tie("part")).map(([left, right]) => `(?:${left}|${right})`),
      fc
        .tuple(tie("part"), fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "*?"))
        .map(([part, count]) => `(?:${part})${count}`),
    ),
  }))
  .part.map((part) => `^${part}$`);

describe("a megabyte of answers", () => {
  it.each([
    ["^[a-z0-9]+(-[a-z0-9]+)*$", "a-"],
    ["^([a-zA-Z0-9-]{1,63}\\.)+[a-z]{2,}$", "a"],
    ["^([a-zA-Z0-9-]+\\.)+[a-z]{2,}$", "a."],
    ["[a-z]{1,15}\\.com", "a"],
    ["^(?=.*[a-z])(?=.*\\d).{8,}$", "a"],
    ["\\d{4}-\\d{2}-\\d{2}", "2024-01-"],
  ])("takes a few dozen steps a character: %s", (pattern, piece) => {
    expect(isLinear(pattern)).toBe(true);
    const count = 2000;
    const whole = `${piece.repeat(count)}!`;
    // Steps are counted on texts that an engine may be given, and not in seconds: the machine has other work.
    const steps = pattern.startsWith("^")
      ? countSteps(pattern, whole)
      : Array.from({ length: 100 }, (_, at) => countSteps(pattern, whole.slice(at))).reduce((a, b) => a + b) *
        20;
    expect(steps).toBeLessThan(50 * whole.length);
  });
});

describe("the steps of an engine that goes back", () => {
  it("are in proportion to the text, if the pattern is linear", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 30 });
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        fc.pre(isLinear(pattern));
        expect(countSteps(pattern, `${text}!`)).toBeLessThanOrEqual(400 * (text.length + 2));
      }),
      { numRuns: runs(170) },
    );
  });

  it("are many more for a pattern that is not", () => {
    expect(isLinear("^(?:a+)+$")).toBe(false);
    expect(countSteps("^(?:a+)+$", `${"a".repeat(16)}!`)).toBeGreaterThan(2 ** 16);
  });
});

/** How many characters are looked at, by an engine that is nothing but the definition of one. */
function countSteps(pattern: string, text: string): number {
  let steps = 0;
  type Next = (at: number) => boolean;
  const match = (part: Part, at: number, next: Next): boolean => {
    if (steps > 1_000_000) return true;
    switch (part.kind) {
      case "character":
        steps++;
        return at < text.length && new RegExp(`^${part.text}$`, "u").test(text[at] ?? "") && next(at + 1);
      case "sequence":
        return part.parts.reduceRight<Next>((rest, one) => (from) => match(one, from, rest), next)(at);
      case "choice":
        return part.parts.some((one) => match(one, at, next));
      case "repeat": {
        const { min, max } = part;
        const more = (from: number, count: number): boolean =>
          (count < max &&
            match(part.part, from, (to) => (to > from || count < min) && more(to, count + 1))) ||
          (count >= min && next(from));
        return more(at, 0);
      }
      case "end":
        return at === text.length && next(at);
      default:
        return next(at);
    }
  };
  match(readPattern(pattern, false) ?? { kind: "nothing" }, 0, () => true);
  return steps;
}
