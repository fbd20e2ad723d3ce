import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Reader } from "./reader.js";
import {
  asBool,
  asBytes,
  asDouble,
  asFixed32,
  asFixed64,
  asFloat,
  asInt32,
  asInt64,
  asSfixed32,
  asSfixed64,
  asSint32,
  asSint64,
  asString,
  asUint32,
  asUint64,
  asUncheckedString,
  type ValueKind,
} from "./value-kinds.js";
import { Writer } from "./writer.js";
import { runs } from "../../../../test/runs.js";

const int32 = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 127, 128, 2 ** 31 - 1, -(2 ** 31)));
const uint32 = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(2 ** 31, 2 ** 32 - 1));
const int64 = fc.oneof(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.bigInt(-300n, 300n));
const uint64 = fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 300n));
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ maxLength: 200 }),
  fc.constantFrom("\ufeffa", "é".repeat(45), "a".repeat(127), "a".repeat(128), "\ufffd"),
);

type Method = "double" | "float" | "int32" | "string" | "bytes";

/** A type with the methods of protobuf-es of the same name, its kind, and arbitrary values. */
type Case = readonly [type: string, kind: ValueKind<unknown>, values: fc.Arbitrary<unknown>];

// A kind and its values are of one type.
const cases = [
  ["double", asDouble, fc.double()],
  ["float", asFloat, fc.float()],
  ["int32", asInt32, int32],
  ["uint32", asUint32, uint32],
  ["sint32", asSint32, int32],
  ["fixed32", asFixed32, uint32],
  ["sfixed32", asSfixed32, int32],
  ["int64", asInt64, int64],
  ["uint64", asUint64, uint64],
  ["sint64", asSint64, int64],
  ["fixed64", asFixed64, uint64],
  ["sfixed64", asSfixed64, int64],
  ["bool", asBool, fc.boolean()],
  ["string", asString, text],
  ["string, unchecked", asUncheckedString, text],
  ["bytes", asBytes, fc.uint8Array({ maxLength: 300 })],
] as unknown as readonly Case[];

describe.each(cases)("a value of type %s", (type, kind, values) => {
  const tag = (20 << 3) | kind.wireType;
  const [method] = type.split(",") as [Method];
  const write = (writer: BinaryWriter, value: unknown): BinaryWriter => writer[method](value as never);
  const read = (reader: BinaryReader): unknown => reader[method]();

  it("is written as protobuf-es writes it, and read again", () => {
    fc.assert(
      fc.property(values, (value) => {
        const writer = new Writer();
        kind.write(writer, tag, value);
        const bytes = writer.finish();
        expect(bytes).toEqual(write(new BinaryWriter().uint32(tag), value).finish());
        const reader = new Reader(bytes);
        expect(reader.next(bytes.length)).toBe(tag);
        expect(kind.read(reader)).toEqual(value);
        expect(reader.next(bytes.length)).toBe(0);
      }),
    );
  });

  it("is read from any bytes as protobuf-es reads it, or refused", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), (bytes) => {
        const theirs = attempt(() => read(new BinaryReader(bytes)));
        const ours = attempt(() => {
          const reader = new Reader(bytes);
          const value = kind.read(reader);
          // The end is asked for behind each value.
          reader.isInList(bytes.length);
          return value;
        });
        if (theirs !== refused && ours !== refused) expect(ours).toEqual(theirs);
        // Text is checked here, and not by their method.
        if (kind !== asString) expect(ours === refused).toBe(theirs === refused);
      }),
      { numRuns: runs(100) },
    );
  });
});

const refused = Symbol("refused");

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return refused;
  }
}

describe("a value that the wire has no room for", () => {
  it.each([
    ["int32", (writer: Writer) => writer.int32(8, 2 ** 31)],
    ["int32", (writer: Writer) => writer.int32(8, 1.5)],
    ["int32", (writer: Writer) => writer.int32(8, Number.NaN)],
    ["uint32", (writer: Writer) => writer.uint32(8, -1)],
    ["sint32", (writer: Writer) => writer.sint32(8, -(2 ** 31) - 1)],
    ["fixed32", (writer: Writer) => writer.fixed32(13, 2 ** 32)],
    ["sfixed32", (writer: Writer) => writer.sfixed32(13, 2 ** 31)],
    ["int64", (writer: Writer) => writer.int64(8, 2n ** 63n)],
    ["int64", (writer: Writer) => writer.sint64(8, -(2n ** 63n) - 1n)],
    ["int64", (writer: Writer) => writer.sfixed64(9, 2n ** 64n)],
    ["uint64", (writer: Writer) => writer.uint64(8, -1n)],
    ["uint64", (writer: Writer) => writer.fixed64(9, 2n ** 64n)],
    ["float", (writer: Writer) => writer.float(13, 1e39)],
    ["float", (writer: Writer) => writer.float(13, "1" as unknown as number)],
    ["double", (writer: Writer) => writer.double(9, null as unknown as number)],
    ["string", (writer: Writer) => writer.string(10, 5 as unknown as string)],
    ["bytes", (writer: Writer) => writer.bytes(10, "ab" as unknown as Uint8Array)],
  ])("is refused: %s", (type, write) => {
    expect(() => write(new Writer())).toThrow(`invalid ${type}: `);
  });
});

describe("text", () => {
  it.each([0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 200])(
    "of %i characters is refused where it is no UTF-8",
    (length) => {
      const writer = new Writer();
      writer.string(10, "a".repeat(length));
      const bytes = writer.finish();
      expect(readText(bytes)).toBe("a".repeat(length));
      if (length === 0) return;
      bytes[bytes.length - 1] = 0xff;
      expect(() => readText(bytes)).toThrow(TypeError);
      const reader = new Reader(bytes);
      reader.next(bytes.length);
      expect(reader.uncheckedString()).toBe(`${"a".repeat(length - 1)}\ufffd`);
    },
  );

  it("of any length has each character at its place when it is read", () => {
    for (let length = 0; length <= 48; length++) {
      const text = Array.from({ length }, (_, index) => String.fromCharCode(33 + index)).join("");
      const writer = new Writer();
      writer.string(10, text);
      expect(readText(writer.finish())).toBe(text);
    }
  });

  it("is written and read whole, wherever in it a character stands that is not ASCII", () => {
    for (let length = 1; length <= 48; length++) {
      for (let place = 0; place < length; place++) {
        const text = `${"a".repeat(place)}ä${"b".repeat(length - place - 1)}`;
        const writer = new Writer();
        writer.string(10, text);
        writer.string(18, "next");
        const bytes = writer.finish();
        expect(Buffer.from(bytes.subarray(2, -6)).toString()).toBe(text);
        expect(Buffer.from(bytes.subarray(-6)).toString()).toBe("\x12\x04next");
        expect(readText(bytes)).toBe(text);
      }
    }
  });

  const readText = (bytes: Uint8Array): string => {
    const reader = new Reader(bytes);
    reader.next(bytes.length);
    return reader.string();
  };
});
