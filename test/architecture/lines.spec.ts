import { describe, expect, it } from "vitest";
import { countLines } from "../../tools/count-lines.mjs";

describe("lines of code", () => {
  it.each([
    ["a comment and code", "// a line\n/* two\n   lines */ const one = 1; // end\n", 1],
    ["doc comments and blank lines", "/** Doc. */\n\nfunction two(): void {\n  // inside\n}\n", 2],
    ["a text that looks like a comment", 'const url = "https://example.com/*";\nconst two = 2;\n', 2],
    [
      "a template",
      "const text = `\n\n// of a template ${[1].map((n) => `${n} /*`)} /* that\nis text */`;\n",
      3,
    ],
    ["a regular expression", "const slashes = /\\/\\/[/*]/;\nconst half = 1 / 2; // two\n", 2],
  ])("counts %s", (_, text, count) => {
    expect(countLines("code.ts", text)).toBe(count);
  });

  it("counts comments of other languages", () => {
    expect(countLines("template.hbs", "{{! a comment counts }}\n\nimport {{name}};\n")).toBe(2);
  });
});
