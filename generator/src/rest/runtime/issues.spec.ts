import { describe, expect, it } from "vitest";
import type { Shape } from "./shape.js";
import { findIssues } from "./issues.js";

const node: Shape = {
  type: "object",
  required: ["value"],
  properties: { value: { type: "integer" }, next: { ref: "Node" } },
};

const places: readonly (readonly [string, Shape, unknown, readonly string[]])[] = [
  ["a value of the right type", { type: "string" }, "x", []],
  ["a value of another type", { type: "string" }, 1, [": string, integer"]],
  ["null where there should be something", { type: "object" }, null, [": object, null"]],
  ["one of several types", { type: ["string", "null"] }, null, []],
  ["none of several types", { type: ["string", "null"] }, [], [": string or null, array"]],
  ["a whole number written with a point", { type: "integer" }, 1.0, []],
  ["a fraction", { type: "integer" }, 1.5, [": integer, number"]],
  ["a property that is missing", node, {}, ["value: integer, nothing"]],
  [
    "a property deep inside",
    node,
    { value: 1, next: { value: 2, next: { value: "3" } } },
    ["next.next.value: integer, string"],
  ],
  [
    "a name that is no identifier",
    { type: "object", properties: { "a b": { type: "null" } } },
    { "a b": 1 },
    ['"a b": null, integer'],
  ],
  [
    "a name that objects inherit",
    { type: "object", required: ["toString"] },
    {},
    ["toString: a value, nothing"],
  ],
  [
    "items",
    { type: "array", items: { type: "integer" } },
    [1, "2", null],
    ["[1]: integer, string", "[2]: integer, null"],
  ],
  ["a value out of a few", { enum: ["a", { b: 1 }] }, { b: 1 }, []],
  ["a value not out of a few", { enum: ["a", 2] }, "2", [': one of ["a",2], string']],
  ["a text too short", { minLength: 2 }, "😀", [": at least 2 characters, string"]],
  ["a text of the wrong form", { pattern: "^\\d+$" }, "x", [": text like ^\\d+$, string"]],
  ["a number too large", { maximum: 3 }, 4, [": at most 3, integer"]],
  ["a number on an excluded bound", { exclusiveMinimum: 3 }, 3, [": more than 3, integer"]],
  ["no multiple", { multipleOf: 2 }, 3, [": a multiple of 2, integer"]],
  [
    "items that repeat",
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [": items that differ, array"],
  ],
  [
    "a property too many",
    { additionalProperties: false, properties: { a: {} } },
    { a: 1, b: 2 },
    ["b: nothing, integer"],
  ],
  [
    "another property of the wrong type",
    { additionalProperties: { type: "string" } },
    { a: 1 },
    ["a: string, integer"],
  ],
  [
    "all of some",
    { allOf: [{ ref: "Node" }, { required: ["x"] }] },
    {},
    ["value: integer, nothing", "x: a value, nothing"],
  ],
  [
    "no alternative",
    { anyOf: [{ type: "string" }, { type: "integer" }] },
    null,
    [": string or integer, null"],
  ],
  [
    "the nearest alternative",
    { anyOf: [{ type: "string" }, { ref: "Node" }] },
    { value: "1" },
    ["value: integer, string"],
  ],
  [
    "two alternatives where there should be one",
    { oneOf: [{ type: "integer" }, { minimum: 0 }] },
    1,
    [": one of 2 alternatives, not 2 of them, integer"],
  ],
  [
    "bounds that say nothing of other types",
    { minLength: 3, minimum: 3, minItems: 3, required: ["a"] },
    true,
    [],
  ],
];

describe("the places where a value differs", () => {
  it.each(places)("%s", (_, shape, value, want) => {
    const found = findIssues(value, shape, { Node: node });
    expect(found.map(({ path, expected, actual }) => `${path}: ${expected}, ${actual}`)).toEqual(want);
  });
});

describe("the kind of a difference", () => {
  const exact: Shape = { type: "safe integer" };
  it.each<readonly [what: string, shape: Shape, value: unknown, want: readonly string[]]>([
    ["a number that is not the one that was sent", exact, 2 ** 60, ["rounded"]],
    [
      "such a number where every alternative differs",
      { anyOf: [exact, { type: "string" }] },
      2 ** 60,
      ["rounded"],
    ],
    ["such a number inside of an alternative", { anyOf: [{ items: exact }] }, [2 ** 60], ["rounded"]],
    ["another value where such a number may be", exact, "5", ["different"]],
    ["a word of an enum that only sounds like it", { enum: ["safe integer", "unsafe"] }, 5, ["different"]],
    ["a pattern that only sounds like it", { type: "string", pattern: "safe integer" }, 5, ["different"]],
  ])("%s", (_, shape, value, want) => {
    expect(findIssues(value, shape, {}).map(({ kind }) => kind)).toEqual(want);
  });
});
