import { describe, expect, it } from "vitest";
import { findInjectedCode } from "./injected-code.js";
import { sourceShape } from "./source-shape.js";

const text = '/** Text. */\nexport const a: A = f("text", [1]);\n';

describe("two texts have the same shape", () => {
  it.each([
    ["where comments differ", '/** Other\n * text. */\nexport const a: A = f("text", [1]);'],
    ["where strings differ", '/** Text. */ export const a: A = f("*/ \\" other", [1]);'],
    ["where spaces differ", '/** Text. */export const a:A=f("text",[1])'],
  ])("%s", (_, other) => {
    expect(sourceShape(other)).toBe(sourceShape(text));
  });
});

describe("two texts have other shapes", () => {
  it.each([
    ["where a statement was added", `${text}evil();`],
    ["where a name differs", text.replace("const a", "const b")],
    ["where a string became an expression", text.replace('"text"', '"text" + evil()')],
    ["where a comment became a directive", `// @ts-ignore\n${text}`],
    ["where a comment became a reference", `/// <reference types="evil" />\n${text}`],
    ["where the text cannot be parsed", `${text}*/`],
    ["where a string became a template", text.replace('"text"', "`${evil}`")],
  ])("%s", (_, other) => {
    expect(sourceShape(other)).not.toBe(sourceShape(text));
  });
});

describe("the gate", () => {
  const file = (path: string, content: string) => ({ path, text: content });

  it("lets output pass that differs in comments and strings, and files that are no code", () => {
    const other = text.replaceAll(/text/gi, "other");
    expect(
      findInjectedCode(
        [file("a.ts", text), file("README.md", "a")],
        [file("a.ts", other), file("README.md", "b")],
      ),
    ).toEqual([]);
  });

  it("names the files in which text became code, and those that one side lacks", () => {
    const found = findInjectedCode(
      [file("a.ts", text), file("b.ts", text)],
      [file("a.ts", `${text}evil();`)],
    );
    expect(found.map(({ element }) => element)).toEqual(["output file a.ts", "output file b.ts"]);
  });
});
