import { describe, expect, it } from "vitest";
import { toQueryValue } from "@stratus/dynamic-client";
import { readCustomColumns } from "./custom-columns.js";
import { compileTemplate } from "./json-path.js";

const items = [
  { name: "a", size: 1, tags: ["x", "y"], more: { "k.io/b": true } },
  { name: "b", size: 3, tags: [] },
  { name: "c", size: 2 },
];
const schema = { message: () => ({ text: "", fields: [] }), jsonName: ({ name }: { name: string }) => name };
const value = toQueryValue({ kind: "json" }, { items }, schema);

describe("a template of jsonpath", () => {
  it.each([
    ["{.items[*].name}", "a b c"],
    ["{.items[*]['name','size']}", "a b c 1 3 2"],
    ["{.items[0,2]['name']}", "a c"],
    ["{.items[-1:].name}{.items[0:2:1].name}", "ca b"],
    ['{.items[?(@.name=="b")].size}', "3"],
    ["{.items[?(@.size>1)].name}", "b c"],
    ["{range .items[*]}[{.name}, {.size}]{end}", "[a, 1][b, 3][c, 2]"],
    ['{range .items[*]}{.name}{"\\t"}{end}', "a\tb\tc\t"],
    ["{.items[0].tags}", '["x","y"]'],
    ["{.items[0].more.k\\.io/b}", "true"],
    ["{..name} and {.no}", "a b c and "],
  ])("prints %j as kubectl does", (template, text) => {
    expect(compileTemplate(template)(value)).toBe(`${text}\n`);
  });
});

it("a custom column joins several values with commas, and says if there is none", () => {
  const [names, tags, none] = readCustomColumns("N:items[*].name,T:.items[0].tags[*],X:{.no}");
  expect([names, tags, none].map((one) => one?.text(value))).toEqual(["a,b,c", "x,y", "<none>"]);
});
