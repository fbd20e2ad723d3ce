import { fromBinary, toBinary, toJson, fromJson, type DescMessage, type JsonValue } from "@bufbuild/protobuf";
import {
  BytesValueSchema,
  DoubleValueSchema,
  FieldMaskSchema,
  Int64ValueSchema,
  ListValueSchema,
  StringValueSchema,
  StructSchema,
  UInt32ValueSchema,
  ValueSchema,
} from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asFieldMask } from "./field-mask.js";
import { asListValue, asStruct, asValue } from "./plain-json.js";
import { Reader } from "./reader.js";
import type { ValueKind } from "./value-kinds.js";
import { asBytesValue, asDoubleValue, asInt64Value, asStringValue, asUInt32Value } from "./wrappers.js";
import { Writer } from "./writer.js";

/** The message that a kind writes, without the length before it. */
function writeBytes<T>(kind: ValueKind<T>, value: T): Uint8Array {
  const writer = new Writer();
  kind.write(writer, 0, value);
  return new Reader(writer.finish()).bytes();
}

function read<T>(kind: ValueKind<T>, ...pieces: readonly Uint8Array[]): T | undefined {
  let value: T | undefined;
  for (const piece of pieces) {
    const writer = new Writer();
    writer.bytes(0, piece);
    value = kind.read(new Reader(writer.finish()), value);
  }
  return value;
}

const json = fc.jsonValue({ depthSize: "small" }) as fc.Arbitrary<JsonValue>;

describe("plain JSON", () => {
  it.each([
    ["Struct", asStruct, StructSchema, fc.dictionary(fc.string(), json)],
    ["ListValue", asListValue, ListValueSchema, fc.array(json)],
    ["Value", asValue, ValueSchema, json],
  ] as readonly (readonly [string, ValueKind<unknown>, DescMessage, fc.Arbitrary<JsonValue>])[])(
    "is written as protobuf-es writes it, and read again: %s",
    (_, kind, schema, values) => {
      fc.assert(
        fc.property(values, (value) => {
          const bytes = writeBytes(kind, value);
          expect(bytes).toEqual(toBinary(schema, fromJson(schema, value)));
          expect(read(kind, bytes)).toEqual(value);
          expect(toJson(schema, fromBinary(schema, bytes))).toEqual(value);
        }),
      );
    },
  );

  it("has no place for what is none", () => {
    expect(() => writeBytes(asValue, 1n as never)).toThrow("a bigint is not JSON");
    expect(() => writeBytes(asStruct, { a: (() => 1) as never })).toThrow("a function is not JSON");
    expect(writeBytes(asStruct, { a: undefined as never })).toEqual(new Uint8Array(0));
  });

  it("is refused where it is nested too deep", () => {
    const nest = (levels: number): JsonValue => (levels === 0 ? 1 : [nest(levels - 1)]);
    expect(() => read(asValue, writeBytes(asValue, nest(40)))).not.toThrow();
    expect(() => read(asValue, writeBytes(asValue, nest(60)))).toThrow("nested more than 100 levels deep");
  });
});

describe("a wrapper", () => {
  it.each([
    ["DoubleValue", asDoubleValue, DoubleValueSchema, [0, -0, 1.5, Number.NaN]],
    ["Int64Value", asInt64Value, Int64ValueSchema, [0n, -1n]],
    ["UInt32Value", asUInt32Value, UInt32ValueSchema, [0, 2 ** 32 - 1]],
    ["StringValue", asStringValue, StringValueSchema, ["", "é"]],
    ["BytesValue", asBytesValue, BytesValueSchema, [new Uint8Array(0), Uint8Array.of(1)]],
  ] as readonly (readonly [string, ValueKind<unknown>, DescMessage, readonly unknown[]])[])(
    "is the value that it wraps, on the wire a message: %s",
    (_, kind, schema, values) => {
      for (const value of values) {
        const bytes = writeBytes(kind, value);
        expect(bytes).toEqual(toBinary(schema, { $typeName: schema.typeName, value } as never));
        expect(read(kind, bytes)).toEqual(value);
      }
    },
  );

  it("holds the default where it holds nothing, and the last of several", () => {
    expect(read(asStringValue, new Uint8Array(0))).toBe("");
    expect(read(asStringValue, Uint8Array.of(0x0a, 1, 97), new Uint8Array(0))).toBe("a");
    expect(read(asStringValue, Uint8Array.of(0x0a, 1, 97, 0x0a, 1, 98, 0x38, 1))).toBe("b");
  });
});

describe("a field mask", () => {
  it("is its paths, and more of them where it comes in pieces", () => {
    const bytes = writeBytes(asFieldMask, ["a.b", ""]);
    expect(fromBinary(FieldMaskSchema, bytes).paths).toEqual(["a.b", ""]);
    expect(read(asFieldMask, bytes, writeBytes(asFieldMask, ["c"]))).toEqual(["a.b", "", "c"]);
  });
});
