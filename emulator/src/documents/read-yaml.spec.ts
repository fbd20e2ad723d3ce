import { describe, expect, it } from "vitest";
import { readOneYaml, readYaml } from "./read-yaml.js";

describe("a document of YAML", () => {
  it.each<[what: string, text: string, value: unknown]>([
    ["large integers as text", "a: [1, -2, 9007199254740993]", { a: [1, -2, "9007199254740993"] }],
    [
      "dates, times and versions as they stand",
      "a: [2030-01-31, 2030-01-31T10:00:00Z]",
      { a: ["2030-01-31", "2030-01-31T10:00:00Z"] },
    ],
    ["words of YAML 1.1 as text", "%YAML 1.2\n---\na: [yes, no, on, 010]", { a: ["yes", "no", "on", 10] }],
    ["anchors of its own", "a: &x { b: 1 }\nc: *x", { a: { b: 1 }, c: { b: 1 } }],
    ["JSON with tabs and escapes", '{\n\t"a": "\\ud83d\\ude00\\/",\n\t"b": [1]\n}', { a: "😀/", b: [1] }],
    ["a name that objects have", "__proto__: { a: 1 }", Object.fromEntries([["__proto__", { a: 1 }]])],
  ])("has %s", async (_, text, value) => {
    expect(await readOneYaml(text)).toEqual(value);
  });

  it.each<[what: string, text: string, want: RegExp]>([
    ["an unknown tag", "a: 1\nb: !js/function x", /document 1: Unresolved tag: !js\/function at line 2/],
    ["binary data", "a: !!binary aGk=", /document 1: a tag makes a value of the type bytes/],
    ["a date by its tag", "a: !!timestamp 2030-01-31", /document 1: a tag makes a value of the type Date/],
    ["a name twice", "a: 1\nb: 2\na: 3", /document 1: Map keys must be unique at line 3/],
    ["an anchor of another document", "a: &x 1\n---\nb: *x", /document 2: Unresolved alias/],
    ["an anchor inside itself", "a: &x { b: *x }", /document 1: it has more than 100 levels/],
    [
      "anchors that multiply",
      `a: &a [1,1,1,1,1,1]\nb: &b [${"*a,".repeat(9)}]\nc: [${"*b,".repeat(9)}]`,
      /document 1: Excessive alias count/,
    ],
    [
      "more levels than any message",
      `${"[".repeat(200)}${"]".repeat(200)}`,
      /document 1: it has more than 100 levels/,
    ],
    ["a tab before a name", "a:\n\tb: 1", /document 1: Tabs are not allowed .* line 2/],
    ["broken JSON", '{"a": 1,\n "b": }}', /document 1: .* line 2/],
  ])("with %s is refused with its place", async (_, text, want) => {
    await expect(readYaml(text)).rejects.toThrow(want);
  });

  it("has the lines of its parts, also behind an anchor", async () => {
    const [, second] = await readYaml(
      "a: 1\n---\n# second\nb:\n  c:\n    - d: 1\n    - e: 2\nf: &x\n  g: 1\nh: *x\n",
    );
    const lines = [[], ["b"], ["b", "c", 1, "e"], ["h", "g"], ["b", "nope"], ["nope"]].map((path) =>
      second?.lineOf(path),
    );
    expect(lines).toEqual([4, 4, 7, 9, 4, 4]);
  });

  it("is one, if one is asked for, or none", async () => {
    await expect(readOneYaml("a: 1\n---\nb: 1")).rejects.toThrow(
      "there are several documents; write one, without ---",
    );
    expect(await readOneYaml("# nothing\n")).toBeNull();
  });
});
