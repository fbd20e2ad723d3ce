import { describe, expect, it } from "vitest";
import { truncate, displayWidth, wrapText } from "./terminal-text.js";

describe("text on a terminal", () => {
  it("takes as many columns as a terminal gives it", () => {
    expect(["abc", "漢字", "e\u0301", "🎉"].map(displayWidth)).toEqual([3, 4, 1, 2]);
    expect(truncate("abcdef", 4)).toBe("abc…");
    expect(truncate("漢字漢字", 5)).toBe("漢字…");
  });

  it("reads without the references of comments, whole or cut", () => {
    const text = "Lists [Secrets][a.v1.Secret] of [a map][m] for [Secret][google.cloud.secr…";
    expect(wrapText(text, 80)).toBe("Lists Secrets of a map for Secret");
  });

  it("is wrapped at words", () => {
    expect(wrapText("one two three\n\nfour", 9, "  ")).toBe("  one two\n  three\n\n  four");
  });
});
