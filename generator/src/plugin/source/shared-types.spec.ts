import { describe, expect, it } from "vitest";
import { linkProtos } from "../codecs/codecs.fixture.js";
import { isSharedType, sharedFiles, listTypes } from "./shared-types.js";

/** The types of a file that the runtime has, by name. */
function sharedOf(text: string, path = "google/protobuf/timestamp.proto"): string[] {
  const file = linkProtos({ [path]: text }).find((one) => one.proto.name === path);
  return (file ? listTypes(file) : []).filter(isSharedType).map(({ name }) => name);
}

const head = 'syntax = "proto3"; package google.protobuf;';

describe("the types that the runtime has", () => {
  it("are all those of the files that nearly every API imports", () => {
    const types = sharedFiles.flatMap((file) => listTypes(file));
    expect(types.length).toBe(18);
    expect(types.filter((one) => !isSharedType(one))).toEqual([]);
  });

  it.each<[what: string, body: string, want: readonly string[]]>([
    ["an old copy", "// Old.\nmessage Timestamp { int64 seconds = 1; int32 nanos = 2; }", ["Timestamp"]],
    [
      "several in one file, and others beside them",
      "message Duration { int64 seconds = 1; int32 nanos = 2; } message Moment { Duration of = 1; }",
      ["Duration"],
    ],
    ["another field", "message Timestamp { int64 seconds = 1; int32 nanos = 2; string zone = 3; }", []],
    ["a field less", "message Timestamp { int64 seconds = 1; }", []],
    ["another type", "message Timestamp { uint64 seconds = 1; int32 nanos = 2; }", []],
    ["another number", "message Timestamp { int64 seconds = 1; int32 nanos = 3; }", []],
    [
      "another name in JSON",
      'message Timestamp { int64 seconds = 1 [json_name = "s"]; int32 nanos = 2; }',
      [],
    ],
    ["a field that may be absent", "message Timestamp { optional int64 seconds = 1; int32 nanos = 2; }", []],
    ["a list", "message Timestamp { int64 seconds = 1; repeated int32 nanos = 2; }", []],
    ["a oneof", "message Timestamp { oneof of { int64 seconds = 1; int32 nanos = 2; } }", []],
    [
      "a type inside",
      "message Timestamp { int64 seconds = 1; int32 nanos = 2; message Zone { string name = 1; } }",
      [],
    ],
    ["an enum of that name", "enum Timestamp { ZERO = 0; }", []],
    ["more values", "enum NullValue { NULL_VALUE = 0; NOTHING = 1; }", []],
    [
      "a type of a type that is another",
      "message Value { Empty null_value = 1; } message Empty {}",
      ["Empty"],
    ],
    [
      "types that name each other and one that is another",
      `message Struct { map<string, Value> fields = 1; } message ListValue { repeated Value values = 1; }
       message Value { oneof kind { NullValue null_value = 1; double number_value = 2; string string_value = 3;
         bool bool_value = 4; Struct struct_value = 5; ListValue list_value = 6; } }
       enum NullValue { NULL_VALUE = 0; NOTHING = 1; }`,
      [],
    ],
  ])("are told by what is in them: %s", (_, body, want) => {
    expect(sharedOf(`${head}\n${body}`)).toEqual(want);
  });

  it.each([
    [
      "a field that is hidden in debug output",
      "message StringValue { string value = 1 [debug_redact = true]; }",
    ],
    ["a field that is deprecated", "message StringValue { string value = 1 [deprecated = true]; }"],
    ["a message that is deprecated", "message Empty { option deprecated = true; }"],
    ["an enum that is deprecated", "enum NullValue { option deprecated = true; NULL_VALUE = 0; }"],
    ["a value that is deprecated", "enum NullValue { NULL_VALUE = 0 [deprecated = true]; }"],
  ])("are others with an option that generated code may show: %s", (_, body) => {
    expect(sharedOf(`${head}\n${body}`)).toEqual([]);
  });

  it("are the same with options that only compilers use", () => {
    const body = "message BytesValue { bytes value = 1 [ctype = CORD]; }";
    expect(sharedOf(`${head}\n${body}`)).toEqual(["BytesValue"]);
  });

  it("are those of the package, and not of one that is called alike", () => {
    const text = 'syntax = "proto3"; package acme.google.protobuf; message Empty {}';
    expect(sharedOf(text, "acme/empty.proto")).toEqual([]);
  });

  it("are known in a file of any name, and with options of the API's own they are others", () => {
    const options = `import "google/protobuf/descriptor.proto";
      extend FieldOptions { bool sensitive = 50001; }
      message Empty {} message BytesValue { bytes value = 1 [(sensitive) = true]; }`;
    expect(sharedOf(`${head}\n${options}`, "vendored/all.proto")).toEqual(["Empty"]);
  });
});
