import { codedError } from "../../../../test/coded-error.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resourceNames } from "./resource-name.js";

interface Book {
  readonly shelf: string;
  readonly bookId: string;
}
const books = resourceNames<"library.example.com/Book", Book>(
  "library.example.com/Book",
  "shelves/{shelf}/books/{book_id}",
);
const logs = resourceNames<"l/Log", { project: string; log: string } | { folder: string; log: string }>(
  "l/Log",
  "projects/{project}/logs/{log}",
  "folders/{folder}/logs/{log}",
);
const items = resourceNames<"a/Item", { customer: string; feed: string; item: string }>(
  "a/Item",
  "customers/{customer}/items/{feed}~{item}",
);

describe("names of resources", () => {
  it("are made of their parts, by the pattern that has these parts", () => {
    expect(books.path({ shelf: "s", bookId: "b" })).toBe("shelves/s/books/b");
    expect(logs.path({ folder: "f", log: "l" })).toBe("folders/f/logs/l");
    expect(items.path({ customer: "1", feed: "2", item: "3" })).toBe("customers/1/items/2~3");
  });

  it("are read into their parts; what is no such name gives undefined", () => {
    expect(books.parse("shelves/s/books/b")).toEqual({ shelf: "s", bookId: "b" });
    expect(logs.parse("folders/f/logs/l")).toEqual({ folder: "f", log: "l" });
    expect(items.parse("customers/1/items/2~3")).toEqual({ customer: "1", feed: "2", item: "3" });
    for (const name of [
      "",
      "shelves/s",
      "shelves/s/books/",
      "shelves/s/books/b/",
      "shelves//books/b",
      "x/s/books/b",
    ])
      expect(books.parse(name)).toBeUndefined();
  });

  it.each(["", "a/b", ".", "..", undefined, 7])("refuse the part %j", (shelf) => {
    expect(() => books.path({ shelf: shelf as string, bookId: "b" })).toThrow(codedError("ARGUMENT_INVALID"));
  });

  it("say which parts there are", () => {
    expect(() => logs.path({ log: "l" } as never)).toThrow(
      "{ project, log } or { folder, log }, got { log }",
    );
    expect(() => items.path({ customer: "1", feed: "a~b", item: "3" })).toThrow(
      codedError("ARGUMENT_INVALID", "feed"),
    );
  });

  it("come back from what was made of them", () => {
    const part = fc.string({ minLength: 1 }).filter((text) => !/[/~]|^\.{1,2}$/.test(text));
    fc.assert(
      fc.property(part, part, part, (customer, feed, item) => {
        expect(items.parse(items.path({ customer, feed, item }))).toEqual({ customer, feed, item });
      }),
    );
  });
});
