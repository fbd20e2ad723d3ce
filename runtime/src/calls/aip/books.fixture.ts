/** An API that follows AIP, as the generator would write it: books that are read, changed and moved. */
import type { OutgoingCall } from "../chain/interceptor.js";
import { staticToken } from "../../session/auth/static-token.js";
import { makeType } from "../../fixture/type-of.fixture.js";
import { openSession } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { defineMethod, defineService } from "../rpc/define-service.js";
import { connect } from "../../session/core/connect.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import { defineTable } from "../../messages/table/define-table.js";
import type { FieldRow, MessageTable } from "../../messages/table/table.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import { aip } from "./aip.js";

function typeOf<T extends object>(name: string, rows: () => readonly FieldRow[]): MessageType<T> {
  const none = (): never => {
    throw new Error("nothing is encoded");
  };
  return makeType<T>(defineTable<T>(`library.v1.${name}`, rows), { encode: none, decode: none });
}

export interface Print {
  house: string;
  year: number;
  next: Print[];
  inside: Print | undefined;
}
export const PrintType: MessageType<Print> = typeOf<Print>("Print", () => [
  ["house", "string"],
  ["year", "int32"],
  ["next", [PrintType as MessageTable]],
  ["inside", PrintType as MessageTable],
]);

export interface Book {
  name: string;
  title: string;
  author: string;
  labels: { [key: string]: string };
  tags: string[];
  print: Print | undefined;
  etag: string;
  uid: string;
  owner: { $case: "reader"; value: string } | { $case: "printer"; value: Print } | undefined;
  pages: number | undefined;
  isbn: string;
  prints: { [key: string]: Print };
  counts: Map<bigint, number>;
}
export const BookType = typeOf<Book>("Book", () => [
  ["name", "string", { behaviors: ["IDENTIFIER", "OUTPUT_ONLY"] }],
  ["title", "string"],
  ["author", "string"],
  ["labels", ["string", "string"]],
  ["tags", ["string"]],
  ["print", PrintType as MessageTable],
  ["etag", "string"],
  ["uid", "string", { behaviors: ["OUTPUT_ONLY"] }],
  ["reader", "string", { oneof: "owner" }],
  ["printer", PrintType as MessageTable, { oneof: "owner" }],
  ["pages", "int32", { presence: true }],
  ["isbn", "string", { behaviors: ["IMMUTABLE"] }],
  ["prints", ["string", PrintType as MessageTable]],
  ["counts", ["int64", "int32"]],
]);

export interface GetBookRequest {
  name: string;
}
const GetBookRequestType = typeOf<GetBookRequest>("GetBookRequest", () => [["name", "string"]]);

export interface CreateBookRequest {
  parent: string;
  bookId: string;
  book: Book | undefined;
  requestId: string;
}
const CreateBookRequestType = typeOf<CreateBookRequest>("CreateBookRequest", () => [
  ["parent", "string"],
  ["book_id", "string"],
  ["book", BookType as MessageTable],
  ["request_id", "string"],
]);

export interface UpdateBookRequest {
  book: Book | undefined;
  updateMask: string[] | undefined;
}
export const UpdateBookRequestType = typeOf<UpdateBookRequest>("UpdateBookRequest", () => [
  ["book", BookType as MessageTable],
  ["update_mask", "google.protobuf.FieldMask"],
]);

const service = defineService("library.v1.Library", { host: "library.example.com" }, { unkeyed: true });
const unavailable = {
  codes: ["UNAVAILABLE"],
  maxAttempts: 3,
  baseDelayMs: 1000,
  maxDelayMs: 4000,
  multiplier: 1.5,
};

/** The rpcs of the API. */
export const methods = {
  getBook: defineMethod(service, "GetBook", "unary", GetBookRequestType, BookType, {
    readOnly: true,
    extension: aip({ routing: ["name"], timeoutMs: 30_000, retry: unavailable }),
  }),
  /** Without a configuration: as other read-only methods. */
  readBook: defineMethod(service, "ReadBook", "unary", GetBookRequestType, BookType, { readOnly: true }),
  createBook: defineMethod(service, "CreateBook", "unary", CreateBookRequestType, BookType, {
    extension: aip({ requestId: "request_id", routing: ["parent", "book.name"] }),
  }),
  /** The API requires the name of the book. */
  addBook: defineMethod(service, "AddBook", "unary", CreateBookRequestType, BookType, {
    extension: aip({
      createdName: {
        resource: "book",
        name: "name",
        parent: "parent",
        id: "book_id",
        patterns: [
          "projects/{project}/locations/global/books/{book}",
          "shelves/{shelf}/books/{book}",
          "books/{book}",
        ],
      },
    }),
  }),
  updateBook: defineMethod(service, "UpdateBook", "unary", UpdateBookRequestType, BookType, {
    extension: aip({ routing: ["book.name"], retry: false }),
  }),
  moveBook: defineMethod(service, "MoveBook", "unary", CreateBookRequestType, BookType, {
    extension: aip({ routing: [["parent", "{shelf=shelves/*}/**"]], retry: unavailable }),
  }),
} as const;

/** The fields of an update. */
export const fields = { resource: "book", mask: "update_mask", modify: "modifyBook" };

/** A session with answers in a row, of which the last one stays. */
export function openLibrary(answers: readonly unknown[], options: SessionOptions = {}) {
  const clock = new TestClock();
  let turn = 0;
  const transport = answering((call: OutgoingCall) => {
    const answer = answers[Math.min(turn++, answers.length - 1)];
    return typeof answer === "function" ? (answer as (call: OutgoingCall) => unknown)(call) : answer;
  });
  const session = openSession({
    transport,
    clock,
    credentials: staticToken("t"),
    ...options,
  });
  return { clock, transport, caller: connect(session, service), sent: () => transport.calls };
}
