import { describe, expect, it } from "vitest";
import { compileProtos, requestOf, type Protos } from "../request.fixture.js";
import { readRequest } from "./request.js";
import { linkSchema, type Schema } from "./schema.js";

const options = (body: string): Protos => ({
  "a/options.proto": `syntax = "proto3"; package a; import "google/protobuf/descriptor.proto"; ${body}`,
});

function link(protos: Protos): Schema {
  return linkSchema(readRequest(requestOf(compileProtos(protos))));
}

const service = (imports: string, body: string): Protos => ({
  "s.proto": `syntax = "proto3"; package s; ${imports} message M {} service S { ${body} rpc Do(M) returns (M); }`,
});

const serviceOf = (schema: Schema) => schema.files.flatMap((file) => file.services)[0]!;

describe("an option is known by its simple name", () => {
  it.each([
    [
      "in a package",
      options("extend google.protobuf.ServiceOptions { string host = 50001; }"),
      '(a.host) = "x"',
      "x",
    ],
    [
      "with another number",
      options("extend google.protobuf.ServiceOptions { string host = 99999; }"),
      '(a.host) = "x"',
      "x",
    ],
    [
      "inside a message",
      options("message In { extend google.protobuf.ServiceOptions { string host = 50001; } }"),
      '(a.In.host) = "x"',
      "x",
    ],
    [
      "of another type: then it is a stranger",
      options("extend google.protobuf.ServiceOptions { int32 host = 50001; }"),
      "(a.host) = 5",
      undefined,
    ],
    [
      "repeated: then it is a stranger",
      options("extend google.protobuf.ServiceOptions { repeated string host = 50001; }"),
      '(a.host) = "x"',
      undefined,
    ],
  ])("%s", (_, protos, value, want) => {
    const schema = link({ ...protos, ...service('import "a/options.proto";', `option ${value};`) });
    expect(schema.options.text(serviceOf(schema), "host")).toBe(want);
  });

  it("and where two are called so, the one that is set counts", () => {
    const two = options("extend google.protobuf.ServiceOptions { string host = 50001; }");
    const other = {
      "b/options.proto":
        'syntax = "proto3"; package b; import "google/protobuf/descriptor.proto"; extend google.protobuf.ServiceOptions { string host = 50002; }',
    };
    const schema = link({
      ...two,
      ...other,
      ...service('import "b/options.proto";', 'option (b.host) = "b";'),
    });
    expect(schema.options.text(serviceOf(schema), "host")).toBe("b");
  });
});

describe("values of an enum option", () => {
  const values =
    "enum ThingKind { THING_KIND_NONE = 0; THING_KIND_BIG_ONE = 1; ODD = 2; THING_KIND_FAR = -1; }";

  it.each([
    ["one", "ThingKind kind = 50001;", "option (a.kind) = THING_KIND_BIG_ONE;", ["BIG_ONE"]],
    ["one without the prefix of its enum", "ThingKind kind = 50001;", "option (a.kind) = ODD;", ["ODD"]],
    ["a negative one", "ThingKind kind = 50001;", "option (a.kind) = THING_KIND_FAR;", ["FAR"]],
    [
      "several",
      "repeated ThingKind kind = 50001;",
      "option (a.kind) = ODD; option (a.kind) = THING_KIND_NONE;",
      ["ODD", "NONE"],
    ],
    [
      "several, one by one",
      "repeated ThingKind kind = 50001 [packed = false];",
      "option (a.kind) = ODD; option (a.kind) = THING_KIND_NONE;",
      ["ODD", "NONE"],
    ],
    ["none", "ThingKind kind = 50001;", "", []],
  ])("%s", (_, field, value, want) => {
    const schema = link({
      ...options(`extend google.protobuf.ServiceOptions { ${field} } ${values}`),
      ...service('import "a/options.proto";', value),
    });
    expect(schema.options.enumNames(serviceOf(schema), "kind")).toEqual(want);
  });
});

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
