import { beforeAll, describe, expect, it } from "vitest";
import { generateRestClient } from "../rest/generate-rest-client.js";
import { acmeFile, acmeOptions, generateFrom } from "../plugin/request.fixture.js";
import { diffSdks } from "./diff.js";
import type { SdkFiles } from "../surface/sdk-files.js";

const protos = (fields: string): Record<string, string> => ({
  "acme/options.proto": acmeOptions,
  "acme/v1/book.proto": acmeFile(`
    message Book { ${fields} }
    service BookService { option (acme.api_service_name) = "b"; rpc Get(Book) returns (Book); }`),
});

const sdk = async (fields: string, parameter = "package_name=@acme/books"): Promise<SdkFiles> => {
  const { files, error } = await generateFrom(protos(fields), { parameter });
  expect(error).toBe("");
  return { label: "sdk", files: new Map(Object.entries(files)) };
};

/** An SDK as another version of the generator would have written it. */
const changed = ({ label, files }: SdkFiles, change: (text: string) => string): SdkFiles => ({
  label,
  files: new Map([...files].map(([path, text]) => [path, change(text)])),
});

describe("the API and the generator", () => {
  let old: SdkFiles;
  let now: SdkFiles;
  beforeAll(async () => {
    now = await sdk("string title = 1; string isbn = 2;");
    old = changed(await sdk("string title = 1;"), (text) =>
      text
        .replace('version: "0.1.0", options', 'version: "0.0.9", options')
        .replace('"@stratus/runtime": "0.1.0"', '"@stratus/runtime": "0.0.9"')
        .replaceAll(/\bget\(request/g, "fetch(request"),
    );
  });

  it("are told apart where two versions wrote the sides: the old descriptors are generated again", async () => {
    const { changes, before, after, notes, step } = await diffSdks(old, now);
    expect([before.generator, after.generator, notes, step]).toEqual(["0.0.9", "0.1.0", [], "major"]);
    expect(changes.map(({ cause, sentences }) => `${cause}: ${sentences.join(". ")}`)).toEqual(
      [
        "api: `Book.isbn` is new",
        "generator: `BookService.Get` was removed",
        "generator: The package now requires `@stratus/runtime` 0.1.0 instead of 0.0.9",
      ].toSorted((a, b) => Number(a.startsWith("generator")) - Number(b.startsWith("generator"))),
    );
  });

  it("cannot be told apart in an SDK that does not say what wrote it, and the report says so", async () => {
    const unsigned = changed(old, (text) => text.replace(/ {2}generator: \{.*\n/, ""));
    const { changes, notes } = await diffSdks(unsigned, now);
    expect(notes).toEqual([
      "sdk does not state which generator wrote it, so changes by the generator are listed among those of the API",
    ]);
    expect(new Set(changes.map(({ cause }) => cause))).toEqual(new Set(["api"]));
  });

  it("change no byte of the output where nothing changes but the version that it says", async () => {
    const again = await sdk("string title = 1; string isbn = 2;");
    expect([...again.files]).toEqual([...now.files]);
    expect((await diffSdks(now, again)).step).toBeUndefined();
  });
});

describe("a REST API and the generator", () => {
  const operation = (operationId: string): object => ({
    operationId,
    tags: ["books"],
    responses: { 200: { description: "Fine.", content: { "application/json": { schema: ref("Book") } } } },
  });
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const client = async (
    operations: readonly string[],
    exclude: readonly string[] = [],
  ): Promise<SdkFiles> => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Books", version: "1" },
      servers: [{ url: "https://api.example.com" }],
      paths: Object.fromEntries(operations.map((name) => [`/${name}`, { get: operation(name) }])),
      components: { schemas: { Book: { type: "object", properties: { title: { type: "string" } } } } },
    };
    const extension = {
      folder: "extra",
      files: [
        { path: "index.ts", text: "export function shout(text: string): string {\n  return text;\n}\n" },
      ],
      readme: "",
    };
    const { files } = await generateRestClient(
      { file: "books.json", text: JSON.stringify(document), extension },
      { packageName: "@acme/books", packageVersion: "1.0.0", name: "Books" },
      { exclude },
    );
    return { label: "client", files: new Map(files.map(({ path, text }) => [path, text])) };
  };
  const older = (sdk: SdkFiles): SdkFiles =>
    changed(sdk, (text) =>
      text
        .replace("`stratus openapi` 0.1.0;", "`stratus openapi` 0.0.9;")
        .replaceAll(/\btitle\?: string/g, "title?: string | number"),
    );

  it("are told apart: the old description is generated again, with its names and its extension", async () => {
    const old = older(await client(["getBook"]));
    const { changes, notes } = await diffSdks(old, await client(["getBook", "listBooks"]));
    expect(notes).toEqual([]);
    expect(changes.map(({ cause, sentences }) => `${cause}: ${sentences.join(". ")}`).toSorted()).toEqual([
      "api: `Books.list` is new",
      "api: `listBooks` is new",
      "generator: `Book.title` changed from `number | string` to `string`",
    ]);
  });

  it("carries nothing of what was left out of the client", async () => {
    const { files } = await client(["getBook", "getSecret"], ["getSecret"]);
    expect(files.get("description.json")).toContain("/getBook");
    const { "stratus.names.json": _, ...published } = Object.fromEntries(files);
    const telling = Object.entries(published).filter(([, text]) => text.includes("getSecret"));
    expect(telling).toEqual([]);
  });

  it("cannot be told apart where the description is gone, and the report says so", async () => {
    const old = older(await client(["getBook"]));
    const bare = { ...old, files: new Map([...old.files].filter(([path]) => path !== "description.json")) };
    const { notes } = await diffSdks(bare, await client(["getBook"]));
    expect(notes).toEqual([
      "client does not contain its API, so changes by the generator are listed among those of the API",
    ]);
  });
});

