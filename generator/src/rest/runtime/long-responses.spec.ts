import { describe, expect, it } from "vitest";
import type { Shape } from "./shape.js";
import { findIssues } from "./issues.js";

const codes = Array.from({ length: 300 }, (_, index) => `code ${index}`);
const many = 200_000;

describe("an answer that is as long and as wrong as a server likes", () => {
  it("is told of in a thousand places of a list", () => {
    const items = Array.from({ length: many }, () => ({ a: "wrong" }));
    const issues = findIssues(items, { items: { properties: { a: { type: "integer" } } } }, {});
    expect([issues.length, issues.at(-1)?.path]).toEqual([1000, "[999].a"]);
  });

  it("is told of in a thousand places of a map", () => {
    const map = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`p${index}`, 1]));
    expect(findIssues(map, { additionalProperties: { type: "string" } }, {})).toHaveLength(1000);
    expect(findIssues(map, { additionalProperties: false }, {})).toHaveLength(1000);
  });

  it("has no number rounded without a word, however many other places are wrong", () => {
    const id: Shape = { properties: { id: { type: "safe integer" }, a: { type: "string" } } };
    const items = [...Array.from({ length: 3000 }, () => ({ a: 1 })), { id: 2 ** 60 }, { id: 2 ** 61 }];
    expect(findIssues(items, { items: id }, {}).at(-1)).toEqual({
      path: "[3000].id",
      expected: "safe integer",
      actual: "integer",
      kind: "rounded",
    });
  });

  // A comparison of each text with each word as JSON would take minutes.
  it("is compared with a long list of words in the time of a comparison", () => {
    const items = [...Array.from({ length: many }, () => codes.at(-1)), "none"];
    expect(findIssues(items, { items: { enum: codes } }, {})).toHaveLength(1);
  });

  const filter = (name: string): Shape => ({
    type: "object",
    required: [name],
    properties: { [name]: { type: "array", items: { ref: "Filter" } } },
  });
  const leaf: Shape = {
    type: "object",
    required: ["value"],
    properties: { value: { type: "safe integer" } },
  };
  const shapes = { Filter: { oneOf: [filter("and"), filter("or"), leaf] } };
  const nest = (depth: number, value: unknown): object =>
    depth === 0 ? { value } : { and: Array.from({ length: 8 }, () => nest(depth - 1, value)) };

  it("is said to be too different where alternatives of alternatives would be compared for minutes", () => {
    const found = findIssues(
      { list: [nest(2, "x"), nest(6, "x")] },
      { properties: { list: { items: { ref: "Filter" } } } },
      shapes,
    );
    expect(found.slice(-1)).toEqual([
      {
        path: "list[1]",
        expected: "a described value",
        actual: "a value too different to describe",
        kind: "tooDifferent",
      },
    ]);
    expect(found[0]?.path).toMatch(/^list\[0\]/);
  });

  it("has no rounded number among what is too different to compare", () => {
    const value = { and: [nest(6, "x"), { value: 2 ** 60 }] };
    expect(findIssues(value, { ref: "Filter" }, shapes)).toMatchObject([{ path: "", kind: "rounded" }]);
  });
});
