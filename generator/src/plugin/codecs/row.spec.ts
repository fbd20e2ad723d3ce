import { describe, expect, it } from "vitest";
import { codecsOf, linkProtos, plainNames, plainRequest } from "./codecs.fixture.js";
import type { CodecRequest } from "./codecs.js";

const codeOf = async (fields: string, more?: Partial<CodecRequest>): Promise<string> => {
  const imports = ["timestamp", "wrappers"]
    .map((name) => `import "google/protobuf/${name}.proto";`)
    .join(" ");
  const text = `syntax = "proto3"; package a; ${imports} message Plain {} enum E { ZERO = 0; } message M { ${fields} }`;
  return (await codecsOf({ "a.proto": text }, more))["a.ts"] ?? "";
};

const codesOf = async (syntax: string, body: string): Promise<string> =>
  (await codecsOf({ "a.proto": `syntax = "${syntax}"; package a; ${body}` }))["a.ts"] ?? "";

describe("the row of a field", () => {
  it.each([
    ["int32 a = 1;", "int32 a = 1\n"],
    ["optional sfixed64 a_b = 1;", "optional sfixed64 a_b = 1\n"],
    ["repeated bytes a = 1;", "repeated bytes a = 1\n"],
    ["map<int64, E> a = 1;", "map<int64,${E}> a = 1\n"],
    ["optional E a = 1;", "optional ${E} a = 1\n"],
    ["Plain a = 1;", "${Plain} a = 1\n"],
    ["map<string, Plain> a = 1;", "map<string,${Plain}> a = 1\n"],
    ["google.protobuf.StringValue a = 1;", "google.protobuf.StringValue a = 1\n"],
    ["google.protobuf.Timestamp a = 1;", "${Timestamp} a = 1\n"],
    ["oneof One_of { string a = 1; }", "string a = 1 oneof=One_of\n"],
    ['string a = 1 [json_name = "@type"];', 'string a = 1 json=${"@type"}\n'],
    ["int64 a = 1 [jstype = JS_STRING];", "int64 a = 1 JS_STRING\n"],
    ["repeated fixed64 a = 1 [jstype = JS_STRING];", "repeated fixed64 a = 1 JS_STRING\n"],
    ["int64 a = 1 [jstype = JS_NUMBER];", "int64 a = 1\n"],
    ["string A_B = 1;", "string A_B = 1 local=aB\n"],
    ["oneof ONE_OF { string a = 1; }", "string a = 1 oneof=ONE_OF:oneOf\n"],
  ])("of %s", async (fields, want) => {
    expect(await codeOf(fields)).toContain(want);
    expect(await codeOf(fields, { hasCodecs: false })).toContain(want);
  });

  it("says what the wire format must know", async () => {
    const code = await codesOf(
      "proto2",
      "enum E { ONE = 1; } message M { repeated E e = 1; required group G = 2 {} required string s = 3; map<string, int32> m = 4; }",
    );
    expect(code).toContain("repeated ${E} e = 1 closed\n");
    expect(code).toContain("required ${M_G} g = 2 group\n");
    expect(code).toContain("required string s = 3 unchecked\n");
    expect(code).toContain("map<string,int32> m = 4 unchecked\n");
  });

  it("says what the options of the API say", async () => {
    const annotationsOf: CodecRequest["annotationsOf"] = ({ name }) =>
      name === "a" ? { behaviors: ["IMMUTABLE"], isSecret: true } : { behaviors: [], isSecret: false };
    const code = await codeOf("string a = 1; string b = 2;", { annotationsOf });
    expect(code).toContain("string a = 1 secret @IMMUTABLE\n");
    expect(code).toContain("string b = 2\n");
  });

  it("is said in the comment of the field too, where that does not say it already", async () => {
    const hintsOf: CodecRequest["hintsOf"] = ({ kind }) => ({
      isRequired: false,
      behaviors: kind === "field" ? ["IMMUTABLE", "OUTPUT_ONLY"] : [],
      limits: [],
    });
    const code = await codeOf(
      "\n// When.\nstring a = 1;\n// Output only. Where.\nstring b = 2; string c = 3;",
      {
        hintsOf,
      },
    );
    expect(code).toContain("/**\n   * When.\n   *\n   * Output only. Immutable.\n   */\n  a: string;");
    expect(code).toContain("/**\n   * Output only. Where.\n   *\n   * Immutable.\n   */\n  b: string;");
    expect(code).toContain("/** Output only. Immutable. */\n  c: string;");
  });

  it("states what an empty value means", async () => {
    const hintsOf: CodecRequest["hintsOf"] = ({ kind }) => ({
      isRequired: false,
      behaviors: kind === "field" ? ["MEANINGFUL_EMPTY_VALUE", "NON_EMPTY_DEFAULT"] : [],
      limits: [],
    });
    const code = await codeOf("string a = 1;", { hintsOf });
    expect(code).toContain("An empty value differs from an unset one.");
    expect(code).toContain("If it is not set, the server sets a value that is not empty.");
  });

  it("has rules in words behind it, those of messages and oneofs too", async () => {
    const hintsOf: CodecRequest["hintsOf"] = ({ kind }) => ({
      isRequired: kind !== "message",
      behaviors: kind === "oneof" ? ["IMMUTABLE"] : [],
      limits: kind === "oneof" ? [] : ["1 to 63 characters", 'begins with "a"'],
    });
    const code = await codeOf("\n// A name, required.\nstring a = 1; oneof o { string b = 2; }", { hintsOf });
    expect(code).toContain(
      '/**\n   * A name, required.\n   *\n   * 1 to 63 characters; begins with "a".\n   */\n  a: string;',
    );
    expect(code).toContain("/** Required. Immutable. */\n  o?:");
    expect(code).toContain('* 1 to 63 characters; begins with "a".\n *\n * @generated from');
  });

  it("has the property that was decided, where the name of the field does not tell it", async () => {
    const [file] = linkProtos({
      "a.proto": 'syntax = "proto3"; package a; message M { string to_string = 1; }',
    });
    const names = { ...plainNames, property: () => "toString$" };
    const { generateCodecs } = await import("./codecs.js");
    const [code] = generateCodecs({
      ...plainRequest(file ? [file] : []),
      names,
    });
    expect(code?.text).toContain("string to_string = 1 local=toString$\n");
  });
});

describe("a message without a codec", () => {
  it("is an interface and a table of one name", async () => {
    const code = await codeOf("string a = 1;", { hasCodecs: false });
    expect(code).toContain("export interface M {\n  a: string;\n}");
    expect(code).toContain(
      'export const M: MessageTable<M> = /*@__PURE__*/ defineTable<M>(\n  "a.M",\n  () => fields`\n    string a = 1\n  `,\n);',
    );
    expect(code).toContain('from "@stratus/runtime/generated/messages-v1"');
  });
});