describe("the well-known types that the runtime has", () => {
  const holding = async (type: string): Promise<SdkFiles> => {
    const message = `message Book { google.protobuf.${type} at = 1; }
      service BookService { option (acme.api_service_name) = "b"; rpc Get(Book) returns (Book); }`;
    const text = acmeFile(message, ["google/protobuf/timestamp.proto", "google/protobuf/duration.proto"]);
    const given = { "acme/options.proto": acmeOptions, "acme/v1/book.proto": text };
    const { files } = await generateFrom(given, { parameter: "package_name=@acme/books" });
    return { label: "sdk", files: new Map(Object.entries(files)) };
  };

  it("come and go by their names in the proto", async () => {
    const { changes } = await diffSdks(await holding("Timestamp"), await holding("Duration"));
    expect(
      changes.map(({ sentences, place }) => [sentences.join(". "), place?.file, place?.element]),
    ).toEqual([
      [
        "The proto type of `Book.at` changed from `Timestamp` to `Duration`",
        "acme/v1/book.proto",
        "field acme.v1.Book.at",
      ],
      ["`Timestamp` was removed", "google/protobuf/timestamp.proto", "message google.protobuf.Timestamp"],
      ["`Duration` is new", "google/protobuf/duration.proto", "message google.protobuf.Duration"],
    ]);
  });
});

describe("messages alone", () => {
  it.each(["clients=false", "codec=none"])(
    "with %s are compared by their descriptors too",
    async (option) => {
      const parameter = `package_name=@acme/books,${option}`;
      const { changes } = await diffSdks(
        await sdk("int32 size = 1;", parameter),
        await sdk("sint32 size = 1;", parameter),
      );
      expect(changes.map(({ sentences }) => sentences)).toEqual([
        ["The proto type of `Book.size` changed from `int32` to `sint32`"],
      ]);
    },
  );
});

