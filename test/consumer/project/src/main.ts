/** What an application of this SDK does, in one run. Prints what it found as one line of JSON. */
import { readFileSync } from "node:fs";
import { BookServiceClient, type BookSpec_Chapter_Note } from "./gen/acme/library/v1/index.js";
import { Acme, AcmeError, serviceAccount } from "./gen/index.js";

const { ADDRESS = "", KEY_FILE = "" } = process.env;

await using acme = new Acme({
  apiDomain: "acme.test",
  credentials: serviceAccount.fromPem({
    accountId: "account-1",
    keyId: "key-1",
    privateKey: readFileSync(KEY_FILE, "utf8"),
  }),
  endpoint: ADDRESS,
  insecure: true,
});
const books = new BookServiceClient(acme);
const note: BookSpec_Chapter_Note = { text: "see page 4", kind: 1 };

const creation = await books.create({
  metadata: { parentId: "branch-1", name: "moby-dick" },
  spec: {
    title: "Moby-Dick",
    isbn: 9780142437247n,
    edition: 0,
    chapters: [{ heading: "Loomings", chapters: [{ heading: "a nested one", note }] }],
    notesByPage: { 3: note },
    location: { $case: "shelf", value: { room: "A", row: 4 } },
    subtitle: "or, The Whale",
  },
});
await creation.wait({ pollIntervalMs: 20 });
const id = creation.resourceId;

const changed = await books.modify({ id }, (book) => {
  book.spec.location = { $case: "borrower", value: "Ishmael" };
  book.spec.notesByPage = {};
});
await changed.wait({ pollIntervalMs: 20 });
const book = await books.get({ id });

const titles: string[] = [];
for await (const { spec } of books.listAll({ parentId: "branch-1" })) titles.push(spec.title);

const removal = await books.delete({ id });
await removal.wait({ pollIntervalMs: 20 });
const error = await books.get({ id }).then(
  () => undefined,
  (reason: unknown) => reason,
);

console.log(
  JSON.stringify({
    titles,
    isbn: String(book.spec.isbn),
    edition: book.spec.edition,
    heading: book.spec.chapters[0]?.chapters[0]?.heading,
    location: book.spec.location,
    notes: Object.keys(book.spec.notesByPage),
    subtitle: book.spec.subtitle,
    code: error instanceof AcmeError ? error.code : "no AcmeError",
    kind: error instanceof AcmeError ? error.serviceErrors[0]?.kind?.$case : undefined,
  }),
);
