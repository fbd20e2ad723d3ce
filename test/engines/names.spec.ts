import { describe, expect, it } from "vitest";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { expectCompiles } from "../compile.fixture.js";

/** What code of messages writes out, or what JavaScript gives a meaning of its own. */
const types =
  "Any Array ArrayBuffer BigInt BinaryReader BinaryWriter Boolean Builtin Date DeepPartial Duration Error Exact Function JSON Long Map MessageFns Number Object Promise Proxy Set String Struct Symbol Timestamp Uint8Array UnknownField Value Writer".split(
    " ",
  );
const fields =
  "constructor to_string value_of has_own_property __proto__ fooBar foo_bar _1 x_ reader writer message tag end key value entry length input create encode decode".split(
    " ",
  );

/** Values that are words of the language, or lose their names to each other. */
const values =
  "switch case function interface return string undefined switch_ __proto__ nameOf KIND_A A KIND_KIND_B KIND_B KIND_2X".split(
    " ",
  );

const head = (place: string, more = ""): string =>
  `syntax = "proto3"; package ${place}; import "google/protobuf/struct.proto"; import "google/protobuf/wrappers.proto";
   import "google/protobuf/timestamp.proto"; import "google/protobuf/any.proto"; ${more}`;

const body = (type: string): string => `
  ${type} one = 1; repeated ${type} many = 2; map<string, ${type}> mapped = 3; map<int64, ${type}> by_long = 4;
  oneof choice { ${type} chosen = 5; string text = 6; } bytes raw = 7; int64 long = 8; repeated uint64 longs = 9;
  google.protobuf.ListValue list = 10; google.protobuf.Struct struct = 11; google.protobuf.StringValue wrapped = 12;
  google.protobuf.Timestamp at = 13; google.protobuf.Any any = 14; google.protobuf.Value json = 15;`;

describe("hard names, by ts-proto", () => {
  it("compile under the strictest settings, as types, as fields, and where another package has the same ones", async () => {
    const protos = {
      "types/a.proto": `${head("types")} ${types.map((name) => `message ${name} { ${body(name)} message Part { ${body("Part")} } }`).join("\n")}
        service S { rpc Get(Any) returns (Any); }`,
      "enums/a.proto": `${head("enums")} ${types.map((name, at) => `enum ${name} { ZERO_${at} = 0; }`).join("\n")}
        message Holder { ${types.map((name, at) => `${name} f${at} = ${at + 1}; repeated ${name} g${at} = ${at + 1001}; map<string, ${name}> m${at} = ${at + 2001};`).join("\n")} }`,
      "values/a.proto": `syntax = "proto2"; package values;
        message Holder { enum Kind { ${values.map((name, at) => `${name} = ${at};`).join(" ")} } optional Kind kind = 1; }
        enum Kind { KIND_switch = 0; KIND_number = 1; KIND_KIND_any = 2; }`,
      "others/a.proto": `${head("others", 'import "types/a.proto";')}
        ${types.map((name) => `message ${name} { types.${name} other = 1; types.${name}.Part part = 2; ${name} own = 3; }`).join("\n")}`,
      "fields/a.proto": `syntax = "proto2"; package fields;
        message Fields { ${fields.map((name, at) => `optional string ${name} = ${at + 1};`).join(" ")} oneof then { string to_json = 100; } }
        message Oneofs { ${fields.map((name, at) => `oneof ${name} { Fields a${at} = ${at + 1}; string b${at} = ${at + 101}; }`).join(" ")} }`,
    };
    const { files, error } = await generateFrom(protos, { parameter: "codec=ts-proto,kind=cloud" });
    expect(error).toBe("");
    await expectCompiles(files);
  });
});
