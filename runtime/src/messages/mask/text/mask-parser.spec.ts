import { describe, expect, it } from "vitest";
import { endsInTime } from "../../../fixture/ends.fixture.js";
import { parseMask } from "./mask.js";
import { codedError } from "../../../../../test/coded-error.js";

const slash = "\\";

describe("the text of a mask", () => {
  it.each([
    ["", ""],
    [" \t\r\n", ""],
    ["()", ""],
    ["a", "a"],
    ["b.c", "b.c"],
    ["d.e.12", "d.e.12"],
    ["f.(j.h,i.j).k", "f.(i.j.k,j.h.k)"],
    ["l.*.m", "l.*.m"],
    ["b,a", "a,b"],
    ["a,a", "a"],
    ["a,a.b", "a.b"],
    ["a.b,a.c", "a.(b,c)"],
    ["a . b\t,\r\nc", "a.b,c"],
    ["(a,b).(c,d)", "a.(c,d),b.(c,d)"],
    ["((a))", "a"],
    ["a.((b,c).d,e)", "a.(b.d,c.d,e)"],
    ["a.()", "a"],
    ["().a", "a"],
    ["a.().b", "a.b"],
    ["a.(b,())", "a.b"],
    ["*", "*"],
    ["*.a,b,*.c", "*.(a,c),b"],
    ["a.(*,b)", "a.(*,b)"],
    ['"a"', "a"],
    ['"*"', '"*"'],
    ['*,"*"', '"*",*'],
    ['a."b.c"', 'a."b.c"'],
    ['a.""', 'a.""'],
    ['"-5"', '"-5"'],
    ["true,false,12", "12,false,true"],
    ['"\u00e9"', `"${slash}u00e9"`],
    [`"${slash}u00e9"`, `"${slash}u00e9"`],
    ['"\u{1f600}"', `"${slash}ud83d${slash}ude00"`],
    ['"\u007f"', `"${slash}u007f"`],
    [`"${slash}n${slash}t${slash}"${slash}${slash}"`, `"${slash}n${slash}t${slash}"${slash}${slash}"`],
    [`"${slash}ud800"`, `"${slash}ud800"`],
    ["a1,a.x,a_b,A", "A,a.x,a1,a_b"],
    ["__proto__.constructor", "__proto__.constructor"],
  ])("%j is printed as %j", (text, want) => {
    const mask = parseMask(text);
    expect(mask.toString()).toBe(want);
    expect(parseMask(want).equals(mask)).toBe(true);
  });
});

it("a mask is read to its end and no further, however long it and those before it are", () => {
  for (const length of [9000, 8193, 8192, 8191, 8190, 5000, 3, 1]) {
    const name = "a".repeat(length);
    const quoted = `"${"\u00e9".repeat(length)}"`;
    expect(parseMask(name).toString()).toBe(name);
    expect(parseMask(`b.${quoted}`).contains(`b.${quoted}`)).toBe(true);
    expect(() => parseMask(`${name}.`)).toThrow(codedError("MASK_SYNTAX_INVALID", "found the end"));
    expect(() => parseMask(`"${name}`)).toThrow(
      codedError("MASK_SYNTAX_INVALID", "the quoted key has no end"),
    );
  }
});

