import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFieldMask } from "./apply-field-mask.js";
import { type Book, BookType, type Print } from "./books.fixture.js";
import { diffFieldMask } from "./diff-field-mask.js";
import { formatFieldPaths } from "./field-mask-builder.js";
import { parsePath, formatPath } from "./mask-path.js";
import { codedError } from "../../../../test/coded-error.js";
import { runs } from "../../../../test/runs.js";

const text = fc.constantFrom("", "a", "b");
const { print } = fc.letrec<{ print: Print }>((tie) => ({
  print: fc.record({
    house: text,
    year: fc.integer({ min: 0, max: 2 }),
    next: fc.array(tie("print"), { maxLength: 1, depthIdentifier: "p" }),
    inside: fc.option(tie("print"), { nil: undefined, depthIdentifier: "p", maxDepth: 2 }),
  }),
}));
const key = fc.constantFrom("team", "a b", "x.y", "`", "", "0");
const randomBook = fc.record<Book>({
  name: fc.constant("shelves/1/books/2"),
  title: text,
  author: text,
  labels: fc.dictionary(key, text, { maxKeys: 3, noNullPrototype: true }),
  tags: fc.array(text, { maxLength: 2 }),
  print: fc.option(print, { nil: undefined }),
  etag: fc.constant('"1"'),
  uid: fc.constant("u"),
  owner: fc.oneof(
    fc.constant(undefined),
    text.map((value) => ({ $case: "reader" as const, value })),
    print.map((value) => ({ $case: "printer" as const, value })),
  ),
  pages: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }),
  isbn: fc.constant("i"),
  prints: fc.dictionary(key, print, { maxKeys: 2, noNullPrototype: true }),
  counts: fc.array(fc.tuple(fc.bigInt(-2n, 2n), fc.integer({ min: 0, max: 1 }))).map((all) => new Map(all)),
});

describe("the law of field masks", () => {
  it("the mask of a difference makes one resource of the other, whatever they are", () => {
    fc.assert(
      fc.property(randomBook, randomBook, fc.boolean(), (before, after, wholeMaps) => {
        const mask = diffFieldMask(BookType, before, after, { wholeMaps });
        expect(applyFieldMask(BookType, before, after, mask)).toEqual(BookType.create(after));
      }),
      { numRuns: runs(170) },
    );
  });

  it("names nothing that did not differ: each path is needed", () => {
    fc.assert(
      fc.property(randomBook, randomBook, (before, after) => {
        const mask = diffFieldMask(BookType, before, after);
        for (const path of mask) {
          const fewer = mask.filter((one) => one !== path);
          const isOneof = /^(reader|printer)/.test(path);
          if (!isOneof)
            expect(applyFieldMask(BookType, before, after, fewer)).not.toEqual(BookType.create(after));
        }
        expect(diffFieldMask(BookType, before, BookType.create(before))).toEqual([]);
      }),
      { numRuns: runs(70) },
    );
  });

  it("never names everything, an index, or a wildcard", () => {
    fc.assert(
      fc.property(randomBook, randomBook, (before, after) => {
        for (const path of diffFieldMask(BookType, before, after)) {
          const [name = "", ...rest] = parsePath(path);
          expect(BookType.byName.has(name)).toBe(true);
          if (["tags"].includes(name)) expect(rest).toEqual([]);
          if (!["labels", "prints"].includes(name)) expect(rest).not.toContain("*");
          expect(rest.indexOf("next")).toBe(rest.includes("next") ? rest.length - 1 : -1);
        }
      }),
    );
  });
});

describe("a derived mask", () => {
  const before = BookType.create({
    title: "t",
    labels: { team: "x", "a b": "y" },
    print: { house: "h", year: 1 },
    tags: ["1"],
  });
  it.each<[what: string, change: (book: Book) => void, mask: string[]]>([
    ["a value that is set", (book) => (book.author = "a"), ["author"]],
    ["a value that is cleared", (book) => (book.title = ""), ["title"]],
    ["a list as a whole", (book) => book.tags.push("2"), ["tags"]],
    ["an entry that is set", (book) => (book.labels["team"] = "z"), ["labels.team"]],
    ["an entry that is removed", (book) => delete book.labels["a b"], ["labels.`a b`"]],
    ["an entry with an odd key", (book) => (book.labels["x.y"] = ""), ["labels.`x.y`"]],
    ["what differs in a structure", (book) => (book.print!.year = 0), ["print.year"]],
    [
      "a structure that is new inside",
      (book) => (book.print!.inside = { house: "", year: 0, next: [], inside: undefined }),
      ["print.inside"],
    ],
    ["a structure that is gone", (book) => (book.print = undefined), ["print"]],
    ["presence", (book) => (book.pages = 0), ["pages"]],
    ["a member of a oneof", (book) => (book.owner = { $case: "reader", value: "" }), ["reader"]],
    ["a key that is a number", (book) => book.counts.set(-5n, 1), ["counts.`-5`"]],
  ])("names %s", (_, change, mask) => {
    const after = BookType.create(before);
    change(after);
    expect(diffFieldMask(BookType, before, after)).toEqual(mask);
  });

  it("names maps as a whole if it is told to", () => {
    const after = BookType.create({ ...before, labels: {} });
    expect(diffFieldMask(BookType, before, after, { wholeMaps: true })).toEqual(["labels"]);
  });

  it("is refused for a server-managed field, and for an IMMUTABLE one that is set", () => {
    const book = BookType.create({ ...before, isbn: "1" });
    expect(() => diffFieldMask(BookType, book, { ...book, uid: "x" })).toThrow(
      codedError("FIELD_IMMUTABLE", /uid.*managed by the server/),
    );
    expect(() => diffFieldMask(BookType, book, { ...book, isbn: "2" })).toThrow(
      codedError("FIELD_IMMUTABLE", /isbn/),
    );
    expect(diffFieldMask(BookType, before, { ...before, isbn: "2" })).toEqual(["isbn"]);
  });
});

describe("paths", () => {
  it("come back from their text", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (steps) => {
        expect(parsePath(formatPath(steps))).toEqual(steps);
      }),
    );
  });

  it("are written by a builder, in proto names", () => {
    expect(
      formatFieldPaths(BookType, (m) => [
        m.title,
        m.print.inside.year,
        m.labels,
        m.labels.key("a b"),
        m.owner.printer.house,
      ]),
    ).toEqual(["title", "print.inside.year", "labels", "labels.`a b`", "printer.house"]);
  });

  it.each([
    ["titel", /"titel".*did you mean "title"/],
    ["tags.0", /a field mask cannot name a part of tags/],
    ["print.next.0.year", /next/],
    ["a..b", /is not a path/],
  ])("are refused if the type has none: %s", (path, why) => {
    expect(() => formatFieldPaths(BookType, [path])).toThrow(codedError("MASK_PATH_INVALID", why));
  });

  it("may be * if a program says so", () => {
    expect(formatFieldPaths(BookType, ["*"])).toEqual(["*"]);
  });
});
