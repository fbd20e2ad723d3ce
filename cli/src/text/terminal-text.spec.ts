import { describe, expect, it } from "vitest";
import { clipped, widthOf, wrapped } from "./terminal-text.js";

describe("text on a terminal", () => {
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
