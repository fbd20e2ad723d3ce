import { clone, type Message } from "@bufbuild/protobuf";
import {
  FileDescriptorProtoSchema,
  type DescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { acmeOptions, compileProtos, type Protos, requestOf, runPlugin } from "./request.fixture.js";

/** Protos with comments of several lines in every place, and with several options on each element. */
const protos: Protos = {
  "acme/options.proto": acmeOptions,
  "acme/v1/book.proto": `// The books of the library,
// in two lines.
syntax = "proto3";
package acme.v1;
import "acme/options.proto";
import "google/protobuf/descriptor.proto";
extend google.protobuf.FieldOptions { bool sensitive = 60001; string hint = 60002; repeated int32 codes = 60003; }
extend google.protobuf.MethodOptions { string note = 60004; int64 cost = 60005; }

/* A book.
 * It has two lines. */
message Book {
  // Title of the book,
  // at most 100 characters.
  string title = 1 [(hint) = "a", (sensitive) = true, (codes) = 1, (codes) = 2, deprecated = true];
  // The kind.
  //
  //   - indented
  Kind kind = 2; // After it,
  // a trailing one.
}
// Kinds,
// of books.
enum Kind { KIND_UNSPECIFIED = 0; /* Long,
  very long. */ KIND_LONG = 1; }
// Reads books.
//
// And nothing else.
service BookService {
  option (acme.api_service_name) = "library";
  // Returns
  // a book.
  rpc Get(Book) returns (Book) { option (note) = "n"; option (cost) = 5; option idempotency_level = NO_SIDE_EFFECTS; }
}
`,
};

const parameter = "package_name=@acme/sdk,guide=true,server=true,json_types=true";

async function generate(files: readonly FileDescriptorProto[]): Promise<Readonly<Record<string, string>>> {
  const { files: output, error } = await runPlugin(
    requestOf(files, { parameter, generate: Object.keys(protos) }),
  );
  expect(error).toBe("");
  return output;
}

/** Puts the custom options of every element in another order; those of one number keep theirs. */
function shuffleOptions(file: FileDescriptorProto, dice: () => number): FileDescriptorProto {
  const shuffled = clone(FileDescriptorProtoSchema, file);
  const shuffle = (element: { readonly options?: Message | undefined }): void => {
    const unknown = element.options?.$unknown;
    if (!element.options || !unknown) return;
    const keys = new Map(unknown.map(({ no }) => [no, dice()]));
    element.options.$unknown = unknown.toSorted((a, b) => (keys.get(a.no) ?? 0) - (keys.get(b.no) ?? 0));
  };
  const shuffleMessage = (message: DescriptorProto): void => {
    shuffle(message);
    message.field.forEach(shuffle);
    message.nestedType.forEach(shuffleMessage);
  };
  shuffled.messageType.forEach(shuffleMessage);
  for (const service of shuffled.service) [service, ...service.method].forEach(shuffle);
  return shuffled;
}

/** Writes the line ends of comments as a checkout on another system has them. */
function withLineEnds(file: FileDescriptorProto, end: string): FileDescriptorProto {
  const other = clone(FileDescriptorProtoSchema, file);
  for (const location of other.sourceCodeInfo?.location ?? []) {
    location.leadingComments = location.leadingComments.replaceAll("\n", end);
    location.trailingComments = location.trailingComments.replaceAll("\n", end);
    location.leadingDetachedComments = location.leadingDetachedComments.map((one) =>
      one.replaceAll("\n", end),
    );
  }
  return other;
}

let compiled: readonly FileDescriptorProto[];
let want: Readonly<Record<string, string>>;
beforeAll(async () => {
  compiled = compileProtos(protos);
  want = await generate(compiled);
  expect(want["src/guide/acme/v1/book.ts"] ?? Object.keys(want).join()).toContain("It has two lines.");
});

it("protos that are checked out with CRLF give the same SDK, byte by byte", async () => {
  const crlf = Object.fromEntries(
    Object.entries(protos).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]),
  );
  expect(await generate(compileProtos(crlf))).toEqual(want);
});

it("the order of options, which each compiler writes differently, and line ends change nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.constantFrom("\n", "\r\n"), async (dice, end) => {
      const files = compiled.map((file) =>
        withLineEnds(
          shuffleOptions(file, () => dice.next().value),
          end,
        ),
      );
      expect(await generate(files)).toEqual(want);
    }),
    { numRuns: 4 },
  );
});
