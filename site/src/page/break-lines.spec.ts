import { describe, expect, it } from "vitest";
import { breakLines } from "./break-lines.js";

const lineOf = (length: number): string => `f({ a: 1, b: "${"x".repeat(length - 19)}" });`;

describe("a line of an example", () => {
  it("stays whole if it has 60 characters", () => {
    expect(breakLines(lineOf(60))).toBe(lineOf(60));
  });

  it("is broken at the braces of its object if it has 61", () => {
    expect(breakLines(lineOf(61))).toBe(`f({\n  a: 1,\n  b: "${"x".repeat(42)}",\n});`);
  });
});
