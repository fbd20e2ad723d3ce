import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFilter } from "./parser.js";
import { printFilter } from "./printer.fixture.js";
import type { Comparator, Filter, Literal, Segment } from "./tree.js";

/** The tree as a short text: operators before their operands. */
function shape(tree: Filter | undefined): string {
  switch (tree?.kind) {
    case undefined:
      return "";
    case "and":
    case "or":
      return `${tree.kind}(${tree.operands.map(shape).join(" ")})`;
    case "not":
      return `not(${shape(tree.operand)})`;
    case "restriction":
      return `${tree.path.map(({ name }) => name).join("/")}${tree.comparator}${tree.literal.parts.join("~")}`;
    case "global":
      return `[${tree.literal.parts.join("~")}]`;
  }
}

describe("a filter", () => {
  it.each([
    { filter: "", want: "" },
    { filter: " \t\n", want: "" },
    { filter: "a=1", want: "a=1" },
    { filter: "a  =  1", want: "a=1" },
    { filter: "a.b.c != 'x y'", want: "a/b/c!=x y" },
    { filter: 'a."b.c":*', want: "a/b.c:~" },
    { filter: "a.AND = 1", want: "a/AND=1" },
    { filter: "a<1 b<=2 c>3 d>=4", want: "and(a<1 b<=2 c>3 d>=4)" },
    { filter: "a=1 AND b=2 OR c=3", want: "and(a=1 or(b=2 c=3))" },
    { filter: "a b AND c AND d", want: "and([a] [b] [c] [d])" },
    { filter: "New York Giants OR Yankees", want: "and([New] [York] or([Giants] [Yankees]))" },
    { filter: "(a=1 AND b=2) OR c=3", want: "or(and(a=1 b=2) c=3)" },
    { filter: "NOT a=1 OR -b=2", want: "or(not(a=1) not(b=2))" },
    { filter: "NOT (a OR b)", want: "not(or([a] [b]))" },
    { filter: "-(a b)", want: "not(and([a] [b]))" },
    { filter: "-30", want: "not([30])" },
    { filter: "a = -30", want: "a=-30" },
    { filter: "a > -1.5e-3", want: "a>-1.5e-3" },
    { filter: "package=com.google", want: "package=com.google" },
    { filter: "a >= 2012-04-21T11:30:00.5-04:00 b", want: "and(a>=2012-04-21T11:30:00.5-04:00 [b])" },
    { filter: "a=us-east1-b", want: "a=us-east1-b" },
    { filter: 'a="*.foo" b=x*y', want: "and(a=~.foo b=x~y)" },
    { filter: String.raw`a="\*\"\\\n" b='it\'s'`, want: "and(a=*\"\\\n b=it's)" },
    { filter: "a=(x OR y z)", want: "and(or(a=x a=y) a=z)" },
    { filter: 'r:(NOT x AND "y")', want: "and(not(r:x) r:y)" },
    { filter: "notable = ANDROID", want: "notable=ANDROID" },
    { filter: 'a="AND"', want: "a=AND" },
  ])("$filter", ({ filter, want }) => {
    expect(shape(parseFilter(filter))).toBe(want);
  });

  it.each([
    { filter: "a =", position: 3, want: /a field or a value is expected here, but the filter ends/ },
    { filter: "= 1", position: 0, want: /expected here, but there is "="/ },
    { filter: "a = 1 AND", position: 9, want: /AND must be followed by a space/ },
    { filter: "a = 1 AND ", position: 10, want: /the filter ends/ },
    { filter: "AND a", position: 0, want: /missing before AND/ },
    { filter: "a OR OR b", position: 5, want: /missing before OR/ },
    { filter: "NOT NOT a", position: 4, want: /missing before NOT/ },
    { filter: "NOT(a)", position: 3, want: /NOT must be followed by a space/ },
    { filter: "- a", position: 0, want: /minus must directly precede/ },
    { filter: "--a", position: 1, want: /there is "-"/ },
    { filter: "(a", position: 2, want: /closing parenthesis is missing/ },
    { filter: "a)", position: 1, want: /"\)" is not allowed here/ },
    { filter: "()", position: 1, want: /there is "\)"/ },
    { filter: "a = 1, b = 2", position: 5, want: /"," is not allowed here/ },
    { filter: "a . b = 1", position: 2, want: /without space/ },
    { filter: "a. = 1", position: 1, want: /without space/ },
    { filter: "a.b. c", position: 3, want: /without space/ },
    { filter: 'a = "x', position: 4, want: /the string is not closed/ },
    { filter: 'a = "x\\', position: 4, want: /the string is not closed/ },
    { filter: String.raw`a = "\d"`, position: 5, want: /the known escapes are/ },
    { filter: "a ! b", position: 2, want: /write != or NOT/ },
    { filter: "a == 1", position: 3, want: /there is "="/ },
    { filter: "a = b:c", position: 5, want: /":" is not allowed here/ },
    { filter: '"a""b"', position: 3, want: /space or an operator is missing/ },
    { filter: 'a = b."c"', position: 4, want: /quote the whole value/ },
    { filter: "regex(a, 'x')", position: 0, want: /functions are not supported/ },
    { filter: "a = cohort(b)", position: 4, want: /functions are not supported/ },
    { filter: "a.b(c) = 1", position: 0, want: /functions are not supported/ },
    { filter: "a < (1 OR 2)", position: 4, want: /need = or :, not </ },
    { filter: "a = (b = 1)", position: 9, want: /only values/ },
  ])("is refused with its place: $filter", ({ filter, position, want }) => {
    const problem = catchProblem(() => parseFilter(filter));
    expect(problem.message).toMatch(want);
    expect(problem).toMatchObject({ name: "FilterError", position });
    expect(problem.message).toContain(`position ${position}: `);
  });

  it.each([
    { name: "long", filter: "a".repeat(10_001), want: /at most 10000 characters/ },
    { name: "deep", filter: `${"(".repeat(51)}a${")".repeat(51)}`, want: /at most 50 deep/ },
    { name: "deep in values", filter: `a = ${"(".repeat(4000)}`, want: /at most 50 deep/ },
    { name: "rich", filter: "a ".repeat(501), want: /at most 500 restrictions/ },
    { name: "full of minuses", filter: "-".repeat(10_000), want: /there is "-"/ },
  ])("is refused when it is too $name", ({ filter, want }) => {
    expect(() => parseFilter(filter)).toThrow(want);
  });

  it("may be as deep, and as rich, as said", () => {
    expect(shape(parseFilter(`${"(".repeat(50)}a${")".repeat(50)}`))).toBe("[a]");
    expect(parseFilter("a ".repeat(500))).toMatchObject({ kind: "and" });
  });

  it("says of a long one only what stands around the place", () => {
    const { message } = catchProblem(() => parseFilter(`${"x ".repeat(100)}== ${"y ".repeat(100)}`));
    expect(message.length).toBeLessThan(200);
  });

  it("is the same tree when it is printed and read again", () => {
    fc.assert(
      fc.property(trees, (tree) => {
        expect(withoutPlaces(parseFilter(printFilter(tree)))).toEqual(withoutPlaces(tree));
      }),
    );
  });

  it("gives a tree or an error of its own, whatever the text", () => {
    const word = fc.constantFrom(
      "a",
      "1.5",
      ".",
      "(",
      ")",
      "AND",
      "OR",
      "NOT",
      "-",
      "=",
      ":",
      '"',
      "'",
      "*",
      " ",
      "!",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        try {
          parseFilter(words.join(""));
        } catch (error) {
          expect(error).toMatchObject({ name: "FilterError" });
        }
      }),
    );
  });
});

