import { describe, expect, it } from "vitest";
import { codeOf } from "./codecs.fixture.js";

describe("a repeated field", () => {
  it.each([
    [
      "repeated string texts = 1;",
      "texts: string[];",
      "for (const value of message.texts) writer.string(10, value);",
      "message.texts.push(reader.string());",
    ],
    [
      "repeated A parts = 1;",
      "parts: A[];",
      "for (const value of message.parts) A.wire.write(writer, 10, value);",
      "message.parts.push(A.wire.read(reader));",
    ],
    [
      "repeated google.protobuf.ListValue lists = 1;",
      "lists: JsonValue[][];",
      "for (const value of message.lists) asListValue.write(writer, 10, value);",
      "message.lists.push(asListValue.read(reader));",
    ],
    [
      "repeated int32 sizes = 1 [packed = false];",
      "sizes: number[];",
      "for (const value of message.sizes) writer.int32(8, value);",
      "case 8: message.sizes.push(reader.int32());",
    ],
    [
      "repeated E kinds = 1;",
      "kinds: E[];",
      "writePacked(writer, 10, message.kinds, asEnum<E>());",
      "message.kinds.push(reader.int32() as E);",
    ],
  ])("%s", async (field, ...lines) => {
    const code = await codeOf(`message A { ${field} } enum E { ZERO = 0; }`);
    for (const line of lines) expect(code).toContain(line);
    expect(code).toContain("(reader, end, message = {");
  });

  it("of numbers is read one by one and packed, however it is written", async () => {
    for (const packed of ["true", "false"]) {
      const code = await codeOf(`message A { repeated double sizes = 1 [packed = ${packed}]; }`);
      expect(code).toContain("case 9: message.sizes.push(reader.double());");
      expect(code).toContain(
        "case 10: for (const end = reader.enterList(); reader.isInList(end);) message.sizes.push(reader.double());",
      );
    }
  });

  it("of a closed enum keeps the numbers that are none of it as unknown fields", async () => {
    const code = await codeOf("message A { repeated E kinds = 1; } enum E { ONE = 1; }", {}, "proto2");
    expect(code).toContain("const value = readClosed(reader, message, 1, E);");
    expect(code.match(/if \(value !== undefined\) message\.kinds\.push\(value\);/g)).toHaveLength(2);
  });

  it("needs no codec where there are types alone", async () => {
    const code = await codeOf("message A { repeated A parts = 1; repeated int32 sizes = 2; }", {
      hasCodecs: false,
    });
    expect(code).toContain("export interface A { parts: A[]; sizes: number[]; }");
    expect(code).toContain(
      'import { defineTable, row, type MessageTable } from "@stratus/runtime/messages-v1";',
    );
  });
});
