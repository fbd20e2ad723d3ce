import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildFolder, type Folder } from "../compile.fixture.js";
import { program } from "./program.fixture.js";

interface SeenCall {
  readonly method: { readonly name: string };
  readonly message: Record<string, unknown>;
  readonly metadata: { get(name: string): string | undefined };
}
interface Program {
  run(answers: Readonly<Record<string, unknown>>): Promise<readonly SeenCall[]>;
  readonly facts: readonly unknown[];
}

/** `npm run long -- official` runs these tests with the codecs of ts-proto, too. */
const codec = process.env["AIP_CODEC"] ?? "stratus";

const protos = compileProtos(libraryFiles());
const own = ["google/api/", "google/longrunning/", "google/rpc/", "library/"];
const uuid4 = /^[0-9a-f-]{14}4[0-9a-f]{3}-[89ab][0-9a-f-]{16}$/;

describe("an SDK of an API that follows AIP", () => {
  let folder: Folder;
  let files: Readonly<Record<string, string>>;
  let seen: readonly SeenCall[];
  let facts: readonly unknown[];

  beforeAll(async () => {
    const generate = protos.map(({ name }) => name).filter((name) => own.some((one) => name.startsWith(one)));
    const parameter = `session_name=Google,required=docs,codec=${codec}`;
    const outcome = await runPlugin(requestOf(protos, { parameter, generate }));
    expect(outcome.error).toBe("");
    ({ files } = outcome);
    folder = await buildFolder({ ...files, "main.ts": program });
    const main = await folder.load<Program>("main.js");
    const book = { name: "shelves/s/books/b", title: "t", etag: "7", labels: { k: "w" }, uid: "u" };
    seen = await main.run({
      GetBook: book,
      UpdateBook: book,
      GetShelf: { name: "shelves/s", theme: "" },
      UpdateShelf: { name: "operations/1", done: true, result: { $case: "response", value: shelf } },
    });
    facts = main.facts;
  });
  afterAll(() => folder?.[Symbol.asyncDispose]());

  const calls = (name: string) => seen.filter(({ method }) => method.name === name);

  it("fills the identifier of a request, and says where it belongs", () => {
    const [create] = calls("CreateBook");
    expect(create?.message["requestId"]).toMatch(uuid4);
    expect(create?.metadata.get("x-goog-request-params")).toBe("parent=shelves%2Fs");
    const [move] = calls("MoveBook");
    expect(move?.message["moveToken"]).toBe("");
    expect(move?.metadata.get("x-goog-request-params")).toBe("shelf=shelves%2Ft&to=shelves%2Ft");
  });

  it("sends the masks that the program means, and refuses what has none", () => {
    const masks = calls("UpdateBook").map(({ message }) => message["updateMask"]);
    expect(masks).toEqual([
      ["title"],
      ["print.year", "labels.`two words`", "reader"],
      ["title", "author", "labels", "tags", "print", "reader", "printer", "pages", "prints"],
      ["title", "labels.k"],
    ]);
    expect(calls("UpdateBook")[3]?.message["book"]).toMatchObject({ etag: "7", title: "", uid: "" });
    expect(calls("UpdateShelf").map(({ message }) => message["updateMask"])).toEqual([["theme"]]);
  });

  it("makes and reads names, and shows what a change would do", () => {
    expect(facts).toEqual(["shelves/s/books/b", ["author"], "x", true, { shelf: "s", book: "b" }, undefined]);
  });

  it("names in comments what a field refers to", () => {
    expect(files["library/v1/library.ts"]).toContain("The name of a `library.example.com/Book`");
    expect(files["library/v1/library.ts"]).toContain("The parent of `library.example.com/Book`");
  });
});

/** A shelf with the theme `x`, packed. */
const shelf = {
  typeUrl: "type.googleapis.com/library.v1.Shelf",
  value: Uint8Array.from([0x12, 0x01, "x".charCodeAt(0)]),
};

describe("the options for files beside the protos", () => {
  it.each([
    ["service_yaml=none.yaml", /none.yaml cannot be read/],
    ["grpc_service_config=package.json", /package.json: .*methodConfig/],
    ["service_yaml=buf.yaml", /type: google.api.Service/],
    ["service_yaml=x.txt", /paths to .yaml files/],
    ["codec=none,service_yaml=x.yaml", /there are messages alone/],
    ["clients=false,grpc_service_config=x.json", /there are messages alone/],
  ])("%s is refused with a reason", async (parameter, why) => {
    const { error } = await runPlugin(requestOf(protos, { parameter: `${parameter}` }));
    expect(error).toMatch(why);
  });
});
