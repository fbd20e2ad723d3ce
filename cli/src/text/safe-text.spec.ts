import { describe, expect, it } from "vitest";
import { clipped, safeLine, safeText, widthOf, wrapped } from "./safe-text.js";

describe("text of an API", () => {
  it.each([
    ["\u001B[2Jgone", "\\u001b[2Jgone"],
    ["a\u202Eb\u2066c", "a\\u202eb\\u2066c"],
    ["\u009B31m", "\\u009b31m"],
    ["\u007F\u200B\uFEFF\u2028", "\\u007f\\u200b\\ufeff\\u2028"],
    ["\u{E0041}", "\\udb40\\udc41"],
    ["kept\n\tas it is: äé漢", "kept\n\tas it is: äé漢"],
  ])("%j never changes a terminal", (text, want) => {
    expect(safeText(text)).toBe(want);
  });

  it("is one line in a table", () => {
    expect(safeLine(" a\r\n b\tc ")).toBe("a b c");
  });

  it("takes as many columns as a terminal gives it", () => {
    expect(["abc", "漢字", "e\u0301", "🎉"].map(widthOf)).toEqual([3, 4, 1, 2]);
    expect(clipped("abcdef", 4)).toBe("abc…");
    expect(clipped("漢字漢字", 5)).toBe("漢字…");
  });

  it("reads without the references of comments, whole or cut", () => {
    const text = "Lists [Secrets][a.v1.Secret] of [a map][m] for [Secret][google.cloud.secr…";
    expect(wrapped(text, 80)).toBe("Lists Secrets of a map for Secret");
  });

  it("is wrapped at words", () => {
    expect(wrapped("one two three\n\nfour", 9, "  ")).toBe("  one two\n  three\n\n  four");
  });
});
