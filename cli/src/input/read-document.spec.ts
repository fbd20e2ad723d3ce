import { describe, expect, it } from "vitest";
import { readDocument } from "./read-document.js";
import { codedError } from "../../../test/coded-error.js";

const read = (text: string) => readDocument(Buffer.from(text), "in.yaml");

describe("a document", () => {
  it.each([
    ['{"a": [1, true, null]}', { a: [1, true, null] }],
    ["a: 9007199254740993", { a: "9007199254740993" }],
    ["a: -9223372036854775808", { a: "-9223372036854775808" }],
    // The Norway problem is one of YAML 1.1.
    ["a: no\nb: 012\nc: 1:30", { a: "no", b: 12, c: "1:30" }],
    ["a: &x [1]\nb: *x", { a: [1], b: [1] }],
    ["__proto__: 1", JSON.parse('{"__proto__": 1}')],
  ])("%j is read", async (text, want) => {
    expect(await read(text)).toEqual(want);
  });

  it("is text in UTF-8 or, from PowerShell, UTF-16", async () => {
    const utf16 = Buffer.from("\ufeffa: é", "utf16le");
    expect(await readDocument(utf16, "in.yaml")).toEqual({ a: "é" });
    expect(await readDocument(Buffer.from("\ufeffa: é\r\n"), "in.yaml")).toEqual({ a: "é" });
    await expect(readDocument(Buffer.from("a: é", "latin1"), "in.yaml")).rejects.toThrow(
      codedError("FILE_INVALID", "in.yaml is not text in UTF-8"),
    );
  });

  it("may repeat a part by ten aliases, and not by more", async () => {
    const repeat = (count: number): string => `a: &x 1\nb: [${Array(count).fill("*x").join(", ")}]`;
    expect(await read(repeat(10))).toEqual({ a: 1, b: Array(10).fill(1) });
    await expect(read(repeat(11))).rejects.toThrow(codedError("FILE_INVALID", "in.yaml"));
  });

  it.each([
    ["a: !!js/function x", "in.yaml"],
    ["a: 1\nb: !!map {}", "in.yaml: line 2 has a YAML tag"],
    ["a: !!str 5", "line 1"],
    ["a:\n b: 1\n   c: 2", /at line 2, column \d+$/],
    ["a: 1\na: 2", "line 2"],
    ["a: 1\n---\na: 2", "in.yaml has several documents"],
    ["a: [", "in.yaml"],
    [`a: &a [1,1]\nb: &b [${"*a,".repeat(9)}*a]\nc: [${"*b,".repeat(9)}*b]`, "in.yaml"],
    [`"${"x".repeat(10_000_001)}"`, "at most 10000000"],
  ])("is refused: %#", async (text, want) => {
    await expect(read(text)).rejects.toThrow(codedError("FILE_INVALID", want));
  });
});
