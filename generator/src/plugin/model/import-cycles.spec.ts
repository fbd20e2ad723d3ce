import { describe, expect, it } from "vitest";
import { findCycles } from "./import-cycles.js";

const circlesIn = (imports: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    [...findCycles(new Map(Object.entries(imports).map(([module, others]) => [module, [...others]])))]
      .map(([module, cycle]): [string, string] => [module, [...cycle].sort().join("")])
      .sort(),
  );

describe("cycles of modules", () => {
  it.each([
    ["where nothing imports back", { a: "bc", b: "d", c: "d", d: "" }, {}],
    ["of two", { a: "b", b: "a", c: "a" }, { a: "ab", b: "ab" }],
    ["through others", { a: "b", b: "c", c: "da", d: "" }, { a: "abc", b: "abc", c: "abc" }],
    ["beside each other", { a: "bc", b: "a", c: "d", d: "c" }, { a: "ab", b: "ab", c: "cd", d: "cd" }],
    ["that share a module", { a: "bc", b: "a", c: "a" }, { a: "abc", b: "abc", c: "abc" }],
    ["of which one is first met from outside", { a: "b", b: "c", c: "b" }, { b: "bc", c: "bc" }],
    ["of modules that are not listed", { a: "x" }, {}],
    ["of a module with itself", { a: "a" }, {}],
  ])("are found %s", (_, imports, want) => {
    expect(circlesIn(imports)).toEqual(want);
  });
});
