/** A program on the SDK of the library: it compiles as it is, and its calls are looked at by the test. */
export const program = `
import { Google, Metadata, type OutgoingCall } from "./index.js";
import {
  Book,
  bookPath,
  type BookPath,
  LibraryClient,
  libraryPath,
  parseBookPath,
  Shelf,
  ShelvesClient,
} from "./library/v1/index.js";

const name: BookPath = bookPath({ shelf: "s", book: "b" });
const text: string = name;
// @ts-expect-error A string is not known to be the name of a book.
const unsure: BookPath = "shelves/s/books/b";
// @ts-expect-error The name of a library is not that of a book.
const other: BookPath = libraryPath({ library: "l" });
// @ts-expect-error A book is on a shelf.
const half = (): string => bookPath({ book: "b" });

/** The calls that a program makes, which are answered with what the test says. */
export async function run(answers: Readonly<Record<string, unknown>>): Promise<readonly OutgoingCall[]> {
  const seen: OutgoingCall[] = [];
  await using google = new Google({
    credentials: { description: "t", fetchToken: async () => ({ token: "t" }) },
    interceptors: [
      () => async (call) => {
        seen.push(call);
        const type = call.method.response as { create(init: unknown): unknown };
        return { header: Metadata.empty, trailer: Metadata.empty, messages: undefined, message: type.create(answers[call.method.name] ?? {}) };
      },
    ],
  });
  const library = new LibraryClient(google);
  const shelves = new ShelvesClient(google);
  await library.createBook({ parent: "shelves/s", book: { title: "t" } });
  await library.updateBook({ book: { name, title: "t" }, updateMask: ["title"] });
  await library.updateBook({ book: { name } }, { updateMask: (m) => [m.print.year, m.labels.key("two words"), m.owner.reader] });
  const book: Book = await library.getBook({ name: text });
  await library.updateBook({ book: { ...book, author: "a" } });
  const changed: Book = await library.modifyBook({ name }, (one) => {
    one.labels["k"] = "v";
    one.title = "";
  });
  const preview = await library.previewModifyBook({ name }, (one) => void (one.author = "b"), { timeoutMs: 1000 });
  const paths: readonly string[] = preview.updateMask;
  const operation = await shelves.modifyShelf({ name: "shelves/s" }, (shelf) => void (shelf.theme = "x"));
  const shelf: Shelf = await operation.result();
  const unchanged = await shelves.modifyShelf({ name: "shelves/s" }, () => undefined);
  await library.moveBook({ name, to: "shelves/t" });
  // @ts-expect-error A part of a book without a mask.
  await library.updateBook({ book: { name, title: "t" } }).catch(() => undefined);
  // @ts-expect-error A field that a book does not have.
  await library.updateBook({ book: { name } }, { updateMask: (m) => [m.titel] }).catch(() => undefined);
  // @ts-expect-error A mask names no elements of lists.
  await library.updateBook({ book: { name } }, { updateMask: (m) => [m.tags.at(0)] }).catch(() => undefined);
  facts.push(changed.name, paths, shelf.theme, unchanged.isUnchanged, parseBookPath(name), parseBookPath("x"));
  return seen;
}

/** Facts of the last run. */
export const facts: unknown[] = [];
void [unsure, other, half];
`;
