import { describe, expect, it } from "vitest";
import { failure } from "../../fixture/test-transport.fixture.js";
import {
  type Book,
  BookType,
  fields,
  methods,
  openLibrary,
  type UpdateBookRequest,
} from "./books.fixture.js";
import { maskedUpdate } from "./masked-update.js";
import { maskedModifyNow, previewMaskedModify } from "./modify-call.js";
import { codedError } from "../../../../test/coded-error.js";

const stored = (version: number, more: Partial<Book> = {}): Book =>
  BookType.create({
    name: "b",
    title: "t",
    author: "a",
    etag: `"${version}"`,
    uid: "u",
    labels: { team: "x" },
    ...more,
  });
const modifying = { get: methods.getBook, update: methods.updateBook, fields };
const requestOf = (call: { readonly message: unknown } | undefined) => call?.message as UpdateBookRequest;

describe("the metadata of modify", () => {
  it("goes with the read and with the update, also if it is an iterator", async () => {
    const { caller, sent } = openLibrary([stored(1), stored(2)]);
    const metadata = new Map([["x-tenant", "blue"]]).entries();
    const change = (book: Book): void => void (book.title = "n");
    await maskedModifyNow(caller, modifying, { name: "b" }, change, { metadata });
    expect(sent().map((call) => call.metadata.get("x-tenant"))).toEqual(["blue", "blue"]);
  });
});

describe("an update with a field mask", () => {
  it("sends the mask of the request or of the option", async () => {
    const { caller, sent } = openLibrary([stored(2)]);
    const update = methods.updateBook;
    await maskedUpdate(caller, update, fields, { book: { name: "b", title: "n" }, updateMask: ["title"] });
    const option = { updateMask: (m: { author: never }) => [m.author], timeoutMs: 1000 };
    await maskedUpdate(caller, update, fields, { book: { name: "b" } }, option);
    expect(sent().map((call) => requestOf(call).updateMask)).toEqual([["title"], ["author"]]);
    expect(sent()[0]?.metadata.get("x-goog-request-params")).toBe("book.name=b");
  });

  it("names all that a client may set if the whole resource is given", async () => {
    const { caller, sent } = openLibrary([stored(2)]);
    await maskedUpdate(caller, methods.updateBook, fields, { book: { ...stored(1), title: "n" } });
    expect(requestOf(sent()[0]).updateMask).toEqual([
      "title",
      "author",
      "labels",
      "tags",
      "print",
      "reader",
      "printer",
      "pages",
      "prints",
      "counts",
    ]);
  });

  it.each<[what: string, request: object, options: object | undefined, why: RegExp, code: string]>([
    [
      "without a mask",
      { book: { name: "b", title: "n" } },
      undefined,
      /lacks author, labels, tags and 4 more.*modifyBook/,
      "OPTION_MISSING",
    ],
    [
      "without a mask, and with a part of a structure",
      { book: { name: "b", title: "n", print: { year: 1 } } },
      undefined,
      /lacks author, .*such as \{ updateMask: \(m\) => \[m\.title, m\.print\.year\] \}/,
      "OPTION_MISSING",
    ],
    [
      "with an empty mask",
      { book: { name: "b" }, updateMask: [] },
      undefined,
      /updateMask is required/,
      "OPTION_MISSING",
    ],
    ["with an option without paths", { book: {} }, { updateMask: [] }, /the mask is empty/, "OPTION_INVALID"],
    [
      "with two masks",
      { book: {}, updateMask: ["title"] },
      { updateMask: ["title"] },
      /already has a mask/,
      "OPTION_CONFLICT",
    ],
    [
      "with a path that there is not",
      { book: {}, updateMask: ["titel"] },
      undefined,
      /titel/,
      "OPTION_INVALID",
    ],
  ])("is refused %s", async (_, request, options, why, code) => {
    const { caller, sent } = openLibrary([stored(2)]);
    await expect(maskedUpdate(caller, methods.updateBook, fields, request, options)).rejects.toThrow(
      codedError(code, why),
    );
    expect(sent()).toHaveLength(0);
  });
});

describe("modify", () => {
  it("sends what was changed under the smallest mask, with the etag that was read", async () => {
    const { caller, sent } = openLibrary([stored(1), stored(2)]);
    const answer = await maskedModifyNow(caller, modifying, { name: "b" }, (book) => {
      book.labels["team"] = "y";
      book.author = "";
    });
    expect(answer.etag).toBe('"2"');
    expect(sent()).toHaveLength(2);
    expect(requestOf(sent()[1])).toMatchObject({
      book: { name: "b", etag: '"1"', author: "", labels: { team: "y" }, uid: "" },
      updateMask: ["author", "labels.team"],
    });
  });

  it("sends nothing if nothing was changed, and gives what was read", async () => {
    const { caller, sent } = openLibrary([stored(1)]);
    const call = maskedModifyNow(caller, modifying, { name: "b" }, () => undefined);
    expect(await call.withResponse()).toMatchObject({ data: stored(1), attempts: 1 });
    expect(sent()).toHaveLength(1);
  });

  it("begins again if someone else was faster", async () => {
    const { caller, clock, sent } = openLibrary([stored(1), failure(10, "etag"), stored(2), stored(3)]);
    const call = maskedModifyNow(caller, modifying, { name: "b" }, (book) => ({
      ...book,
      title: `${book.title}!`,
    }));
    await clock.advance(5_000);
    expect((await call).etag).toBe('"3"');
    expect(requestOf(sent()[3]).book?.etag).toBe('"2"');
  });

  it("says what to do where a server does not take entries of maps", async () => {
    const refuse = failure(3, "invalid mask");
    const { caller, sent } = openLibrary([stored(1), refuse, stored(1), stored(2)]);
    const change = (book: Book): void => void (book.labels["k"] = "v");
    await expect(maskedModifyNow(caller, modifying, { name: "b" }, change)).rejects.toThrow(
      codedError("INVALID_ARGUMENT", /wholeMaps: true/),
    );
    await maskedModifyNow(caller, modifying, { name: "b" }, change, { wholeMaps: true });
    expect(requestOf(sent()[3]).updateMask).toEqual(["labels"]);
  });

  it.each<[what: string, change: (book: Book) => unknown, why: RegExp]>([
    ["the name", (book) => (book.name = "c"), /name/],
    ["what the server writes", (book) => (book.uid = "v"), /uid/],
    ["a part of a resource in its place", () => ({ title: "x" }), /not the resource/],
  ])("refuses %s", async (_, change, why) => {
    const { caller, sent } = openLibrary([stored(1)]);
    await expect(maskedModifyNow(caller, modifying, { name: "b" }, change)).rejects.toThrow(
      codedError("INVALID_ARGUMENT", why),
    );
    expect(sent()).toHaveLength(1);
  });

  it("shows what it would do", async () => {
    const { caller, sent } = openLibrary([stored(1)]);
    const preview = await previewMaskedModify(
      caller,
      modifying,
      { name: "b" },
      (book) => void (book.title = ""),
    );
    expect(preview).toMatchObject({
      isUnchanged: false,
      updateMask: ["title"],
      before: { title: "t" },
      after: { title: "", author: "a", uid: "u" },
    });
    expect(JSON.parse(JSON.stringify(preview))).toMatchObject({ updateMask: ["title"] });
    expect(sent()).toHaveLength(1);
  });
});
