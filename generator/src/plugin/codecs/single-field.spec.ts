import { describe, expect, it } from "vitest";
import { codeOf } from "./codecs.fixture.js";

describe("a field with one value", () => {
  it.each([
    ["string text = 1;", "text: string;", 'if (message.text !== "") writer.string(10, message.text);'],
    [
      "sint64 number = 16;",
      "number: bigint;",
      "if (!isZeroInt64(message.number)) writer.sint64(128, message.number);",
    ],
    [
      "uint64 total = 1 [jstype = JS_STRING];",
      "total: string;",
      'if (message.total !== "0") asUint64String.write(writer, 8, message.total);',
    ],
    [
      "float ratio = 1;",
      "ratio: number;",
      "if (!isPositiveZero(message.ratio)) writer.float(13, message.ratio);",
    ],
    ["bytes raw = 1;", "raw: Uint8Array;", "if (message.raw.length !== 0) writer.bytes(10, message.raw);"],
    [
      "optional bool flag = 1;",
      "flag?: boolean | undefined;",
      "if (message.flag !== undefined) writer.bool(8, message.flag);",
    ],
    [
      "A part = 1;",
      "part?: A | undefined;",
      "if (message.part !== undefined) A.wire.write(writer, 10, message.part);",
    ],
    [
      "google.protobuf.StringValue text = 1;",
      "text?: string | undefined;",
      "if (message.text !== undefined) asStringValue.write(writer, 10, message.text);",
    ],
    [
      "google.protobuf.Value json = 2;",
      "json?: JsonValue | undefined;",
      "if (message.json !== undefined) asValue.write(writer, 18, message.json);",
    ],
    ["E kind = 1;", "kind: E;", "if (message.kind !== 0) writer.int32(8, message.kind);"],
  ])("%s", async (field, ...lines) => {
    const code = await codeOf(`message A { ${field} } enum E { ZERO = 0; }`);
    for (const line of lines) expect(code).toContain(line);
  });

  it("is what proto2 and editions mean by it", async () => {
    const two = await codeOf(
      "message A { optional string text = 1; required int32 size = 2; optional E kind = 3; } enum E { ONE = 1; }",
      {},
      "proto2",
    );
    expect(two).toContain("text?: string | undefined; size?: number | undefined; kind?: E | undefined;");
    expect(two).toContain(
      'const message: Properties = {}; if (v[0] !== undefined) message["text"] = v[0]; if (v[1] !== undefined)',
    );
    const edition = await codeOf(
      "message A { string text = 1 [features.field_presence = IMPLICIT]; A part = 2 [features.message_encoding = DELIMITED]; }",
      {},
      "2023",
    );
    expect(edition).toContain(" text: string; ");
    expect(edition).toContain("A.wire.writeGroup(writer, 19, message.part);");
    expect(edition).toContain("(v: readonly unknown[]): object => ({ text: v[0], part: v[1] })");
  });
});
