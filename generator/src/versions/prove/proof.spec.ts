import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../../plugin/request.fixture.js";
import type { SdkFiles } from "../../surface/sdk-files.js";
import { diffSdks } from "../diff.js";
import { printMarkdown } from "../print/markdown.js";
import { printText } from "../print/text.js";
import { joinErrors, addProof } from "./proof.js";
import { codedError } from "../../../../test/coded-error.js";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

const sdkOf = async (book: string, more = "", imports: readonly string[] = []): Promise<SdkFiles> => {
  const text = acmeFile(
    `
    enum Genre { GENRE_UNSPECIFIED = 0; GENRE_NOVEL = 1; }
    message Book { ${book} }
    message GetBookRequest { string id = 1; }
    service BookService {
      option (acme.api_service_name) = "b";
      rpc Get(GetBookRequest) returns (Book);
      ${more}
    }`,
    imports,
  );
  const parameter = "package_name=@acme/books,session_name=Acme,strip_prefix=acme,docs=true";
  const protos = { "acme/options.proto": acmeOptions, "acme/v1/book.proto": text };
  const { files, error } = await generateFrom(protos, { parameter });
  if (error !== "") throw new Error(error);
  return { label: "sdk", files: new Map(Object.entries(files)) };
};

describe("the proof of a report", () => {
  let old: SdkFiles;
  beforeAll(async () => {
    old = await sdkOf(
      "string title = 1; Genre genre = 2; oneof by { string author = 3; string team = 4; }",
      "rpc Find(GetBookRequest) returns (Book);",
    );
  });
  it("quotes of each change that breaks a compile a line and what the compiler says", async () => {
    const page =
      'Text\n\n```ts\nimport { Book } from "@acme/books/v1";\nBook.create({}).title.trim();\n```\n';
    const before = { ...old, files: new Map(old.files).set("docs/books/v1/BookService.md", page) };
    const now = await sdkOf("int64 title = 1; Genre genre = 2; oneof by { string author = 3; }");
    const found = await diffSdks(before, now);
    const diff = addProof(found, [before, now], repository);
    const proofs = new Map(diff.changes.map(({ subject, proof }) => [subject, proof]));
    expect(proofs.get("Book.title")).toEqual({
      line: "Book.create({}).title.trim();",
      error: "Property 'trim' does not exist on type 'bigint'.",
    });
    expect(proofs.get("Book.by.team")?.error).toContain('"team"');
    expect(proofs.get("BookService.Find")).toEqual({
      line: expect.stringMatching(/client\.find\(/),
      error: "Property 'find' does not exist on type 'BookServiceClient'.",
    });
    expect(diff.notes).toEqual([expect.stringMatching(/^\d+ of \d+ lines that use sdk no longer compile$/)]);
    expect(printText(diff, false)).toContain(
      "        Book.create({}).title.trim();\n          Property 'trim' does not",
    );
    expect(printMarkdown(diff)).toContain(
      "  ```ts\n  Book.create({}).title.trim();\n  // Property 'trim' does not exist on type 'bigint'.\n  ```",
    );
  });

  it("meets a second case beside the only one, which is a well-known message", async () => {
    const only = "google.protobuf.Any any = 1;";
    const before = await sdkOf(`oneof how { ${only} }`, "", ["google/protobuf/any.proto"]);
    const now = await sdkOf(`oneof how { ${only} string text = 2; }`, "", ["google/protobuf/any.proto"]);
    const { changes } = addProof(await diffSdks(before, now), [before, now], repository);
    expect(changes.map(({ proof }) => proof?.line)).toEqual([expect.stringContaining("one.how?.value")]);
  });

  it("tells what the compiler refuses and no change explains", async () => {
    const diff = await diffSdks(old, old);
    const refused = { text: "(one: v1.Book): string => one.title", elements: [], error: "Type 'bigint'" };
    expect(joinErrors(diff, [refused], 40).notes).toEqual([
      "1 of 40 lines that use sdk no longer compile",
      "No change explains the compiler error in `(one: v1.Book): string => one.title`: Type 'bigint'",
    ]);
  });

  it("asks for what the SDK imports, and for an API", async () => {
    const place = await mkdtemp(join(tmpdir(), "proof-"));
    try {
      const diff = await diffSdks(old, old);
      expect(() => addProof(diff, [old, old], place)).toThrow(
        codedError("PACKAGE_MISSING", "sdk imports @stratus/runtime"),
      );
      const rest = { label: "rest", files: new Map([["index.ts", "export const a = 1;"]]) };
      expect(() => addProof(diff, [rest, old], place)).toThrow(
        codedError("OPTION_INVALID", "rest does not contain it"),
      );
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  });
});
