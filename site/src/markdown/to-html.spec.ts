import { describe, expect, it } from "vitest";
import { readPage } from "./read-page.js";
import { toHtml } from "./to-html.js";

const write = (text: string): string => {
  const [section] = readPage(`# Page\n\n${text}`, "page.md").sections;
  const resolveLink = (url: string): string | undefined => (url.startsWith("javascript:") ? undefined : url);
  const written = toHtml(section?.content ?? [], { section: "page", resolveLink }).join("");
  return written.replaceAll(/\s*(<\/?(?:ul|li|details|summary|p)\b[^>]*>)\s*/g, "$1");
};

describe("Markdown", () => {
  it.each([
    [
      "text",
      "Some *soft* and **hard** `code`",
      "<p>Some <em>soft</em> and <strong>hard</strong> <code>code</code></p>",
    ],
    ["a list", "- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
    ["a link", "[a](b.html)", '<p><a href="b.html">a</a></p>'],
    ["an address that runs a script", "[a](javascript:alert(1))", "<p>a</p>"],
    ["an image, which would ask another host", "![alt](https://evil.example/x.png)", "<p>alt</p>"],
    ["markup", "<script>alert(1)</script>", ""],
    ["markup inside a line", "a <b onclick=alert(1)>b</b>", "<p>a b</p>"],
  ])("shows %s", (_, markdown, expected) => {
    expect(write(markdown)).toBe(expected);
  });

  it("puts the fields of a nested message inside its field, each with an anchor", () => {
    const text = write(
      [
        "| field | type | description |",
        "|---|---|---|",
        "| `spec?` | `Spec` | A. |",
        "| `spec.cpu` | `number` | B. |",
        "| `spec.source`: `imageId` | `string` | C. |",
        "| `other` | `string` | D. |",
      ].join("\n"),
    );
    expect([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      "page.spec",
      "page.spec.cpu",
      "page.spec.source.imageId",
      "page.other",
    ]);
    expect(text).toMatch(
      /<details><summary>2 fields[^]*spec\.cpu[^]*imageId[^]*<\/details><\/li><li id="page.other"/,
    );
  });

  it("names the page that has no title", () => {
    expect(() => readPage("text", "disks.md")).toThrow(
      expect.objectContaining({ code: "PAGE_INVALID", message: expect.stringContaining("disks.md") }),
    );
  });
});
