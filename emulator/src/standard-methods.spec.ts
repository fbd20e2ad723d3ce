import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { bufBuild } from "./descriptors/buf-build.js";
import { openCloud, root, type Outcome, type TestCloud } from "./emulator.fixture.js";
import type { EmulatorOptions } from "./options/options.js";

async function build(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "stratus-library-"));
  try {
    for (const [path, text] of Object.entries(libraryFiles())) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await bufBuild(folder, root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const image = build();
const at = { authority: "library.example.com:443" };
const name = "shelves/s/books/b";

/** A library, called at its own host. */
async function open(options: EmulatorOptions = {}) {
  const cloud: TestCloud = await openCloud({ image: await image, operationDelayMs: 1_000, ...options });
  const call = (method: string, request: JsonValue = {}): Promise<Outcome> => cloud.call(method, request, at);
  const must = (method: string, request: JsonValue = {}): Promise<JsonObject> =>
    cloud.must(method, request, at);
  const book = (id: string, more: JsonObject = {}): Promise<JsonObject> =>
    must("Library/CreateBook", { parent: "shelves/s", bookId: id, book: { title: "t", ...more } });
  return { cloud, call, must, book, [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose]() };
}

describe("standard methods of AIP", () => {
  it("create a resource under its parent, with what the server writes", async () => {
    await using library = await open();
    const made = await library.book("b", { uid: "mine", etag: "mine", labels: { team: "x" } });
    expect(made).toMatchObject({
      name,
      title: "t",
      labels: { team: "x" },
      createTime: "2030-01-01T00:00:00Z",
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
    });
    expect(await library.must("Library/GetBook", { name })).toEqual(made);
    expect(
      (await library.call("Library/CreateBook", { parent: "shelves/s", bookId: "b", book: {} })).code,
    ).toBe("ALREADY_EXISTS");
    const own = await library.must("Library/CreateBook", { parent: "shelves/s", book: {} });
    expect(own["name"]).toMatch(/^shelves\/s\/books\/book-/);
  });

  it.each<[what: string, request: JsonObject, why: string]>([
    [
      "a parent of another kind",
      { parent: "rooms/r", bookId: "b", book: {} },
      "parent: it does not result in a name of library.example.com/Book",
    ],
    [
      "an identifier with a slash",
      { parent: "shelves/s", bookId: "a/b", book: {} },
      "does not result in a name",
    ],
    ["no parent", { bookId: "b", book: {} }, "parent"],
  ])("refuse %s", async (_, request, why) => {
    await using library = await open();
    const outcome = await library.call("Library/CreateBook", request);
    expect([outcome.code, outcome.message]).toEqual(["INVALID_ARGUMENT", expect.stringContaining(why)]);
  });

  it.each<[mask: string | undefined, given: JsonObject, expected: JsonObject]>([
    [
      "title",
      { title: "n", author: "n" },
      { title: "n", author: "a", labels: { k: "v" }, tags: ["1"], print: { house: "h", year: 1 } },
    ],
    ["author,tags", {}, { title: "t", labels: { k: "v" }, print: { house: "h", year: 1 } }],
    [
      "print.year",
      { print: { year: 2 } },
      { title: "t", author: "a", labels: { k: "v" }, tags: ["1"], print: { house: "h", year: 2 } },
    ],
    ["print.house", {}, { title: "t", author: "a", labels: { k: "v" }, tags: ["1"], print: { year: 1 } }],
    [
      "labels.k,labels.n",
      { labels: { n: "w" } },
      { title: "t", author: "a", labels: { n: "w" }, tags: ["1"], print: { house: "h", year: 1 } },
    ],
    [
      undefined,
      { title: "n" },
      { title: "n", author: "a", labels: { k: "v" }, tags: ["1"], print: { house: "h", year: 1 } },
    ],
    ["*", { title: "n" }, { title: "n" }],
    [
      "reader",
      { reader: "r" },
      {
        title: "t",
        author: "a",
        labels: { k: "v" },
        tags: ["1"],
        print: { house: "h", year: 1 },
        reader: "r",
      },
    ],
  ])("update what the mask %s names", async (updateMask, given, expected) => {
    await using library = await open();
    await library.book("b", { author: "a", labels: { k: "v" }, tags: ["1"], print: { house: "h", year: 1 } });
    const request = { book: { name, ...given }, ...(updateMask === undefined ? {} : { updateMask }) };
    const {
      etag: _e,
      uid: _u,
      createTime: _c,
      name: _n,
      ...changed
    } = await library.must("Library/UpdateBook", request);
    expect(changed).toEqual(expected);
  });

  it.each<[mask: string, given: JsonObject, why: RegExp]>([
    ["titel", {}, /no field "titel"/],
    ["tags.x", {}, /tags has no parts/],
    ["isbn", { isbn: "2" }, /IMMUTABLE/],
  ])("refuse the mask %s", async (updateMask, given, why) => {
    await using library = await open();
    await library.book("b", { isbn: "1" });
    const outcome = await library.call("Library/UpdateBook", { book: { name, ...given }, updateMask });
    expect([outcome.code, outcome.message]).toEqual(["INVALID_ARGUMENT", expect.stringMatching(why)]);
  });

  it("hold an etag against that of the resource, which each change replaces", async () => {
    await using library = await open();
    const { etag: first } = await library.book("b");
    const change = (etag: JsonValue, title: string) =>
      library.call("Library/UpdateBook", { book: { name, title, etag }, updateMask: "title" });
    expect((await change(first!, "1")).code).toBe("OK");
    expect((await change(first!, "2")).code).toBe("ABORTED");
    expect((await change("", "3")).code).toBe("OK");
    const requestId = "c56a4180-65aa-42ec-a945-5fd21dec0538";
    expect((await library.call("Library/DeleteBook", { name, etag: first!, requestId })).code).toBe(
      "ABORTED",
    );
  });

  it("delete, show what is deleted if they are asked to, and bring it back", async () => {
    await using library = await open();
    await library.book("b");
    expect(await library.must("Library/DeleteBook", { name, requestId: "1" })).toEqual({});
    const list = async (request: JsonObject) =>
      (
        (await library.must("Library/ListBooks", { parent: "shelves/s", ...request }))["books"] as
          | JsonObject[]
          | undefined
      )?.length;
    expect([await list({}), await list({ showDeleted: true })]).toEqual([undefined, 1]);
    expect(await library.must("Library/GetBook", { name })).toMatchObject({
      deleteTime: "2030-01-01T00:00:00Z",
    });
    expect(await library.must("Library/UndeleteBook", { name })).not.toHaveProperty("deleteTime");
    expect(await list({})).toBe(1);
    expect(
      (await library.call("Library/DeleteBook", { name: "shelves/s/books/x", requestId: "2" })).code,
    ).toBe("NOT_FOUND");
  });

  it("list page by page, by a filter, and under any parent", async () => {
    await using library = await open();
    for (const id of ["a", "b", "c"]) await library.book(id, { title: id });
    await library.must("Library/CreateBook", { parent: "shelves/t", bookId: "d", book: { title: "d" } });
    const names = (page: JsonObject) =>
      (page["books"] as JsonObject[]).map((one) => String(one["name"]).at(-1)).join("");
    const first = await library.must("Library/ListBooks", { parent: "shelves/s", pageSize: 2 });
    const token = first["nextPageToken"]!;
    const second = await library.must("Library/ListBooks", {
      parent: "shelves/s",
      pageSize: 2,
      pageToken: token,
    });
    expect([names(first), names(second)]).toEqual(["ab", "c"]);
    expect(
      names(
        await library.must("Library/ListBooks", { parent: "shelves/-", filter: 'title="d" OR title="a"' }),
      ),
    ).toBe("ad");
    expect((await library.call("Library/ListBooks", { parent: "shelves/s", pageToken: "x" })).code).toBe(
      "INVALID_ARGUMENT",
    );
  });

  it("give operations that hold the resource in the end", async () => {
    await using library = await open();
    const running = await library.must("Shelves/CreateShelf", { shelfId: "s", shelf: { theme: "x" } });
    expect(running["name"]).toMatch(/^shelves\/s\/operations\/operation-/);
    expect((await library.call("Shelves/GetShelf", { name: "shelves/s" })).code).toBe("NOT_FOUND");
    library.cloud.clock.advance(1_000);
    expect(await library.must("Operations/GetOperation", { name: running["name"]! })).toMatchObject({
      done: true,
      response: { "@type": "type.googleapis.com/library.v1.Shelf", name: "shelves/s", theme: "x" },
    });
    const changed = await library.must("Shelves/UpdateShelf", {
      shelf: { name: "shelves/s", theme: "y" },
      updateMask: "theme",
    });
    library.cloud.clock.advance(1_000);
    expect(await library.must("Operations/GetOperation", { name: changed["name"]! })).toMatchObject({
      response: { theme: "y" },
    });
  });

  it("are for what handlers put in place and remove, by its name", async () => {
    await using library = await open();
    const book = await library.book("b");
    library.cloud.emulator.handle("Library/MoveBook", ({ to }, context) => {
      const moved = context.resource(String(book["name"]));
      moved["name"] = `${String(to)}/books/b`;
      context.put(moved);
      context.delete(String(book["name"]));
      return moved;
    });
    await library.must("Library/MoveBook", { name, to: "shelves/t" });
    const { books } = await library.must("Library/ListBooks", { parent: "shelves/t" });
    expect(books).toMatchObject([{ name: "shelves/t/books/b", title: "t" }]);
    const again = await library.call("Library/MoveBook", { name, to: "shelves/t" });
    expect([again.code, again.message]).toEqual(["NOT_FOUND", expect.stringContaining("shelves/s/books/b")]);
    await library.book("b");
    const outcome = await library.call("Library/MoveBook", { name, to: "rooms" });
    expect([outcome.code, outcome.message]).toEqual([
      "INTERNAL",
      expect.stringContaining('"rooms/books/b" is not a name of library.example.com/Book'),
    ]);
  });

  it("remember a request by its identifier", async () => {
    await using library = await open();
    const requestId = "c56a4180-65aa-42ec-a945-5fd21dec0538";
    const request = { parent: "shelves/s", book: { title: "t" }, requestId };
    const first = await library.must("Library/CreateBook", request);
    expect(await library.must("Library/CreateBook", request)).toEqual(first);
    const other = await library.call("Library/CreateBook", { ...request, book: { title: "u" } });
    expect(other.code).toBe("INVALID_ARGUMENT");
    const { books } = await library.must("Library/ListBooks", { parent: "shelves/s" });
    expect(books).toHaveLength(1);
  });

  it("refuse what they do not know, and say where a service is", async () => {
    await using library = await open();
    expect((await library.call("Library/MoveBook", { name })).code).toBe("UNIMPLEMENTED");
    expect((await library.call("Library/GetBook", { name, viewOf: "x" })).message).toContain("view_of");
    const elsewhere = await library.cloud.call(
      "Library/GetBook",
      { name },
      { authority: "other.example.com:443" },
    );
    expect([elsewhere.code, elsewhere.message]).toEqual([
      "UNIMPLEMENTED",
      expect.stringContaining("served at its own host library.example.com:443"),
    ]);
  });
});