describe("text that is no mask", () => {
  it.each([
    ["a,", 2, 'expected a name, "*" or "(", found the end'],
    [",a", 0, 'expected a name, "*" or "(", found ","'],
    ["a,,b", 2, 'expected a name, "*" or "(", found ","'],
    ["a.", 2, 'expected a name, "*" or "(", found the end'],
    ["a..b", 2, 'expected a name, "*" or "(", found "."'],
    [".a", 0, 'expected a name, "*" or "(", found "."'],
    ["a.,b", 2, 'expected a name, "*" or "(", found ","'],
    ["(a,)", 3, 'expected a name, "*" or "(", found ")"'],
    ["(,a)", 1, 'expected a name, "*" or "(", found ","'],
    ["(a", 2, 'the group opened at position 0 has no ")"'],
    ["a.(b,(c)", 8, 'the group opened at position 2 has no ")"'],
    ["a)", 1, '")" closes a group that was never opened'],
    [")", 0, 'expected a name, "*" or "(", found ")"'],
    ["a b", 2, 'expected ".", ",", ")" or the end, found a name'],
    ["a(b)", 1, 'expected ".", ",", ")" or the end, found "("'],
    ["(a)b", 3, 'expected ".", ",", ")" or the end, found a name'],
    ["a*", 1, 'expected ".", ",", ")" or the end, found "*"'],
    ["**", 1, 'expected ".", ",", ")" or the end, found "*"'],
    ["-5", 0, 'unexpected "-"; a key with characters other than A-Z, a-z, 0-9 and _ must be a JSON string'],
    ["a.\u00e9", 2, 'unexpected "\\u00e9"'],
    ["a.\u00a0b", 2, 'unexpected "\\u00a0"'],
    ["a;b", 1, 'unexpected ";"'],
    ["'a'", 0, 'unexpected "\'"'],
    ["a\0b", 1, 'unexpected "\\u0000"'],
    ["a\0", 1, 'unexpected "\\u0000"'],
    ['a."b', 2, "the quoted key has no end"],
    ['a."b\\', 2, "the quoted key has no end"],
    ['"a\\"', 0, "the quoted key has no end"],
    ['"\\x"', 0, "the quoted key is not a JSON string"],
    ['"\n"', 0, "the quoted key is not a JSON string"],
    ['"\\u12"', 0, "the quoted key is not a JSON string"],
  ])("%j is refused at position %d", (text, position, problem) => {
    expect(() => parseMask(text)).toThrow(
      expect.objectContaining({
        name: "MaskSyntaxError",
        position,
        message: expect.stringContaining(`reset mask, position ${position}: ${problem}`),
      }),
    );
  });

  it("is shown around the place, short and in ASCII", () => {
    const text = `${"left_".repeat(10)}\u00e9${"_right".repeat(10)}`;
    const shown = "...eft_left_left_left_left_><\\u00e9_right_right_right_righ...";
    expect(() => parseMask(text)).toThrow(codedError("MASK_SYNTAX_INVALID", `; at the mark >< in: ${shown}`));
  });
});

describe("hostile text", () => {
  it.each([
    ["20,000 open parentheses", "(".repeat(20_000), "groups are nested deeper than 1000"],
    [
      "a path of 2,000 steps",
      Array.from({ length: 2000 }, () => "a").join("."),
      "a path is longer than 1000 steps",
    ],
    ["groups that grow exponentially", `(a,b)${".(a,b)".repeat(40)}`, "more than 10000 nodes"],
    [
      "nested groups that grow exponentially",
      `${"(a,b.".repeat(12)}(c,d)${")".repeat(12)}${".(a,b,c)".repeat(12)}`,
      "more than 10000 nodes",
    ],
    [
      "work repeated without new nodes",
      `(${Array.from({ length: 900 }, (_, n) => `k${n}`).join()}).(${"x,".repeat(200_000)}x)`,
      "more than 100000 steps",
    ],
    ["many names", Array.from({ length: 10_001 }, (_, n) => `k${n}`).join(), "more than 10000 nodes"],
    ["a quote without end, long", `"${"\\".repeat(3_000_001)}`, "the quoted key has no end"],
  ])("%s is an error, soon", (_, text, problem) => {
    expect(() => endsInTime(() => parseMask(text))).toThrow(codedError("MASK_SYNTAX_INVALID", problem));
  });

  it.each([
    ["1,000 nested groups", `${"(".repeat(1000)}a${")".repeat(1000)}`],
    ["a path of 1,000 steps", Array.from({ length: 1000 }, () => "a").join(".")],
    ["10,000 names", Array.from({ length: 10_000 }, (_, n) => `k${n}`).join()],
  ])("%s are within the limits", (_, text) => {
    const mask = parseMask(text);
    expect(parseMask(mask.toString()).equals(mask)).toBe(true);
  });
});
