// Isolated: which types of an Any are known depends on the modules that are loaded.
import { describe, expect, it } from "vitest";
import { makeType } from "../../fixture/type-of.fixture.js";
import { defineTable } from "../table/define-table.js";
import { fill } from "../table/fill.js";
import type { FieldRow } from "../table/table.js";
import { fromJson } from "./from-json.js";
import { AnyTable, ShapesTable, TimestampTable } from "./json.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const shapes = (init: Record<string, unknown>): Record<string, unknown> => fill(ShapesTable, init);
const time = (text: string): unknown => fromJson(ShapesTable, { createdAt: text })["createdAt"];

describe("JSON as a message", () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    ["has all fields", {}, {}],
    [
      "is read by JSON names and proto names",
      { anInt32: 1, a_uint32: 2, "@other": "x" },
      { anInt32: 1, aUint32: 2, renamed: "x" },
    ],
    [
      "has no field that is null",
      {
        anInt32: null,
        inner: null,
        numbers: null,
        text: null,
        createdAt: null,
        wrappedLong: null,
        maybe: null,
      },
      {},
    ],
    [
      "has null where null is a value",
      { value: null, nullChoice: null },
      { value: null, choice: { $case: "nullChoice", value: 0 } },
    ],
    [
      "takes numbers as text",
      { anInt32: "-5", aUint32: "1e3", aDouble: "1.5", aFloat: "2" },
      { anInt32: -5, aUint32: 1000, aDouble: 1.5, aFloat: 2 },
    ],
    [
      "takes integers written as fractions",
      { anInt32: 1e2, an_int64: "1.50e1" },
      { anInt32: 100, anInt64: 15n },
    ],
    [
      "takes 64-bit integers as text and as numbers",
      { anInt64: "9223372036854775807", aUint64: 12 },
      { anInt64: 2n ** 63n - 1n, aUint64: 12n },
    ],
    [
      "takes 64-bit integers as numbers of which JSON.parse has lost digits",
      { anInt64: -(2 ** 63), aUint64: 2 ** 53 + 2, wrappedLong: 2 ** 62 },
      { anInt64: -(2n ** 63n), aUint64: 2n ** 53n + 2n, wrappedLong: 2n ** 62n },
    ],
    [
      "takes NaN and the infinities by name",
      { aDouble: "NaN", aFloat: "-Infinity" },
      { aDouble: NaN, aFloat: -Infinity },
    ],
    ["takes the largest float", { aFloat: 3.4028235e38 }, { aFloat: Math.fround(3.4028235e38) }],
    [
      "takes base64 of both alphabets, padded or not",
      { someBytes: "-_--AQ", wrappedBytes: "+/++AQ==" },
      { someBytes: Uint8Array.of(251, 255, 190, 1), wrappedBytes: Uint8Array.of(251, 255, 190, 1) },
    ],
    [
      "takes enums by any name and by number",
      { color: "COLOR_ROUGE", colors: ["COLOR_BELOW", 1, 77] },
      { color: 1, colors: [-1, 1, 77] },
    ],
    [
      "reads the keys of maps",
      { byLong: { "-5": "a" }, byFlag: { false: {} }, byNumber: { "7": "COLOR_RED" } },
      { byLong: new Map([[-5n, "a"]]), byFlag: new Map([[false, {}]]), byNumber: { 7: 1 } },
    ],
    ["reads a duration", { timeout: "-1.5s" }, { timeout: { seconds: -1n, nanos: -500_000_000 } }],
    ["reads a mask", { mask: "user.displayName,photo" }, { mask: ["user.display_name", "photo"] }],
    ["reads an empty mask", { mask: "" }, { mask: [] }],
    ["reads wrappers", { wrappedLong: 5, wrappedText: "" }, { wrappedLong: 5n, wrappedText: "" }],
    [
      "reads plain JSON",
      { struct: { a: null }, listValue: [null, [1]] },
      { struct: { a: null }, listValue: [null, [1]] },
    ],
    [
      "reads an Any of an unknown type",
      { any: { "@type": "x/a.B", value: "CAE=" } },
      { any: { typeUrl: "x/a.B", value: Uint8Array.of(8, 1) } },
    ],
    ["reads an Any of nothing", { any: {} }, { any: { typeUrl: "", value: new Uint8Array() } }],
  ])("%s", (_, json, init) => {
    expect(fromJson(ShapesTable, json)).toEqual(shapes(init));
  });

  it.each([
    ["1970-01-01T00:00:00Z", 0n, 0],
    ["1985-04-12T23:20:50.52Z", 482196050n, 520_000_000],
    ["1996-12-19T16:39:57-08:00", 851042397n, 0],
    ["1937-01-01T12:00:27.87+00:20", -1041337173n, 870_000_000],
    ["0001-01-01T00:00:00.000000001Z", -62135596800n, 1],
    ["2024-02-29T00:00:00Z", 1709164800n, 0],
  ])("reads the time %s", (text, seconds, nanos) => {
    expect(time(text)).toEqual({ seconds, nanos });
  });

  it.each([
    "2023-02-29T00:00:00Z",
    "1970-01-01",
    "1970-01-01T24:00:00Z",
    "1970-01-01T00:00:60Z",
    "1970-01-01t00:00:00z",
    "1970-01-01T00:00:00",
    "0000-12-31T23:59:59Z",
    "9999-12-31T23:59:59-00:01",
    "1970-01-01T00:00:00.0000000001Z",
    "1970-01-01T00:00:00+24:00",
    "10000-01-01T00:00:00Z",
    "",
  ])("refuses the time %j", (text) => {
    expect(() => time(text)).toThrow(
      codedError("MESSAGE_INVALID", "createdAt: a time of the years 1 to 9999"),
    );
  });

  it.each<[string, unknown, string]>([
    [
      "a field that the API does not have",
      { inner: { anInt23: 1 } },
      'inner.anInt23: test.v1.Shapes has no such field (did you mean "anInt32"?); the option ignoreUnknownFields skips it',
    ],
    ["another type", { anInt32: "four" }, 'anInt32: an integer is needed, got "four"'],
    ["a number with spaces", { anInt32: " 1" }, "anInt32: an integer"],
    ["an empty number", { aDouble: "" }, "aDouble: a number is needed"],
    ["a fraction", { anInt64: "0.5" }, "anInt64: an integer is needed"],
    ["a number out of range", { aUint32: -1 }, "aUint32: an integer from 0 to 4294967295 is needed, got -1"],
    ["a number that lost digits and with them fits no more", { anInt64: 2 ** 64 }, "has lost digits: write"],
    ["a number just out of range", { anInt64: 2 ** 63 }, "anInt64: an integer from -9223372036854775808"],
    ["an Any whose type is no URL", { any: { "@type": "not_a_url" } }, "any: an Any names its type"],
    ["an Any whose URL ends before the type", { any: { "@type": "t/" } }, "any: an Any names its type"],
    ["a 64-bit integer out of range", { aUint64: "18446744073709551616" }, "aUint64: an integer from 0"],
    ["a float out of range", { aFloat: 1e39 }, "aFloat: a number in the range of a float"],
    ["a boolean as text", { aBool: "true" }, 'aBool: a boolean is needed, got "true"'],
    ["half a character", { aString: "\ud800" }, "aString: the text has half a surrogate pair"],
    ["what is no base64", { someBytes: "A" }, "someBytes: bytes in base64 is needed"],
    ["base64 with wrong padding", { someBytes: "AA=" }, "someBytes"],
    [
      "an enum's unknown name",
      { color: "COLOR_REED" },
      'color: the name or number of an enum\'s value is needed, got "COLOR_REED"; did you mean "COLOR_RED"?',
    ],
    ["null in a list", { numbers: ["1", null] }, "numbers[1]: null cannot be an element"],
    ["null in a map", { byName: { a: null } }, "byName.a: null cannot be an element"],
    ["a key out of range", { byNumber: { "2147483648": 1 } }, 'byNumber["2147483648"]: an integer from'],
    ["a key that is no boolean", { byFlag: { 1: {} } }, 'byFlag["1"]: a key of this map is true or false'],
    ["a list for a message", { inner: [] }, "inner: an object, a test.v1.Shapes, is needed, got a list"],
    [
      "two members of a oneof",
      { text: "a", nullChoice: null },
      "nullChoice: the oneof choice has one member",
    ],
    [
      "a field under both of its names",
      { anInt32: 1, an_int32: 1 },
      'an_int32: the field is given twice, also as "anInt32"',
    ],
    ["a duration without its unit", { timeout: "1" }, "timeout: seconds as in"],
    ["a duration over 10,000 years", { timeout: "315576000001s" }, "timeout: seconds as in"],
    ["a mask of proto names", { mask: "display_name" }, "mask: paths in lowerCamelCase"],
    ["an Any without its type", { any: { value: "" } }, "any: an Any names its type"],
    [
      "an Any of a type that nobody gave",
      { any: { "@type": "t/a.B", x: 1 } },
      'any: the program has not loaded the type "a.B": load it',
    ],
    ["null", null, "test.v1.Shapes: an object"],
  ])("is refused for %s", (_, json, message) => {
    expect(() => fromJson(ShapesTable, json)).toThrow(TypeError);
    expect(() => fromJson(ShapesTable, json)).toThrow(codedError("MESSAGE_INVALID", message));
  });

  it("skips what it does not know where that is asked for", () => {
    const json = {
      x: 1,
      anInt32: 1,
      color: "COLOR_NEW",
      colors: ["COLOR_RED", "COLOR_NEW"],
      byNumber: { 1: "COLOR_NEW" },
      inner: { y: [] },
    };
    expect(fromJson(ShapesTable, json, { ignoreUnknownFields: true })).toEqual(
      shapes({ anInt32: 1, colors: [1], inner: {} }),
    );
  });

  it("reads an Any of a known type, and never takes one with a form of its own for bytes", () => {
    const written: unknown[] = [];
    const codec = {
      encode: (message: unknown) => (written.push(message), Uint8Array.of(7)),
      decode: () => ({ seconds: 0n, nanos: 0 }),
    };
    const anyTypes = [makeType(ShapesTable, codec), makeType(TimestampTable, codec)];
    const inner = { "@type": "t/test.v1.Shapes", anInt32: 4 };
    const when = { "@type": "t/google.protobuf.Timestamp", value: "1970-01-01T00:00:00Z" };
    expect(fromJson(AnyTable, inner, { anyTypes })).toEqual({
      typeUrl: "t/test.v1.Shapes",
      value: Uint8Array.of(7),
    });
    fromJson(AnyTable, when, { anyTypes });
    expect(written).toEqual([shapes({ anInt32: 4 }), { seconds: 0n, nanos: 0 }]);
    expect(() => fromJson(AnyTable, { ...when, other: 1 }, { anyTypes })).toThrow(
      codedError("MESSAGE_INVALID", 'has "@type" and "value" and nothing else'),
    );
    expect(() =>
      fromJson(AnyTable, { ...when, "@type": "t/google.protobuf.StringValue", value: "abcd" }),
    ).toThrow(codedError("MESSAGE_INVALID", "has not loaded the type"));
  });

  it("reads an Any of an Empty as Go writes it, under value", () => {
    const codec = { encode: () => new Uint8Array(0), decode: () => ({}) };
    const anyTypes = [
      makeType<object>(
        defineTable("google.protobuf.Empty", () => []),
        codec,
      ),
    ];
    const typeUrl = "type.googleapis.com/google.protobuf.Empty";
    const read = (more: object): unknown => fromJson(AnyTable, { "@type": typeUrl, ...more }, { anyTypes });
    expect(read({})).toEqual({ typeUrl, value: new Uint8Array(0) });
    expect(read({ value: {} })).toEqual({ typeUrl, value: new Uint8Array(0) });
    expect(() => read({ value: { a: 1 } })).toThrow(
      codedError("MESSAGE_INVALID", "a: google.protobuf.Empty has no such field"),
    );
    expect(() => read({ value: {}, a: 1 })).toThrow(
      codedError("MESSAGE_INVALID", "google.protobuf.Empty has no such field"),
    );
  });

  it("reads an Any by its bytes where its writer had not loaded the type, unless the type has a field value", () => {
    const read = (fields: readonly FieldRow[]): unknown => {
      const codec = { encode: () => Uint8Array.of(7), decode: () => ({}) };
      const anyTypes = [
        makeType<unknown>(
          defineTable("t.A", () => fields),
          codec,
        ),
      ];
      return fromJson(AnyTable, { "@type": "t/t.A", value: "CAE=" }, { anyTypes });
    };
    expect(read([["other", "string"]])).toEqual({ typeUrl: "t/t.A", value: Uint8Array.of(8, 1) });
    expect(read([["value", "string"]])).toEqual({ typeUrl: "t/t.A", value: Uint8Array.of(7) });
  });

  it("refuses messages nested 101 deep, and keeps a key __proto__", () => {
    let json: unknown = {};
    for (let depth = 1; depth < 100; depth++) json = { inner: json };
    expect(() => fromJson(ShapesTable, json)).not.toThrow();
    expect(() => fromJson(ShapesTable, { inner: json })).toThrow(
      codedError("MESSAGE_INVALID", "nested deeper than 100"),
    );
    const hostile = JSON.parse('{"byName":{"__proto__":1}}') as unknown;
    expect(Object.entries(fromJson(ShapesTable, hostile)["byName"] as object)).toEqual([["__proto__", 1]]);
    expect(() => fromJson(ShapesTable, JSON.parse('{"__proto__":{"anInt32":1}}'))).toThrow(
      codedError("MESSAGE_INVALID", "no such field"),
    );
  });
});
