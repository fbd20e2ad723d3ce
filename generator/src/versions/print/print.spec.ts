import { describe, expect, it } from "vitest";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { printJson } from "./json.js";
import { printMarkdown, printMarkdownReport } from "./markdown.js";
import { printText } from "./text.js";

const change = (more: Partial<Change>): Change => ({
  kind: "changed",
  step: "minor",
  isBreaking: more.step === "major",
  isCertain: true,
  cause: "api",
  subject: "Book.title",
  role: "field",
  isNewlyRequired: false,
  sentences: ["`Book.title` is new"],
  reasons: ["Why"],
  fixes: [],
  place: { file: "acme/v1/book.proto", element: "field acme.v1.Book.title" },
  entry: "./v1",
  ...more,
});

const diff = (...changes: readonly Change[]): Diff => ({
  before: { label: "old", version: "1.0.0", generator: "0.1.0" },
  after: { label: "new", version: "1.0.0", generator: "0.2.0" },
  step: changes.length === 0 ? undefined : "major",
  deployOrder: undefined,
  news: undefined,
  changes,
  pages: new Set(),
  notes: [],
});

describe("a report", () => {
  const added = (subject: string, more: Partial<Change> = {}): Change =>
    change({ kind: "added", subject, sentences: [`\`${subject}\` is new`], ...more });

  it("tells fields of one type together, and says a reason once", () => {
    const text = printText(diff(added("Book.a"), added("Book.b"), added("Pen.c")), false);
    expect(text).toContain(
      "New (3)\n  Why:\n    + `Book`: `a` and `b` are new.\n        acme/v1/book.proto\n    + `Pen.c` is new.\n",
    );
  });

  it("tells a change of a member that many types have once", () => {
    const restored = (type: string): Change =>
      change({
        role: "member",
        subject: `${type}.note`,
        sentences: [`\`${type}.note\` is no longer deprecated`],
      });
    const all = ["A", "B", "C", "D"].map(restored);
    expect(printText(diff(...all), false)).toContain("~ `note` of 4 types is no longer deprecated.\n");
    const some = printText(diff(...all.slice(1)), false);
    expect(some).toContain("`B.note` is no longer deprecated.");
    expect(some).toContain("`D.note` is no longer deprecated.");
  });

  it("says first what breaks, then what is new, changed and deprecated, and last what the generator did", () => {
    const list = [
      change({ cause: "generator", step: "major" }),
      change({ kind: "deprecated" }),
      change({}),
      added("Book.a"),
      change({ step: "major", kind: "removed" }),
    ];
    const titles = [...printText(diff(...list), false).matchAll(/^([A-Z].*) \(\d+\)$/gm)].map(
      ([, title]) => title,
    );
    expect(titles).toEqual([
      "Breaking",
      "New",
      "Changed",
      "Deprecated",
      "Caused by the generator, not by the API",
    ]);
  });

  it("says what to do once for all that ask for the same", () => {
    const gone = (subject: string): Change =>
      change({
        step: "major",
        kind: "removed",
        role: "rpc",
        sentences: [`\`${subject}\` was removed`],
        fixes: ["Call another"],
      });
    const text = printText(diff(gone("A.B"), gone("A.C")), false);
    expect(text.match(/-> Call another\./g)).toHaveLength(1);
    expect(text.indexOf("A.C")).toBeLessThan(text.indexOf("-> Call another"));
  });

  it("names both generators where they differ", () => {
    expect(printText(diff(), false)).toBe(
      "old -> new; generator 0.1.0 -> 0.2.0\nNothing changed for users.\n",
    );
    expect(JSON.parse(printJson(diff()))).toMatchObject({ step: "none", changes: [] });
    expect(printMarkdownReport(diff())).toBe("**no change**: `old` to `new`\n\nNothing changed for users.\n");
  });

  it("lets no text of an API do things to a terminal", () => {
    const text = printText(diff(change({ sentences: ["`\u001b[2J\u202e`"] })), true);
    expect(text).toContain("`\\u001b[2J\\u202e`");
  });

  it("says in Markdown a reason once, the packages of what it tells, and no line of more than 120 characters", () => {
    const of = (name: string, subject: string): Change =>
      change({
        subject,
        step: "major",
        sentences: [`\`${subject}\` was removed`],
        place: { file: `${name.replaceAll(".", "/")}/a.proto`, element: `field ${name}.${subject}` },
        fixes: ["Take another one that says as much, and that is there since the version before this one"],
      });
    const text = printMarkdown(
      diff(of("acme.a.v1", "Book.x"), of("acme.b.v1", "Book.x"), of("acme.b.v1", "Pen.y")),
    );
    expect(text.match(/Why/g)).toHaveLength(1);
    expect(text).toContain("Why:\n\n- **acme.a.v1**\n  - `Book.x` was removed.");
    expect(text).toContain(
      "- **acme.b.v1**\n  - `Book.x` was removed.\n  - `Pen.y` was removed. Take another",
    );
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it("shows types that are too long for a line as code", () => {
    const types = {
      before: `(a: ${"A".repeat(90)}) => B`,
      after: `(a: ${"C".repeat(90)}, b: "d e", fg: 1) => B`,
    };
    const sentences = [`\`get\` was \`${types.before}\`, is \`${types.after}\``];
    const text = printMarkdown(diff(change({ step: "major", subject: "get", sentences, types })));
    expect(text).toContain(
      `- \`get\` changed its type.\n  \`\`\`diff\n  - ${types.before}\n  + (a: ${"C".repeat(90)}, b: "d e", fg:\n  +   1) => B\n  \`\`\`\n`,
    );
  });

  it("leads into the documentation beside it, where that has a page", () => {
    const place = { file: "acme/v1/book.proto", element: "rpc acme.v1.BookService.ListAll" };
    const call = change({
      role: "rpc",
      place,
      subject: "BookService.ListAll",
      sentences: ["`BookService.ListAll` is new"],
    });
    const list = [
      call,
      added("Book.a", { kind: "changed" }),
      change({ kind: "removed", sentences: ["`Pen` was removed"] }),
    ];
    const pages = new Set(["docs/v1/BookService.md", "docs/v1/types.md"]);
    const text = printMarkdown({ ...diff(...list), pages }, true);
    expect(text).toContain("- `BookService.ListAll` is new. [Docs](docs/v1/BookService.md#listall)\n");
    expect(text).toContain("- `Book.a` is new. [Docs](docs/v1/types.md#book)\n");
    expect(text.match(/Docs/g)).toHaveLength(2);
    expect(printMarkdown({ ...diff(...list), pages })).not.toContain("Docs");
  });

  it.each([
    ["<img src=x>", "&#60;img src=x&#62;"],
    ["Use *this* and [that](x)", "Use &#42;this&#42; and &#91;that&#93;(x)"],
    ["@someone, see #5", "&#64;someone, see &#35;5"],
    ["a\n\n# b", "a &#35; b"],
  ])("lets no deprecation break Markdown: %j", (said, want) => {
    expect(printMarkdown(diff(change({ sentences: [`\`A\` is deprecated: ${said}`] })))).toContain(
      `is deprecated: ${want}.`,
    );
  });
});