const literals: fc.Arbitrary<Literal> = fc
  .array(fc.string(), { minLength: 1, maxLength: 3 })
  .map((parts) => ({ text: parts.join("*"), parts, position: 0 }));
const names: fc.Arbitrary<Segment> = fc
  .oneof(
    fc.stringMatching(/^[a-z_]{1,5}$/),
    fc.string().map((text) => text.replaceAll("*", "")),
  )
  .map((name) => ({ name, position: 0 }));
const comparators = fc.constantFrom<Comparator>("=", "!=", "<", "<=", ">", ">=", ":");

const { trees } = fc.letrec<{ trees: Filter }>((tie) => ({
  trees: fc.oneof(
    { maxDepth: 4 },
    fc.record({
      kind: fc.constant("restriction" as const),
      path: fc.array(names, { minLength: 1, maxLength: 3 }),
      comparator: comparators,
      literal: literals,
    }),
    literals.map((literal) => ({ kind: "global" as const, path: [], literal })),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      operands: fc.array(tie("trees"), { minLength: 2, maxLength: 4 }),
    }),
    tie("trees").map((operand) => ({ kind: "not" as const, operand })),
  ),
}));

function withoutPlaces(tree: Filter | undefined): unknown {
  return JSON.parse(JSON.stringify(tree ?? null, (key, value: unknown) => (key === "position" ? 0 : value)));
}

function catchProblem(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}
