import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { firstSentence, prose, proseLine, summaryText } from "./prose.js";
import { runs } from "../../../../test/runs.js";

const linkOf = (name: string): string | undefined => (name === "acme.Disk" ? "types.md#disk" : undefined);

function parse(text: string): Nodes {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

function nodesOf(node: Nodes): readonly Nodes[] {
  return [node, ...("children" in node ? node.children.flatMap(nodesOf) : [])];
}

/** What a reader sees, without white space. */
function textOf(node: Nodes): string {
  return nodesOf(node)
    .map((one) => ("value" in one ? one.value : ""))
    .join("")
    .replaceAll(/\s/g, "");
}

describe("a comment in a document", () => {
  it.each([
    ["keeps its paragraphs", " One\n line.\n\n Two.", "One line.\n\nTwo."],
    ["keeps its lists", " Either:\n - a\n   and more\n * b\n\n 3) c", "Either:\n\n- a and more\n- b\n3. c"],
    [
      "keeps its code",
      " Is `a|b`.\n\n     code <b>\n       # more\n",
      "Is `a|b`.\n\n```text\ncode <b>\n  # more\n```",
    ],
    ["keeps a block of code with its fence", " ```js\n a\n ````\n b", "```text\na\n```\n\nb"],
    ["keeps a block of code that nobody closed", " ```\n a ``` b", "````text\na ``` b\n````"],
    [
      "keeps links of the web",
      " [here](https://a.example/b_c), [there]\n (https://a.example).",
      "[here](https://a.example/b_c), [there](https://a.example).",
    ],
    [
      "links what it refers to",
      " A [disk][acme.Disk], [acme.Disk][].",
      "A [disk](types.md#disk), [acme.Disk](types.md#disk).",
    ],
    ["says in words what it refers to and is not there", " A [vm][acme.Vm].", "A vm."],
    [
      "keeps code in links",
      " [`a|b` c](https://a.example), [`Disk`][acme.Disk].",
      "[`a|b` c](https://a.example), [`Disk`](types.md#disk).",
    ],
    ["makes no heading", " # One\n\n Two\n ===", "\\# One\n\nTwo ==="],
    ["makes no HTML", " <script>&lt;</script>", "\\<script>\\&lt;\\</script>"],
    [
      "makes no table and no emphasis",
      " a | b\n ---|---\n *c* __d__ snake_case",
      "a \\| b ---\\|--- \\*c\\* \\_\\_d\\_\\_ snake_case",
    ],
    ["makes no link of other kinds", " [a](javascript:b) ![c](d)", "\\[a\\](javascript:b) !\\[c\\](d)"],
    ["leaves hidden characters out", " a\u202eb\u0000", "ab"],
    ["may be empty", " \n\n", ""],
  ])("%s", (_, comment, want) => {
    expect(prose(comment, linkOf)).toBe(want);
  });

  it("fits into a cell of a table", () => {
    expect(proseLine(" One `a|b` | c.\n\n - two\n", linkOf)).toBe("One `a\\|b` \\| c. - two");
  });

  it("has a first sentence", () => {
    expect(firstSentence(" Of version 1.2, a [disk][acme.Disk]. And more.\n\n More.", linkOf)).toBe(
      "Of version 1.2, a [disk](types.md#disk).",
    );
    expect(firstSentence("", linkOf)).toBe("");
  });

  it("is a summary of at most 100 characters, which ends at a word", () => {
    const sentence = `${"word ".repeat(19)}word.`;
    expect(sentence).toHaveLength(100);
    expect(summaryText(sentence)).toBe(sentence);
    expect(summaryText(`a ${sentence}`)).toBe(`a${" word".repeat(19)}…`);
    expect(summaryText("x".repeat(101))).toBe(`${"x".repeat(50)}…`);
  });
});

const marks = [
  "#",
  "*",
  "_",
  "`",
  "```",
  "~~~",
  "|",
  "---",
  "===",
  "<b>",
  "</b>",
  "<!--",
  "-->",
  "&amp;",
  "\\",
  "[",
  "]",
  "(",
  ")",
  "](",
  "][",
  "!",
  ">",
  "- ",
  "1. ",
  "\n",
  "\n\n",
  "    ",
  "\t",
  " ",
  "a",
  "b c",
  "$",
  "{{",
  "https://a.example",
  "javascript:",
  "[^1]:",
  "[a]: b",
  "[x](https://a.example/)",
  "[d][acme.Disk]",
  "[`d`][acme.Disk]",
  "[`|]` ](https://a.example)",
  "www.a.example",
  "é",
  "\u202e",
  ":::",
  "%%",
  "@a",
];
const texts = oneof(
  array(constantFrom(...marks), { maxLength: 25 }).map((parts) => parts.join("")),
  string({ unit: "grapheme", maxLength: 60 }),
);

/** Links that a comment may have: those it wrote, and addresses that a reader sees as they are. */
const isKnownLink = (node: Nodes): boolean =>
  node.type === "link" && (/^(?:https?:\/\/|mailto:)/.test(node.url) || node.url === "types.md#disk");

describe("whatever a comment holds", () => {
  it("is prose, lists and code in a document, and nothing else", () => {
    assert(
      property(texts, (text) => {
        const allowed = ["root", "paragraph", "list", "listItem", "code", "text", "inlineCode"];
        const others = nodesOf(parse(prose(text, linkOf))).filter(
          (node) => !allowed.includes(node.type) && !isKnownLink(node),
        );
        expect(others).toEqual([]);
      }),
      { numRuns: runs(130) },
    );
  });

  it("stays in its cell of a table", () => {
    assert(
      property(texts, (text) => {
        const table = `| a | b |\n|---|---|\n| x | ${proseLine(text, linkOf)} |\n\nbehind`;
        const root = parse(table);
        const types = "children" in root ? root.children.map(({ type }) => type) : [];
        expect(types).toEqual(["table", "paragraph"]);
        const cells = nodesOf(root).filter(({ type }) => type === "tableCell");
        expect(cells.length).toBe(4);
        const inside = cells.flatMap((cell) => nodesOf(cell).slice(1));
        const others = inside.filter(
          (node) => node.type !== "text" && node.type !== "inlineCode" && !isKnownLink(node),
        );
        expect(others).toEqual([]);
      }),
      { numRuns: runs(130) },
    );
  });

  it("is read as it was written, where it has no marks of its own", () => {
    // Backticks, links and what begins an item are read as what they are, and escapes of white space as one space.
    const plain = texts.filter(
      (text) => !/`|~~~|\]\[|\]\s*\(|(?:^|\n)\s*(?:[-*+]|\d+[.)])\s|[^\P{C}\n\t]/u.test(text),
    );
    assert(
      property(plain, (text) => {
        expect(textOf(parse(prose(text, linkOf)))).toBe(text.replaceAll(/\s/g, ""));
        expect(textOf(parse(`| a |\n|---|\n| ${proseLine(text, linkOf)} |`))).toBe(
          `a${text.replaceAll(/\s/g, "")}`,
        );
      }),
      { numRuns: runs(130) },
    );
  });
});
