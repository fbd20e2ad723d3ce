import { expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../plugin/request.fixture.js";
import { diffSdks } from "./diff.js";
import type { SdkFiles } from "../surface/sdk-files.js";

const sdk = async (own: string, response = "Book"): Promise<SdkFiles> => {
  const imports = ["acme/old/shelf.proto", "google/protobuf/empty.proto"];
  const service = `service BookService {
    option (acme.api_service_name) = "b"; rpc Lend(Book) returns (${response});
  }`;
  const { files, error } = await generateFrom({
    "acme/options.proto": acmeOptions,
    "acme/old/shelf.proto": 'syntax = "proto3"; package acme.old; message Shelf { string room = 1; }',
    "acme/v1/book.proto": acmeFile(`${own} ${service}`, imports),
  });
  expect(error).toBe("");
  return { label: "sdk", files: new Map(Object.entries(files)) };
};

it("a field with another message of the same name is described by the full names of both", async () => {
  const before = await sdk("message Book { acme.old.Shelf shelf = 1; }");
  const after = await sdk("message Book { Shelf shelf = 1; } message Shelf { int32 floor = 1; }");
  const { changes } = await diffSdks(before, after);
  const [change] = changes.filter(({ subject }) => subject === "Book.shelf");
  expect(change?.sentences).toEqual([
    "The proto type of `Book.shelf` changed from `acme.old.Shelf` to `acme.v1.Shelf`",
  ]);
  expect(change?.reasons).toEqual([
    "Code that uses it no longer compiles",
    "Bytes of one type are read wrongly as the other, or not at all",
  ]);
  expect(change?.fixes).toEqual(["Change the code that uses it"]);
});

it("a method that returned nothing and now returns a message breaks nobody, but the reverse does", async () => {
  const messages = "message Book { string id = 1; } message Loan { string until = 1; }";
  const [nothing, loan] = await Promise.all([sdk(messages, "google.protobuf.Empty"), sdk(messages, "Loan")]);
  const told = async (before: SdkFiles, after: SdkFiles): Promise<unknown> => {
    const { changes } = await diffSdks(before, after);
    return changes
      .filter(({ subject }) => subject === "BookService.Lend")
      .map(({ step, sentences }) => [step, ...sentences]);
  };
  expect(await told(nothing, loan)).toEqual([
    ["minor", "The response type of `BookService.Lend` changed from `Empty` to `Loan`"],
  ]);
  expect(await told(loan, nothing)).toEqual([
    ["major", "The response type of `BookService.Lend` changed from `Loan` to `Empty`"],
  ]);
});
