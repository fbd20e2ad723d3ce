import { describe, expect, it } from "vitest";
import {
  deepBrackets,
  deepObject,
  deepRepeated,
  formFields,
  formJoined,
  headerJson,
  headerSimple,
  jsonField,
  named,
  pathJson,
  pathLabel,
  pathMatrix,
  pathSimple,
  pipeJoined,
  reserved,
  spaceJoined,
  type ParameterWriter,
} from "./style.js";

const list = ["blue", "black"];
const object = { R: 100, G: 200 };

describe("a parameter in a style of the specification", () => {
  // The table "Style Examples" of OpenAPI 3.1, with delimiters that are no part of a URL escaped.
  it.each<readonly [string, ParameterWriter, unknown, string]>([
    ["matrix", pathMatrix(false), "blue", ";color=blue"],
    ["matrix", pathMatrix(false), list, ";color=blue,black"],
    ["matrix", pathMatrix(false), object, ";color=R,100,G,200"],
    ["matrix, exploded", pathMatrix(true), list, ";color=blue;color=black"],
    ["matrix, exploded", pathMatrix(true), object, ";R=100;G=200"],
    ["label", pathLabel(false), list, ".blue,black"],
    ["label, exploded", pathLabel(true), list, ".blue.black"],
    ["label, exploded", pathLabel(true), object, ".R=100.G=200"],
    ["simple", pathSimple(false), list, "blue,black"],
    ["simple", pathSimple(false), object, "R,100,G,200"],
    ["simple, exploded", pathSimple(true), object, "R=100,G=200"],
    ["form", formJoined, list, "color=blue,black"],
    ["form", formJoined, object, "color=R,100,G,200"],
    ["form, exploded", formFields, list, "color=blue&color=black"],
    ["form, exploded", formFields, object, "R=100&G=200"],
    ["spaceDelimited", spaceJoined, list, "color=blue%20black"],
    ["pipeDelimited", pipeJoined, list, "color=blue%7Cblack"],
    ["deepObject", deepObject, object, "color%5BR%5D=100&color%5BG%5D=200"],
    ["deepObject, twice", deepObject, { a: { b: 1 } }, "color%5Ba%5D%5Bb%5D=1"],
    ["deepObject, a list", deepObject, ["a", "b"], "color%5B0%5D=a&color%5B1%5D=b"],
    [
      "deepObject, lists below",
      deepObject,
      { a: [1, { b: [2] }] },
      "color%5Ba%5D%5B0%5D=1&color%5Ba%5D%5B1%5D%5Bb%5D%5B0%5D=2",
    ],
    [
      "deepObject with empty brackets",
      deepBrackets,
      { a: [1, 2] },
      "color%5Ba%5D%5B%5D=1&color%5Ba%5D%5B%5D=2",
    ],
    ["deepObject repeated", deepRepeated, { a: [1, 2] }, "color%5Ba%5D=1&color%5Ba%5D=2"],
    ["content in a query", jsonField, object, "color=%7B%22R%22%3A100%2C%22G%22%3A200%7D"],
    ["content in a path", pathJson, [1], "%5B1%5D"],
    ["content in a header", headerJson, object, '{"R":100,"G":200}'],
    ["simple in a header", headerSimple(false), list, "blue,black"],
    ["one text with a comma in a header", headerSimple(false), "a,b", "a,b"],
    ["simple in a header, exploded", headerSimple(true), object, "R=100,G=200"],
    ["form with a comma in an item", formJoined, ["a,b", "c"], "color=a%2Cb,c"],
    ["allowReserved", reserved(formFields), "/a?b#c&d=e f", "color=/a?b%23c%26d%3De%20f"],
    ["another name in the program", named("x", formFields), 1, "x=1"],
    ["an empty list", formFields, [], ""],
    ["null in an object and in a list", formFields, { a: null, b: 1 }, "b=1"],
    ["null in a list", formFields, [null, 1], "color=1"],
    ["null below a name with brackets", deepObject, { a: [null, 1], b: null }, "color%5Ba%5D%5B1%5D=1"],
    ["null as a whole with brackets", deepObject, null, ""],
    ["an object with a part left out", formFields, { a: undefined, b: 1 }, "b=1"],
  ])("%s is sent as the specification shows it", (_, write, value, want) => {
    expect(write("color", value, {})).toBe(want);
  });

  it.each<readonly [string, ParameterWriter, unknown]>([
    ["an object in a list", formFields, [{}]],
    ["a list in an object", formFields, { a: [1] }],
    ["a comma in a list in a header", headerSimple(false), ["a,b", "c"]],
    ["a comma in an object in a header", headerSimple(true), { a: "b,c" }],
    ["null", formJoined, [null]],
    ["what has no JSON", jsonField, undefined],
    ["a number that JSON does not have", jsonField, NaN],
  ])("is refused for %s, which servers read in different ways", (_, write, value) => {
    expect(() => write("color", value, {})).toThrow(/^it (?:contains|cannot|is)/);
  });
});
