import { describe, expect, it } from "vitest";
import { codeOf } from "./codecs.fixture.js";

describe("a map", () => {
  it.each([
    ["map<string, string> m = 1;", "m: { [key: string]: string };", "asString, asString"],
    ["map<sint32, A> m = 1;", "m: { [key: number]: A };", "asSint32, A.wire"],
    ["map<int64, E> m = 1;", "m: Map<bigint, E>;", "asInt64, asEnum<E>()"],
    ["map<bool, bytes> m = 1;", "m: Map<boolean, Uint8Array>;", "asBool, asBytes"],
    [
      "map<string, google.protobuf.Int64Value> m = 1;",
      "m: { [key: string]: bigint | undefined };",
      "asString, asInt64Value",
    ],
    [
      "map<string, google.protobuf.Value> m = 1;",
      "m: { [key: string]: JsonValue | undefined };",
      "asString, asValue",
    ],
  ])("%s", async (field, type, kinds) => {
    const code = await codeOf(`message A { ${field} } enum E { ZERO = 0; }`);
    expect(code).toContain(` ${type} `);
    expect(code).toContain(`writeEntries(writer, 10, message.m, ${kinds});`);
  });
});
