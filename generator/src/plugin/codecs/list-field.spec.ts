import { describe, expect, it } from "vitest";
import { codeOf } from "./codecs.fixture.js";

describe("a repeated field", () => {
  it.each([
    [
      "repeated string texts = 1;",
      "texts: string[];",
      "for (const value of message.texts) writer.string(10, value);",
    ],
    [
      "repeated A parts = 1;",
      "parts: A[];",
      "for (const value of message.parts) A.wire.write(writer, 10, value);",
    ],
    [
      "repeated google.protobuf.ListValue lists = 1;",
      "lists: JsonValue[][];",
      "for (const value of message.lists) asListValue.write(writer, 10, value);",
    ],
    [
      "repeated int32 sizes = 1 [packed = false];",
      "sizes: number[];",
      "for (const value of message.sizes) writer.int32(8, value);",
    ],
    ["repeated E kinds = 1;", "kinds: E[];", "writePacked(writer, 10, message.kinds, asEnum<E>());"],
  ])("%s", async (field, ...lines) => {
    const code = await codeOf(`message A { ${field} } enum E { ZERO = 0; }`);
    for (const line of lines) expect(code).toContain(line);
  });

  it("needs no codec where there are types alone", async () => {
    const code = await codeOf("message A { repeated A parts = 1; repeated int32 sizes = 2; }", {
      hasCodecs: false,
    });
    expect(code).toContain("export interface A { parts: A[]; sizes: number[]; }");
    expect(code).toContain(
      'import { defineTable, fields, type MessageTable } from "@stratus/runtime/generated/messages-v1";',
    );
  });
});
