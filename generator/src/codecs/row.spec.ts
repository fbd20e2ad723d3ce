import { describe, expect, it } from "vitest";
import { codecsOf, linkProtos, plainNames } from "./codecs.fixture.js";
import type { CodecRequest } from "./codecs.js";

const codeOf = async (fields: string, more?: Partial<CodecRequest>): Promise<string> => {
  const imports = ["timestamp", "wrappers"]
    .map((name) => `import "google/protobuf/${name}.proto";`)
    .join(" ");
  const text = `syntax = "proto3"; package a; ${imports} message Plain {} enum E { ZERO = 0; } message M { ${fields} }`;
  return (await codecsOf({ "a.proto": text }, more))["a.ts"] ?? "";
};

describe("the row of a field", () => {
  it.each([
    ["int32 a = 1;", 'row("a", "int32")'],
    ["optional sfixed64 a_b = 1;", 'row("a_b", "sfixed64", { presence: true })'],
    ["repeated bytes a = 1;", 'row("a", ["bytes"])'],
    ["map<int64, E> a = 1;", 'row("a", ["int64", E])'],
    ["optional E a = 1;", 'row("a", E, { presence: true })'],
    ["Plain a = 1;", 'row("a", Plain)'],
    ["map<string, Plain> a = 1;", 'row("a", ["string", Plain])'],
    ["google.protobuf.StringValue a = 1;", 'row("a", "google.protobuf.StringValue")'],
    ["google.protobuf.Timestamp a = 1;", 'row("a", Timestamp)'],
    ["oneof One_of { string a = 1; }", 'row("a", "string", { oneof: "One_of" })'],
    ['string a = 1 [json_name = "@type"];', 'row("a", "string", { json: "@type" })'],
    ["string A_B = 1;", 'row("A_B", "string", { local: "aB" })'],
    ["oneof ONE_OF { string a = 1; }", 'row("a", "string", { oneof: ["ONE_OF", "oneOf"] })'],
  ])("of %s", async (fields, want) => {
    expect(await codeOf(fields)).toContain(want);
    expect(await codeOf(fields, { hasCodecs: false })).toContain(want);
  });

  it("says what the options of the API say", async () => {
    const marksOf: CodecRequest["marksOf"] = ({ name }) =>
      name === "a" ? { behaviors: ["IMMUTABLE"], isSecret: true } : { behaviors: [], isSecret: false };
    const code = await codeOf("string a = 1; string b = 2;", { marksOf });
    expect(code).toContain('row("a", "string", { behaviors: ["IMMUTABLE"], secret: true })');
    expect(code).toContain('row("b", "string")');
  });

  it("is said in the comment of the field too, where that does not say it already", async () => {
    const marksOf: CodecRequest["marksOf"] = () => ({
      behaviors: ["IMMUTABLE", "OUTPUT_ONLY"],
      isSecret: false,
    });
    const code = await codeOf(
      "\n// When.\nstring a = 1;\n// Output only. Where.\nstring b = 2; string c = 3;",
      {
        marksOf,
      },
    );
    expect(code).toContain("/**\n   * When.\n   *\n   * Output only. Immutable.\n   */\n  a: string;");
    expect(code).toContain("/**\n   * Output only. Where.\n   *\n   * Immutable.\n   */\n  b: string;");
    expect(code).toContain("/** Output only. Immutable. */\n  c: string;");
  });

  it("has the property that was decided, where the name of the field does not tell it", async () => {
    const [file] = linkProtos({
      "a.proto": 'syntax = "proto3"; package a; message M { string to_string = 1; }',
    });
    const names = { ...plainNames, property: () => "toString$" };
    const { generateCodecs } = await import("./codecs.js");
    const [code] = generateCodecs({
      files: file ? [file] : [],
      names,
      importExtension: ".js",
      runtime: "@stratus/runtime",
    });
    expect(code?.text).toContain('row("to_string", "string", { local: "toString$" })');
  });
});

describe("a message without a codec", () => {
  it("is an interface and a table of one name", async () => {
    const code = await codeOf("string a = 1;", { hasCodecs: false });
    expect(code).toContain("export interface M {\n  a: string;\n}");
    expect(code).toContain(
      'export const M: MessageTable<M> = /*@__PURE__*/ defineTable<M>("a.M", () => [row("a", "string")]);',
    );
    expect(code).toContain('from "@stratus/runtime/messages-v1"');
  });
});
