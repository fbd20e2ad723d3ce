import { describe, expect, it } from "vitest";
import { readFieldAnnotations, withAnnotations } from "./annotations.fixture.js";
import { readAnnotations } from "./annotations.js";
import { ruledApi } from "./validate.fixture.js";
import { listUncheckedRules, listUnsupportedRules } from "./unchecked-rules.js";

describe("what is left to the server is listed by name", () => {
  const rows: readonly (readonly [field: string, want: readonly string[]])[] = [
    ["string a = 1 [(buf.validate.field).cel = {id: 'a.b', expression: 'true'}];", ["cel:a.b"]],
    ["string a = 1 [(buf.validate.field).cel_expression = 'this != 0'];", ["cel:this != 0"]],
    ["int32 a = 1 [(buf.validate.field).string.max_len = 3];", ["string"]],
    ["string a = 1 [(buf.validate.field).string.pattern = '[a-z]+'];", ["string.pattern"]],
    ["string a = 1 [(buf.validate.field).string.pattern = '^[a-z]+$'];", []],
    ["bytes a = 1 [(buf.validate.field).bytes.pattern = '^[a-z]+$'];", ["bytes.pattern"]],
    ["repeated P a = 1 [(buf.validate.field).repeated.unique = true];", ["repeated.unique"]],
    [
      "repeated string a = 1 [(buf.validate.field).repeated.items.cel = {id: 'i', expression: 'true'}];",
      ["cel:i"],
    ],
  ];
  it.each(withAnnotations(rows))("%s %j", (_, want, { rules }) => {
    expect([...listUncheckedRules(rules), ...listUnsupportedRules(rules)].map(({ rule }) => rule)).toEqual(
      want,
    );
  });

  it("and apart from what is not read, which may be a mistake", () => {
    const [{ a } = {}] = readFieldAnnotations(["int32 a = 1 [(buf.validate.field).string.max_len = 3];"]);
    const { rules } = a!;
    expect([listUncheckedRules(rules).length, listUnsupportedRules(rules).length]).toEqual([0, 1]);
  });

  it("rules that the API has added to those of a type", () => {
    const more = {
      "acme/p.proto": `syntax = "proto2"; package acme; import "buf/validate/validate.proto";
        extend buf.validate.Int32Rules { optional bool even = 1161 [(buf.validate.predefined).cel = { id: "int32.even" expression: "this % 2 == 0" }]; }`,
    };
    const body =
      'syntax = "proto2"; package other; import "buf/validate/validate.proto"; import "acme/p.proto";';
    const api = ruledApi("", {
      more: {
        ...more,
        "other.proto": `${body} message M { optional int32 a = 1 [(buf.validate.field).int32.(acme.even) = true]; }`,
      },
    });
    const message = api.files.flatMap(({ messages }) => messages).find((one) => one.typeName === "other.M")!;
    const { rules } = readAnnotations(api.options).field(message.fields[0]!);
    expect(rules.unsupported).toEqual([{ rule: "int32.[acme.even]", reason: "it is written in CEL" }]);
  });

  it("rules that this version does not know", () => {
    const validate = `syntax = "proto2"; package buf.validate; import "google/protobuf/descriptor.proto";
      extend google.protobuf.FieldOptions { optional FieldRules field = 1159; }
      message FieldRules { oneof type { StringRules string = 14; } }
      message StringRules { optional bool phone = 77; optional uint64 max_len = 3; }`;
    const field = "string a = 1 [(buf.validate.field).string = {phone: true, max_len: 3}];";
    const [{ a } = {}] = readFieldAnnotations([field], { syntax: "proto3", validate });
    expect(listUnsupportedRules(a!.rules).map(({ rule }) => rule)).toEqual(["string.phone"]);
  });

  it("rules of protoc-gen-validate", () => {
    const more = {
      "validate/validate.proto": `syntax = "proto2"; package validate; import "google/protobuf/descriptor.proto";
        extend google.protobuf.FieldOptions { optional FieldRules rules = 1071; }
        extend google.protobuf.OneofOptions { optional bool required = 1071; }
        message FieldRules { optional StringRules string = 14; } message StringRules { optional uint64 min_len = 2; }`,
      "pgv.proto": `syntax = "proto3"; package pgv; import "validate/validate.proto";
        message M { string a = 1 [(validate.rules).string.min_len = 1]; oneof o { option (validate.required) = true; int32 b = 2; } }`,
    };
    const api = ruledApi("", { more });
    const message = api.files
      .flatMap(({ messages }) => messages)
      .find(({ typeName }) => typeName === "pgv.M")!;
    const annotations = readAnnotations(api.options);
    expect(annotations.field(message.fields[0]!).rules.unsupported.map(({ rule }) => rule)).toEqual([
      "validate.rules",
    ]);
    expect(annotations.oneof(message.oneofs[0]!).unsupported.map(({ rule }) => rule)).toEqual([
      "validate.required",
    ]);
  });
});
