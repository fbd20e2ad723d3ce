import { assert, constantFrom, property, string as anyString } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  code,
  docBlock,
  identifier,
  importFrom,
  markdown,
  member,
  npmName,
  objectOf,
  propertyName,
  regExp,
  string,
} from "./code.js";

const hostile = [
  "*/ process.exit(1) /*",
  "a\r\n*/\nevil()",
  "line\u2028evil()\u2029more",
  "`${evil()}`",
  '"; evil(); "',
  "\\",
  "\u0000\u0007\u001b[2J",
  "\u202e\u2066hidden",
  "<!-- --> </script>",
  "//# sourceMappingURL=evil",
];

describe("a string literal", () => {
  it.each(hostile)("means its text and nothing else: %j", (text) => {
    const code = string(text);
    expect(JSON.parse(code)).toBe(text);
    expect(code).not.toMatch(/[\n\r\u2028\u2029\u202e\u2066]/);
  });

  it("means its text for any text, also with lone surrogates", () => {
    assert(
      property(anyString({ unit: "binary" }), (text) => {
        // oxlint-disable-next-line no-new-func -- the literal is read by the language itself
        expect(new Function(`return ${string(text)}`)()).toBe(text);
      }),
    );
  });
});

describe("a doc comment", () => {
  it.each([
    ["", undefined, ""],
    [" One line.\n", undefined, "/** One line. */\n"],
    [" Two\n lines.\n", undefined, "/**\n * Two\n * lines.\n */\n"],
    ["", "", "/** @deprecated */\n"],
    [" Old.\n", "Use the new one.", "/**\n * Old.\n *\n * @deprecated Use the new one.\n */\n"],
    [" @deprecated is for us to say", undefined, "/** \\@deprecated is for us to say */\n"],
    ["x\n @ts-ignore", undefined, "/**\n * x\n * \\@ts-ignore\n */\n"],
    [" * @ts-expect-error", undefined, "/** * \\@ts-expect-error */\n"],
    ["me@example.com", undefined, "/** me@example.com */\n"],
    ["See @jsx evil, @JSXImportSource", undefined, "/** See @\\jsx evil, @\\JSXImportSource */\n"],
    // Joiners, which shape words and emoji, and hide in code.
    [
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
      undefined,
      "/** \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 */\n",
    ],
    [
      "\u0915\u094d\u200d\u0937",
      "\u0915\u094d\u200d\u0937",
      "/**\n * \u0915\u094d\u200d\u0937\n *\n * @deprecated \u0915\u094d\u200d\u0937\n */\n",
    ],
    ["\u{1f469}\u200d\u{1f4bb} works", undefined, "/** \u{1f469}\u200d\u{1f4bb} works */\n"],
    ["pass\u200cword\u200d", undefined, "/** password */\n"],
    ["\u0645\u06cc\u200cx", undefined, "/** \u0645\u06ccx */\n"],
  ])("of %j deprecated %j", (text, deprecated, want) => {
    expect(docBlock({ text, deprecated })).toBe(want);
  });

  it.each(hostile)("holds in what would break out: %j", (text) => {
    const code = docBlock({ text, deprecated: text });
    expect(code.indexOf("*/")).toBe(code.length - 3);
    expect(code).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
  });

  it("ends where we end it, for any text", () => {
    assert(
      property(
        anyString({ unit: constantFrom("*", "/", "\\", "\n", "\r", "@", " ", "a", "\u2028") }),
        (text) => {
          const code = docBlock({ text: `x${text}` });
          expect(code.indexOf("*/")).toBe(code.length - 3);
        },
      ),
    );
  });
});

describe("names", () => {
  it.each(["class", "await", "any", "a-b", "1a", "", "a b", "😀", "enum"])("%j is no identifier", (name) => {
    expect(() => identifier(name)).toThrow("cannot be the name of anything");
  });

  it.each([
    ["a", "a", ".a"],
    ["delete", "delete", ".delete"],
    ["a-b", '"a-b"', '["a-b"]'],
    ["__proto__", '"__proto__"', ".__proto__"],
    ["then$", "then$", ".then$"],
  ])("%j as a property", (name, key, access) => {
    expect(propertyName(name)).toBe(key);
    expect(member(name)).toBe(access);
  });

  it("are written short where name and value are the same", () => {
    expect(
      objectOf([
        ["id", identifier("id")],
        ["a-b", string("x")],
      ]),
    ).toBe('{ id, "a-b": "x" }');
  });

  it("of packages are checked again where they are printed", () => {
    expect(npmName("@acme/cloud")).toBe("@acme/cloud");
    expect(() => npmName("x; rm -rf /")).toThrow("is not an npm package name");
  });
});

describe("an import", () => {
  const [a, b] = [
    { name: "A", isTypeOnly: true },
    { name: "b", alias: "b$", isTypeOnly: false },
  ];

  it.each([
    [[a], 'import type { A } from "./x.js";'],
    [[b], 'import { b as b$ } from "./x.js";'],
    [[b, a], 'import { b as b$, type A } from "./x.js";'],
  ])("says what is a type", (names, want) => {
    expect(importFrom("./x.js", names)).toBe(want);
  });
});

describe("a template of source text", () => {
  it("has its holes filled, in their order, with source text as it is", () => {
    expect(code`a(${identifier("b")}, ${string('"c"')}) \`x\``).toBe('a(b, "\\"c\\"") `x`');
    expect(code`${identifier("a")}`).toBe("a");
    expect(code``).toBe("");
  });

  it("takes no plain string", () => {
    const plain: string = "evil()";
    // @ts-expect-error -- only what the functions of this floor made is source text
    expect(code`${plain}`).toBe("evil()");
  });
});

describe("text for Markdown", () => {
  it("is on one line and no markup", () => {
    expect(markdown("a *b*\n[c](d) `e` <f>")).toBe("a \\*b\\* \\[c\\]\\(d\\) \\`e\\` \\<f\\>");
  });
});

describe("a regular expression", () => {
  const texts = ["a/b", "a\nb", "ab", "", "\u202e", "😀", "x".repeat(9)];

  it.each([
    "^a/b$",
    "[/]",
    "a\nb",
    "\u202e",
    "^\\S+$",
    "😀{1,2}",
    "",
    "(?<year>\\d+)",
    "\\p{L}",
    "\\u{1F600}",
  ])("is the one of the text: %j", (source) => {
    const made = new Function(`return ${regExp(source, true)}`)() as RegExp;
    expect(regExp(source, true)).toMatch(/^[ -~\u{1F600}]+$/u);
    for (const text of texts) expect(made.test(text)).toBe(new RegExp(source, "u").test(text));
  });

  it("is read in the older way where it has to be", () => {
    expect(regExp("\\-", false)).toBe('/*@__PURE__*/ new RegExp("\\\\-")');
  });
});
