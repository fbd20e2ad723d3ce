import { describe, expect, it } from "vitest";
import { findNamedOperationMethods, isNamedOperation, readOperationTypes } from "./named-operation.js";
import { createCustomOptions } from "../base/options.js";
import { compileProtos } from "../protos.fixture.js";

const shapes: readonly [what: string, body: string, isOne: boolean][] = [
  [
    "as AIP-151 has it",
    "string name = 1; bool done = 3; oneof result { S error = 4; Any response = 5; }",
    true,
  ],
  [
    "with other numbers and names",
    "oneof x { Any response = 1; S error = 9; } bool done = 7; string name = 8;",
    true,
  ],
  [
    "with metadata",
    "string name = 1; Any metadata = 2; bool done = 3; oneof r { S error = 4; Any response = 5; }",
    true,
  ],
  ["without a name", "bool done = 3; oneof result { S error = 4; Any response = 5; }", false],
  [
    "with a number for done",
    "string name = 1; int32 done = 3; oneof r { S error = 4; Any response = 5; }",
    false,
  ],
  ["without a oneof", "string name = 1; bool done = 3; S error = 4; Any response = 5;", false],
  [
    "with two oneofs",
    "string name = 1; bool done = 3; oneof a { S error = 4; } oneof b { Any response = 5; }",
    false,
  ],
  [
    "with an error of its own",
    "string name = 1; bool done = 3; oneof r { M error = 4; Any response = 5; }",
    false,
  ],
  [
    "with a response of its own",
    "string name = 1; bool done = 3; oneof r { S error = 4; M response = 5; }",
    false,
  ],
];

const infos: readonly [info: string, response: string | undefined, metadata: string | undefined][] = [
  ['response_type: "Book" metadata_type: "Progress"', "acme.lib.v1.Book", "acme.lib.v1.Progress"],
  ['response_type: "acme.lib.v1.Book"', "acme.lib.v1.Book", undefined],
  ['response_type: ".acme.lib.v1.Book"', "acme.lib.v1.Book", undefined],
  ['response_type: "v1.Book"', "acme.lib.v1.Book", undefined],
  ['response_type: "Shelf.Board"', "acme.lib.v1.Shelf.Board", undefined],
  ['response_type: "lib.Common" metadata_type: "Common"', "acme.lib.Common", "acme.lib.Common"],
  ['response_type: "google.protobuf.Any"', "google.protobuf.Any", undefined],
  ['response_type: "Nobody" metadata_type: "other.Thing"', undefined, undefined],
  ['response_type: ""', undefined, undefined],
];

const head = 'syntax = "proto3"; import "google/protobuf/any.proto"; import "google/rpc/status.proto";';
const types = compileProtos({
  "google/rpc/status.proto": 'syntax = "proto3"; package google.rpc; message Status { int32 code = 1; }',
  "acme/shapes.proto": `${head} package acme;
    ${shapes
      .map(([, body], index) => `message Op${index} { ${body} }`)
      .join("\n")
      .replaceAll(/\bS (?=error)/g, "google.rpc.Status ")
      .replaceAll(/\bAny (?=response|metadata)/g, "google.protobuf.Any ")}
    message M {} message Name { string name = 1; } message Other { string id = 1; }
    service Both { rpc GetOperation(Name) returns (Op0); rpc CancelOperation(Name) returns (M); rpc WaitOperation(Name) returns (Op0); }
    service Get { rpc GetOperation(Name) returns (Op1); rpc CancelOperation(Other) returns (M); }
    service Id { rpc GetOperation(Other) returns (Op0); }
    service Stream { rpc GetOperation(Name) returns (stream Op0); }
    service Another { rpc Get(Name) returns (Op0); rpc GetOperation(Name) returns (M); }`,
  "acme/lib/common.proto": 'syntax = "proto3"; package acme.lib; message Common {}',
  "acme/info.proto": `syntax = "proto3"; package acme.info; import "google/protobuf/descriptor.proto";
    message Info { string response_type = 1; string metadata_type = 2; int32 more = 3; }
    extend google.protobuf.MethodOptions { Info operation_info = 50001; }`,
  "acme/lib/v1/books.proto": `syntax = "proto3"; package acme.lib.v1; import "acme/info.proto"; import "acme/lib/common.proto";
    import "google/protobuf/any.proto";
    message Book { google.protobuf.Any any = 1; Common common = 2; } message Progress {} message Shelf { message Board {} }
    service Books {
      ${infos.map(([info], index) => `rpc Do${index}(Book) returns (Book) { option (acme.info.operation_info) = { ${info} }; }`).join("\n")}
      rpc Plain(Book) returns (Book);
    }`,
});

describe("an operation of AIP-151", () => {
  it.each(shapes.map(([what, , isOne], index) => [what, isOne, index] as const))(
    "%s: %s",
    (_, isOne, index) => {
      const message = types.getMessage(`acme.Op${index}`);
      expect(message && isNamedOperation(message)).toBe(isOne);
    },
  );

  it.each([
    ["Both", ["GetOperation", "CancelOperation"]],
    ["Get", ["GetOperation", undefined]],
    ["Id", undefined],
    ["Stream", undefined],
    ["Another", undefined],
  ])("is read and ended by %s with %j", (service, want) => {
    const found = findNamedOperationMethods(types.getService(`acme.${service}`)!);
    expect(found && [found.get.name, found.cancel?.name]).toEqual(want);
  });
});

describe("what an operation holds", () => {
  const options = createCustomOptions(types.files);
  const methods = types.getService("acme.lib.v1.Books")!.methods;

  it.each(infos.map(([info, ...want], index) => [info, want, index] as const))("%s", (_, want, index) => {
    const { response, metadata } = readOperationTypes(methods[index]!, options, types);
    expect([response?.typeName, metadata?.typeName]).toEqual(want);
  });

  it("is not said where the option is not set", () => {
    expect(readOperationTypes(methods.at(-1)!, options, types)).toEqual({
      response: undefined,
      metadata: undefined,
    });
  });
});
