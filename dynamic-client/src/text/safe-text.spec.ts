import { describe, expect, it } from "vitest";
import { safeLine, safeText } from "./safe-text.js";

describe("text of an API", () => {
  it.each([
    ["\u001B[2Jgone", "\\u001b[2Jgone"],
    ["a\u202Eb\u2066c", "a\\u202eb\\u2066c"],
    ["\u009B31m", "\\u009b31m"],
    ["\u007F\u200B\uFEFF\u2028", "\\u007f\\u200b\\ufeff\\u2028"],
    ["\u{E0041}", "\\udb40\\udc41"],
    ["a\uFE0Fb\u3164c\u034Fd\u2800e\u{E0100}", "a\\ufe0fb\\u3164c\\u034fd\\u2800e\\udb40\\udd00"],
    ["kept\n\tas it is: äé漢", "kept\n\tas it is: äé漢"],
  ])("%j never changes a terminal", (text, want) => {
    expect(safeText(text)).toBe(want);
  });

  it("is one line in a table", () => {
    expect(safeLine(" a\r\n b\tc ")).toBe("a b c");
  });
});
