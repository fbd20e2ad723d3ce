import { QueryClient } from "@tanstack/query-core";
import { mutationOptions, queryOptions } from "@stratus/query";
import { describe, expect, it } from "vitest";
import {
  type Book,
  fields,
  type GetBookRequest,
  methods,
  type UpdateBookRequest,
} from "../../runtime/src/calls/aip/books.fixture.js";
import { maskedUpdate, type FieldMaskOptions } from "../../runtime/src/calls/aip/masked-update.js";
import { maskedModifyNow } from "../../runtime/src/calls/aip/modify-call.js";
import type { Caller } from "../../runtime/src/calls/caller.js";
import type { Call } from "../../runtime/src/calls/client/call.js";
import type { CallOptions } from "../../runtime/src/calls/chain/call-options.js";
import { connect } from "../../runtime/src/session/core/connect.js";
import { staticToken } from "../../runtime/src/session/auth/static-token.js";
import type { MessageInit } from "../../runtime/src/messages/table/message-init.js";
import { openSession } from "../../runtime/src/fixture/test-api.fixture.js";
import { answering } from "../../runtime/src/fixture/test-transport.fixture.js";

/** A client of an API that follows AIP, as the generator writes it. */
class LibraryClient {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }
  getBook(request: MessageInit<GetBookRequest>, options?: CallOptions): Call<Book> {
    return this.#caller.unary<GetBookRequest, Book>(methods.getBook, request, options);
  }
  updateBook(request: MessageInit<UpdateBookRequest>, options: FieldMaskOptions<Book>): Call<Book> {
    return maskedUpdate(this.#caller, methods.updateBook, fields, request, options);
  }
  modifyBook(
    request: MessageInit<GetBookRequest>,
    change: (book: Book) => unknown,
    options?: CallOptions,
  ): Call<Book> {
    const all = { get: methods.getBook, update: methods.updateBook, fields };
    return maskedModifyNow<GetBookRequest, Book, UpdateBookRequest, Book>(
      this.#caller,
      all,
      request,
      change,
      options as never,
    );
  }
}

const name = "shelves/1/books/2";

function open() {
  let book = methods.getBook.response.create({ name, title: "Old", etag: "1" });
  const sent: string[] = [];
  const transport = answering(({ method, message }) => {
    sent.push(method.name);
    if (method.name !== "UpdateBook") return book;
    const { title } = (message as UpdateBookRequest).book ?? {};
    book = methods.getBook.response.create({ ...book, title: title ?? "" });
    return book;
  });
  const session = openSession({ transport, credentials: staticToken("t"), retry: false });
  return {
    sent,
    library: new LibraryClient(
      connect(session, methods.getBook.service, { endpoint: { host: "library.test" } }),
    ),
  };
}

describe("an API that follows AIP", () => {
  it("stores the resource that an update returns, and sends the update once", async () => {
    const { library, sent } = open();
    const cache = new QueryClient();
    const got = queryOptions(library, "getBook", { name });
    await cache.fetchQuery(got);
    const { mutationFn } = mutationOptions(library, "updateBook", { call: { updateMask: ["title"] } });
    await mutationFn({ book: { name, title: "New" } }, { client: cache });
    expect(cache.getQueryData(got.queryKey)?.title).toBe("New");
    expect(sent).toEqual(["GetBook", "UpdateBook"]);
  });

  it("shows a modify at once, and then what the server has", async () => {
    const { library } = open();
    const cache = new QueryClient();
    const got = queryOptions(library, "getBook", { name });
    await cache.fetchQuery(got);
    const running = mutationOptions(library, "modifyBook").mutationFn(
      [{ name }, (book) => void (book.title = "Newer")],
      { client: cache },
    );
    await expect.poll(() => cache.getQueryData(got.queryKey)?.title).toBe("Newer");
    await running;
    expect(cache.getQueryData(got.queryKey)?.title).toBe("Newer");
    expect(cache.getQueryState(got.queryKey)?.isInvalidated).toBe(false);
  });
});
