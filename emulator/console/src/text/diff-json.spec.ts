import { describe, expect, it } from "vitest";
import { diffJson } from "./diff-json.js";
import { printJson } from "./json.js";

describe("the difference of two values", () => {
  it("names each value that differs by its path", () => {
    const before = {
      spec: { cpu: 1, disks: [{ id: "a" }, { id: "b" }], labels: { "a.b": "x" } },
      only: true,
    };
    const after = { spec: { cpu: 2, disks: [{ id: "a" }], labels: { "a.b": "y" } }, status: { state: "OK" } };
    expect(diffJson(before, after)).toEqual([
      { path: "spec.cpu", before: 1, after: 2 },
      { path: "spec.disks[1]", before: { id: "b" }, after: undefined },
      { path: 'spec.labels["a.b"]', before: "x", after: "y" },
      { path: "only", before: true, after: undefined },
      { path: "status", before: undefined, after: { state: "OK" } },
    ]);
  });

  it("is empty for equal values, and has keys that objects inherit", () => {
    expect(diffJson({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
    expect(diffJson({}, { constructor: "x" })).toEqual([
      { path: "constructor", before: undefined, after: "x" },
    ]);
  });
});

describe("printed JSON", () => {
  it("leaves out the rest of long texts and of many lines, and says so", () => {
    const long = printJson({ text: "n".repeat(200_000) }, { text: 10, lines: 10 });
    expect(long).toEqual({ text: `{\n  "text": "nnnnnnnnnn… (199,990 more characters)"\n}`, isCut: true });
    const many = printJson(
      Array.from({ length: 100 }, (_, n) => n),
      { text: 10, lines: 3 },
    );
    expect(many).toEqual({ text: "[\n  0,\n  1,\n… (99 more lines)", isCut: true });
    expect(printJson({ a: 1 })).toEqual({ text: '{\n  "a": 1\n}', isCut: false });
    expect(printJson(undefined)).toEqual({ text: "", isCut: false });
  });
});
