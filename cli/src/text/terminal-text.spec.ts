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

  it.each([
    [
      "See [GitHub's products](https://docs.example/p) and **never** use `a_b*c` or *this* or snake_case_names.",
      "See GitHub's products (https://docs.example/p) and never use `a_b*c` or this or snake_case_names.",
    ],
    [
      "Semantics:\n- One is\n  wrapped.\n- Two\n  1. inner",
      "Semantics:\n- One is wrapped.\n- Two\n  1. inner",
    ],
    [
      "# Title\n\ntext <https://x.example>\n\n```\na  *b*\n```",
      "Title\n\ntext https://x.example\n\n    a  *b*",
    ],
    ["2 * 3 * 4 and __init__.py, \\*escaped\\*", "2 * 3 * 4 and __init__.py, *escaped*"],
    ["bad\u001b[2J **x**", "bad\\u001b[2J x"],
  ])("reads without Markdown: %j", (text, want) => {
    expect(wrapText(text, 200)).toBe(want);
  });

  it("is wrapped at words", () => {
    expect(wrapText("one two three\n\nfour", 9, "  ")).toBe("  one two\n  three\n\n  four");
  });
});