describe("sources without a package", () => {
  it("are compared by the entries that a package would have", async () => {
    const parameter = "session_name=Acme";
    const { changes } = await diffSdks(
      await sdk("string a = 1;", parameter),
      await sdk("string b = 1;", parameter),
    );
    expect(changes.map(({ sentences, entry }) => [sentences, entry])).toEqual([
      [["`Book.a` was renamed to `Book.b`"], "./acme/v1"],
    ]);
  });
});

const spec = (paths: string, schemas: string): string => `
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example.com" }]
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
${paths}
      responses: { "200": { description: OK, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Order" } } } } } }
    post:
      operationId: placeOrder
      tags: [orders]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewOrder" } } } }
      responses: { "200": { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
components:
  schemas:
${schemas}
`;

const order = (more = ""): string =>
  `    Order: { type: object, required: [id, state], properties: { id: { type: string }, state: { type: string, enum: [open, paid${more}] } } }\n`;
const newOrder = (required: string, properties: string): string =>
  `    NewOrder: { type: object, required: [${required}], properties: { ${properties} } }\n`;
const plain = order() + newOrder("article", "article: { type: string }, note: { type: string }");

describe("a REST client", () => {
  const client = async (paths: string, schemas: string): Promise<SdkFiles> => {
    const names = { packageName: "shop", packageVersion: "1.0.0", name: "Shop" };
    const { files } = await generateRestClient({ file: "shop.yaml", text: spec(paths, schemas) }, names);
    return { label: "shop", files: new Map(files.map(({ path, text }) => [path, text])) };
  };
  const limit = "      parameters: [{ name: limit, in: query, schema: { type: integer } }]";

  it.each([
    ["an optional parameter is new", limit, plain, "minor"],
    ["a required parameter is new", limit.replace("in: query", "in: query, required: true"), plain, "major"],
    [
      "what is sent has a new required property",
      "",
      order() +
        newOrder(
          "article, count",
          "article: { type: string }, note: { type: string }, count: { type: integer }",
        ),
      "major",
    ],
    [
      "what is sent has a new property",
      "",
      order() +
        newOrder("article", "article: { type: string }, note: { type: string }, gift: { type: boolean }"),
      "minor",
    ],
    [
      "what is sent needs a property that it had",
      "",
      order() + newOrder("article, note", "article: { type: string }, note: { type: string }"),
      "major",
    ],
    [
      "what is sent may lack a property",
      "",
      order() + newOrder("", "article: { type: string }, note: { type: string }"),
      "major",
    ],
    [
      "a value is new",
      "",
      order(", lost") + newOrder("article", "article: { type: string }, note: { type: string }"),
      "minor",
    ],
    [
      "a property has another type",
      "",
      plain.replace("id: { type: string }", "id: { type: integer }"),
      "major",
    ],
    [
      "a property of answers is gone",
      "",
      plain.replace("id: { type: string }, ", "").replace("[id, state]", "[state]"),
      "major",
    ],
    ["a property of answers is now optional", "", plain.replace("[id, state]", "[state]"), "major"],
    [
      "a schema is new",
      "",
      `${plain}    Extra: { type: object, properties: { a: { type: string } } }\n`,
      "minor",
    ],
  ])("is judged by its public surface: %s", async (_, paths, schemas, step) => {
    const diff = await diffSdks(await client("", plain), await client(paths, schemas));
    expect(diff.step).toBe(step);
  });

  it("loses an operation, which is told by its names", async () => {
    const post = / {4}post:\n(?: {6}.*\n)+/;
    const gone = spec("", plain).replace(post, "");
    const names = { packageName: "shop", packageVersion: "1.0.0", name: "Shop" };
    const { files } = await generateRestClient({ file: "shop.yaml", text: gone }, names);
    const { step, changes } = await diffSdks(await client("", plain), {
      label: "shop",
      files: new Map(files.map(({ path, text }) => [path, text])),
    });
    expect(step).toBe("major");
    expect(changes.map(({ sentences }) => sentences[0])).toContain("`Orders.place` was removed");
  });
});
