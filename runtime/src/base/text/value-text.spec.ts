import { describe as group, expect, it } from "vitest";
import { nodeErrorCode, describe, inAscii, errorText, withArticle } from "./value-text.js";

it.each(["an int32", "an acme.v1.Disk", "a uint32", "a string", "a svc.v1.Disk"])("a type is %s", (want) => {
  expect(withArticle(want.split(" ")[1] ?? "")).toBe(want);
});

group("a value in a message", () => {
  it.each([
    ['"four"', "four"],
    [`"${"x".repeat(80)}..."`, "x".repeat(500)],
    ["4n", 4n],
    ["NaN", Number.NaN],
    ["true", true],
    ["undefined", undefined],
    ["null", null],
    ["a list", [1]],
    ["an object", { token: "secret" }],
    ["bytes", new Uint8Array(3)],
    ["a function", () => "secret"],
  ])("is %s", (text, value) => {
    expect(describe(value)).toBe(text);
  });

  it("is ASCII where it may travel in a header", () => {
    expect(inAscii("a\né€\u{1F600}~")).toBe("a\\u000a\\u00e9\\u20ac\\ud83d\\ude00~");
  });
});

group("what was thrown", () => {
  it.each([
    ["an Error", () => new RangeError("too far"), "too far"],
    ["a text", () => "too far", "too far"],
    ["nothing", () => undefined, "undefined"],
    ["what cannot be printed", () => Object.create(null), "an object without a text was thrown"],
  ])("says its text: %s", (_, make, text) => {
    expect(errorText(make())).toBe(text);
  });

  it("has the code that Node gave it, if it did", () => {
    expect(nodeErrorCode(Object.assign(new Error("no such file"), { code: "ENOENT" }))).toBe("ENOENT");
    expect(nodeErrorCode(new Error("no such file"))).toBe("unknown error");
    expect(nodeErrorCode("ENOENT")).toBe("unknown error");
  });
});
