import { describe, expect, it } from "vitest";
import { compileProtos, requestOf, type Protos } from "../request.fixture.js";
import { readRequest } from "./request.js";
import { linkSchema, type Schema } from "./schema.js";

function link(protos: Protos): Schema {
  return linkSchema(readRequest(requestOf(compileProtos(protos))));
}

const serviceOf = (schema: Schema) => schema.files.flatMap((file) => file.services)[0]!;

describe("the place of an element", () => {
  it("is its line and column in its file, nested or not", () => {
    const text =
      'syntax = "proto3";\npackage p;\n\nmessage A {\n  message B {\n    string c = 1;\n  }\n  oneof d { string e = 2; }\n  enum F { G = 0; }\n}\nservice S {\n  rpc Do(A) returns (A);\n}\n';
    const schema = link({ "p.proto": text });
    const file = schema.generate[0]!;
    const [a] = file.messages;
    const [s] = file.services;
    const elements = [
      file,
      a!,
      a!.nestedMessages[0]!,
      a!.nestedMessages[0]!.fields[0]!,
      a!.oneofs[0]!,
      a!.nestedEnums[0]!,
      a!.nestedEnums[0]!.values[0]!,
      s!,
      s!.methods[0]!,
    ];
    expect(
      elements.map((one) => schema.source.place(one)).map(({ line, column }) => `${line}:${column}`),
    ).toEqual(["2:1", "4:1", "5:3", "6:5", "8:3", "9:3", "9:12", "11:1", "12:3"]);
  });

  it("is the file alone where the compiler kept no source info", () => {
    const files = compileProtos({
      "p.proto": 'syntax = "proto3"; package p; message A {} service S { rpc Do(A) returns (A); }',
    });
    const bare = files.map((file) => Object.assign(file, { sourceCodeInfo: undefined }));
    const schema = linkSchema(readRequest(requestOf(bare)));
    expect(schema.source.place(serviceOf(schema))).toEqual({
      file: "p.proto",
      line: undefined,
      column: undefined,
    });
  });
});

describe("a schema", () => {
  it("has each file after what it imports, files of equal standing by name, whatever the order of the request", () => {
    const chain = {
      "z.proto": "",
      "y.proto": 'import "z.proto";',
      "b.proto": "",
      "a.proto": 'import "y.proto";',
    };
    const protos = Object.fromEntries(
      Object.entries(chain).map(([name, body]) => [name, `syntax = "proto3"; ${body}`]),
    );
    const files = compileProtos(protos);
    for (const order of [files, files.toReversed()]) {
      const schema = linkSchema(readRequest(requestOf(order)));
      expect(schema.files.map((file) => file.proto.name)).toEqual([
        "b.proto",
        "z.proto",
        "y.proto",
        "a.proto",
      ]);
    }
  });
});
