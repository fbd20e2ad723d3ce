import { describe, expect, it } from "vitest";
import { findLines } from "./proto-lines.js";

const text = `syntax = "proto3";
package acme.v1; // package other;

/* message Fake {
} */
message Book {
  option deprecated = true;
  // The title.
  string title = 1 [
    (acme.note) = "a { } ; b"
  ];
  map<string, int32> counts = 2; repeated string tags = 3;
  reserved 9;
  oneof kind {
    Paper paper = 4;
    string url =
      5;
  }
  message Paper { int32 weight = 1; }
  enum Size {
    SIZE_UNSPECIFIED = 0;
    SIZE_BIG = -1;
  }
}

service BookService {
  option (acme.api_service_name) = "books";
  rpc Get(GetRequest) returns (Book) {
    option deprecated = true;
  }
  rpc List(ListRequest)
    returns (stream Book);
}
`;

describe("the lines of a proto file", () => {
  it.each([
    ["message acme.v1.Book", 6],
    ["field acme.v1.Book.title", 9],
    ["field acme.v1.Book.counts", 12],
    ["field acme.v1.Book.tags", 12],
    ["oneof acme.v1.Book.kind", 14],
    ["field acme.v1.Book.paper", 15],
    ["field acme.v1.Book.url", 16],
    ["message acme.v1.Book.Paper", 19],
    ["field acme.v1.Book.Paper.weight", 19],
    ["enum acme.v1.Book.Size", 20],
    ["value acme.v1.Book.Size.SIZE_BIG", 22],
    ["service acme.v1.BookService", 26],
    ["rpc acme.v1.BookService.Get", 28],
    ["rpc acme.v1.BookService.List", 31],
    ["message acme.v1.Fake", undefined],
    ["field acme.v1.Book.deprecated", undefined],
  ])("say where %s is", (element, line) => {
    expect(findLines(text).get(element)).toBe(line);
  });

  it("are none in a file without a package, but for its own names", () => {
    expect(findLines("message A {}\n").get("message A")).toBe(1);
    expect([...findLines("")]).toEqual([]);
  });
});
