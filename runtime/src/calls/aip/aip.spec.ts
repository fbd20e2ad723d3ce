import { describe, expect, it } from "vitest";
import { failure } from "../../fixture/test-transport.fixture.js";
import { BookType, methods, openLibrary, type CreateBookRequest } from "./books.fixture.js";
import { matchTemplate } from "./routing-header.js";

const book = BookType.create({ name: "shelves/1/books/2" });
const unavailable = failure(14, "try later");
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const idsOf = (calls: readonly { readonly message: unknown }[]) =>
  calls.map(({ message }) => (message as CreateBookRequest).requestId);

describe("the identifier of a request", () => {
  it("is filled where it is unset, kept over attempts, and another for another call", async () => {
    const { caller, clock, sent } = openLibrary([unavailable, unavailable, book]);
    const first = caller.unary(methods.createBook, { parent: "shelves/1" });
    await clock.advance(20_000);
    await first;
    await caller.unary(methods.createBook, { parent: "shelves/1" });
    const ids = idsOf(sent());
    expect(ids).toHaveLength(4);
    expect(ids[0]).toMatch(uuid4);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(ids[3]).not.toBe(ids[0]);
  });

  it("is the caller's if there is one, and the caller's request is left alone", async () => {
    const { caller, sent } = openLibrary([book]);
    const request = { parent: "shelves/1" };
    await caller.unary(methods.createBook, { ...request, requestId: "mine" });
    await caller.unary(methods.createBook, request);
    expect(idsOf(sent())[0]).toBe("mine");
    expect(request).toEqual({ parent: "shelves/1" });
  });

  it("is what makes a mutation repeatable: without one, what may have had its effect is not sent again", async () => {
    const { caller, clock, sent } = openLibrary([unavailable]);
    const call = caller.unary(methods.updateBook, { book: { name: "b" }, updateMask: ["title"] });
    const failed = expect(call).rejects.toMatchObject({ code: "UNAVAILABLE", attempts: 1 });
    await clock.advance(60_000);
    await failed;
    expect(sent()).toHaveLength(1);
  });
});

describe("the name of a resource that is created", () => {
  it.each<[request: object, name: string | undefined]>([
    [{ parent: "shelves/1", bookId: "b", book: {} }, "shelves/1/books/b"],
    [{ parent: "projects/p/locations/global", bookId: "b", book: {} }, "projects/p/locations/global/books/b"],
    [{ bookId: "b", book: {} }, "books/b"],
    [{ parent: "shelves/1", bookId: "b", book: { name: "mine" } }, "mine"],
    // The server chooses the identifier.
    [{ parent: "shelves/1", book: {} }, ""],
    [{ parent: "authors/1", bookId: "b", book: {} }, ""],
    [{ parent: "shelves/1", bookId: "b/c", book: {} }, ""],
    [{ parent: "shelves/1", bookId: "b" }, undefined],
  ])("is filled in from its parent and its identifier: %j", async (request, name) => {
    const { caller, sent } = openLibrary([book]);
    const before = structuredClone(request);
    await caller.unary(methods.addBook, request);
    const message = sent()[0]?.message as CreateBookRequest | undefined;
    expect(message?.book?.name).toBe(name);
    expect(request).toEqual(before);
  });
});

describe("the route of a request", () => {
  const header = "x-goog-request-params";

  it("is in a header with the fields that are set, percent-encoded", async () => {
    const { caller, sent } = openLibrary([book]);
    await caller.unary(methods.getBook, { name: "shelves/1/books/Käse & co" });
    await caller.unary(methods.createBook, { parent: "shelves/1", book: { name: "x" } });
    await caller.unary(methods.createBook, { parent: "shelves/1" });
    await caller.unary(methods.createBook, {});
    expect(sent().map(({ metadata }) => metadata.get(header))).toEqual([
      "name=shelves%2F1%2Fbooks%2FK%C3%A4se%20%26%20co",
      "parent=shelves%2F1&book.name=x",
      "parent=shelves%2F1",
      undefined,
    ]);
  });

  it("is the caller's if there is one", async () => {
    const { caller, sent } = openLibrary([book]);
    await caller.unary(methods.getBook, { name: "b" }, { metadata: { [header]: "name=own" } });
    expect(sent()[0]?.metadata.getAll(header)).toEqual(["name=own"]);
  });

  it.each([
    ["{project=projects/*}/**", "projects/100/subprojects/200/foo", ["project", "projects/100"]],
    ["{project=projects/*}/**", "projects/100", ["project", "projects/100"]],
    [
      "{project=projects/*/subprojects/*}/**",
      "projects/1/subprojects/2/x",
      ["project", "projects/1/subprojects/2"],
    ],
    ["{project=projects/*/subprojects/*}/**", "projects/1", undefined],
    ["projects/{parent}", "projects/7", ["parent", "7"]],
    ["projects/{parent}/", "projects/7", ["parent", "7"]],
    ["{parent}", "a/b", undefined],
    ["{x=**}", "a/b:c", ["x", "a/b:c"]],
    ["profiles/{id=*}/x.y/**", "profiles/7/xzy/1", undefined],
    ["profiles/{id=*}/x.y/**", "profiles/7/x.y:z", ["id", "7"]],
  ])("is, by the template %s and %s, %j", (template, value, expected) => {
    expect(matchTemplate(template, value)).toEqual(expected);
  });
});

describe("retries as the API has them", () => {
  it("repeat the codes that it names, so many times, with its pauses", async () => {
    const { caller, clock, sent } = openLibrary([unavailable]);
    const call = caller.unary(methods.moveBook, { parent: "shelves/1/books/2" });
    const failed = expect(call).rejects.toMatchObject({ code: "UNAVAILABLE", attempts: 3 });
    await clock.advance(60_000);
    await failed;
    expect(sent()).toHaveLength(3);
    // Half of 1,000 ms and of 1.5 times that.
    expect(clock.delays).toEqual(expect.arrayContaining([500, 750]));
  });

  it("repeat no others, whatever the name of the method says", async () => {
    const { caller, clock, sent } = openLibrary([failure(8, "no more")]);
    const call = caller.unary(methods.getBook, { name: "b" });
    const failed = expect(call).rejects.toMatchObject({ code: "RESOURCE_EXHAUSTED", attempts: 1 });
    await clock.advance(60_000);
    await failed;
    expect(sent()).toHaveLength(1);
  });

  it("give way to what the program says", async () => {
    const { caller, clock, sent } = openLibrary([unavailable]);
    const call = caller.unary(methods.getBook, { name: "b" }, { retry: { maxAttempts: 2 } });
    const failed = expect(call).rejects.toMatchObject({ attempts: 2 });
    await clock.advance(60_000);
    await failed;
    await expect(caller.unary(methods.getBook, { name: "b" }, { retry: false })).rejects.toMatchObject({
      attempts: 1,
    });
    expect(sent()).toHaveLength(3);
  });

  it.each<[what: string, options: { readonly timeoutMs?: number }, ms: number]>([
    ["the API's", {}, 30_000],
    ["the session's, if it sets one", { timeoutMs: 5_000 }, 5_000],
  ])("have the time of a call from %s", async (_, options, ms) => {
    const { caller, clock, sent } = openLibrary([book], options);
    const startMs = clock.nowMs();
    await caller.unary(methods.getBook, { name: "b" });
    await caller.unary(methods.readBook, { name: "b" });
    expect(sent().map(({ deadlineMs }) => deadlineMs - startMs)).toEqual([
      ms,
      Math.min(20_000, ms, options.timeoutMs ?? Infinity),
    ]);
  });
});
