import { describe, expect, it } from "vitest";
import { codeOf } from "./codecs.fixture.js";

describe("a map", () => {
  it.each([
    ["map<string, string> m = 1;", "m: { [key: string]: string };", "asString, asString", "{}"],
    ["map<sint32, A> m = 1;", "m: { [key: number]: A };", "asSint32, A.wire", "{}"],
    ["map<int64, E> m = 1;", "m: Map<bigint, E>;", "asInt64, asEnum<E>()", "new Map()"],
    ["map<bool, bytes> m = 1;", "m: Map<boolean, Uint8Array>;", "asBool, asBytes", "new Map()"],
    [
      "map<string, google.protobuf.Int64Value> m = 1;",
      "m: { [key: string]: bigint | undefined };",
      "asString, asInt64Value",
      "{}",
    ],
    [
      "map<string, google.protobuf.Value> m = 1;",
      "m: { [key: string]: JsonValue | undefined };",
      "asString, asValue",
      "{}",
    ],
  ])("%s", async (field, type, kinds, empty) => {
    const code = await codeOf(`message A { ${field} } enum E { ZERO = 0; }`);
    expect(code).toContain(` ${type} `);
    expect(code).toContain(`writeEntries(writer, 10, message.m, ${kinds});`);
    expect(code).toContain(`case 10: readEntry(reader, message.m, ${kinds});`);
    expect(code).toContain(`message = { m: ${empty} }`);
  });

  it("of a closed enum keeps whole entries that are none as unknown fields", async () => {
    const code = await codeOf("message A { map<string, E> m = 1; } enum E { ONE = 1; }", {}, "proto2");
    expect(code).toContain("readClosedEntry(reader, message, 1, message.m, asUncheckedString, E);");
  });
});
