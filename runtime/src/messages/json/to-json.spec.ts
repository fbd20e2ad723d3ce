// Isolated: which types of an Any are known depends on the modules that are loaded.
import { describe, expect, it } from "vitest";
import { makeType } from "../../fixture/type-of.fixture.js";
import { fill } from "../table/fill.js";
import { AnyTable, ShapesTable, TimestampTable } from "./json.fixture.js";
import { toJson } from "./to-json.js";
import { codedError } from "../../../../test/coded-error.js";

const shapes = (init: Record<string, unknown>): Record<string, unknown> => fill(ShapesTable, init);

describe("a message as JSON", () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ["leaves out defaults", {}, {}],
    ["has an optional field that is set to its default", { maybe: 0 }, { maybe: 0 }],
    ["has JSON names", { anInt32: 1, renamed: "x" }, { anInt32: 1, "@other": "x" }],
    [
      "has 64-bit integers as text",
      { anInt64: -(2n ** 63n), aUint64: 2n ** 64n - 1n },
      { anInt64: "-9223372036854775808", aUint64: "18446744073709551615" },
    ],
    ["has 32-bit integers as numbers", { aUint32: 4294967295 }, { aUint32: 4294967295 }],
    ["names what is no number", { aDouble: NaN, aFloat: -Infinity }, { aDouble: "NaN", aFloat: "-Infinity" }],
    [
      "has bytes in base64 with padding",
      { someBytes: Uint8Array.of(251, 255, 190, 1) },
      { someBytes: "+/++AQ==" },
    ],
    ["has the first name of an enum's value", { color: 1 }, { color: "COLOR_RED" }],
    [
      "has the number of an enum's value that has no name",
      { color: 77, colors: [0, -1, -5] },
      { color: 77, colors: ["COLOR_UNSPECIFIED", "COLOR_BELOW", -5] },
    ],
    [
      "has keys of maps as text",
      { byLong: new Map([[-5n, "a"]]), byNumber: { 7: 1 }, byFlag: new Map([[true, {}]]) },
      { byLong: { "-5": "a" }, byNumber: { "7": "COLOR_RED" }, byFlag: { true: {} } },
    ],
    [
      "has the member of a oneof that is set, also to its default",
      { choice: { $case: "text", value: "" } },
      { text: "" },
    ],
    ["has null for a NullValue", { choice: { $case: "nullChoice", value: 0 } }, { nullChoice: null }],
    [
      "has a timestamp to the second",
      { createdAt: { seconds: 0n, nanos: 0 } },
      { createdAt: "1970-01-01T00:00:00Z" },
    ],
    [
      "has a timestamp with 3 digits",
      { createdAt: { seconds: 0n, nanos: 20_000_000 } },
      { createdAt: "1970-01-01T00:00:00.020Z" },
    ],
    [
      "has a timestamp with 6 digits",
      { createdAt: { seconds: -1n, nanos: 1_000 } },
      { createdAt: "1969-12-31T23:59:59.000001Z" },
    ],
    [
      "has a timestamp with 9 digits",
      { createdAt: { seconds: 253402300799n, nanos: 999_999_999 } },
      { createdAt: "9999-12-31T23:59:59.999999999Z" },
    ],
    [
      "has the first timestamp that there is",
      { createdAt: { seconds: -62135596800n, nanos: 0 } },
      { createdAt: "0001-01-01T00:00:00Z" },
    ],
    ["has a duration", { timeout: { seconds: 1n, nanos: 500_000_000 } }, { timeout: "1.500s" }],
    [
      "has a negative duration below a second",
      { timeout: { seconds: 0n, nanos: -1 } },
      { timeout: "-0.000000001s" },
    ],
    [
      "has the paths of a mask in camel case",
      { mask: ["user.display_name", "photo"] },
      { mask: "user.displayName,photo" },
    ],
    [
      "has plain JSON as it is",
      { struct: { a: [1, null, { b: "c" }] }, value: null, listValue: [true] },
      { struct: { a: [1, null, { b: "c" }] }, value: null, listValue: [true] },
    ],
    [
      "has what a wrapper holds",
      { wrappedLong: 0n, wrappedText: "", wrappedBytes: new Uint8Array() },
      { wrappedLong: "0", wrappedText: "", wrappedBytes: "" },
    ],
    [
      "has an Any of an unknown type by its bytes",
      { any: { typeUrl: "x/test.v1.Other", value: Uint8Array.of(8, 1) } },
      { any: { "@type": "x/test.v1.Other", value: "CAE=" } },
    ],
    ["has an Any of nothing", { any: { typeUrl: "", value: new Uint8Array() } }, { any: {} }],
  ])("%s", (_, init, json) => {
    expect(toJson(ShapesTable, shapes(init))).toEqual(json);
  });

  it("has an Any of a known type by its fields, and one with a form of its own under value", () => {
    const encode = () => new Uint8Array();
    const inner = makeType(ShapesTable, { encode, decode: () => shapes({ anInt32: 4 }) });
    const time = makeType(TimestampTable, { encode, decode: () => ({ seconds: 0n, nanos: 0 }) });
    const write = (name: string): unknown =>
      toJson(AnyTable, { typeUrl: `t/${name}`, value: Uint8Array.of(1) }, { anyTypes: [inner, time] });
    expect(write("test.v1.Shapes")).toEqual({ "@type": "t/test.v1.Shapes", anInt32: 4 });
    expect(write("google.protobuf.Timestamp")).toEqual({
      "@type": "t/google.protobuf.Timestamp",
      value: "1970-01-01T00:00:00Z",
    });
  });

  it("keeps a key __proto__", () => {
    const byName = Object.fromEntries([["__proto__", 1]]);
    expect(JSON.stringify(toJson(ShapesTable, shapes({ byName })))).toBe('{"byName":{"__proto__":1}}');
    const struct = JSON.parse('{"__proto__":{"a":1}}') as unknown;
    expect(JSON.stringify(toJson(ShapesTable, shapes({ struct })))).toBe('{"struct":{"__proto__":{"a":1}}}');
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      "a timestamp after the year 9999",
      { createdAt: { seconds: 253402300800n, nanos: 0 } },
      "createdAt: { seconds: 253402300800, nanos: 0 } is not a google.protobuf.Timestamp: the year must be 1 to 9999",
    ],
    [
      "a timestamp with nanoseconds below 0",
      { createdAt: { seconds: 0n, nanos: -1 } },
      "createdAt: { seconds: 0, nanos: -1 } is not a google.protobuf.Timestamp",
    ],
    [
      "a duration of both signs",
      { timeout: { seconds: 1n, nanos: -1 } },
      "timeout: { seconds: 1, nanos: -1 } is not a google.protobuf.Duration",
    ],
    ["a duration over 10,000 years", { timeout: { seconds: 315576000001n, nanos: 0 } }, "timeout"],
    [
      "NaN in a Struct",
      { inner: { struct: { a: NaN } } },
      "inner.struct: a google.protobuf.Value cannot hold NaN in JSON",
    ],
    [
      "a path that would not come back",
      { mask: ["fooBar"] },
      "mask: a path of a field mask is lower_snake_case",
    ],
    ["a path with a digit behind _", { mask: ["foo_3"] }, "mask: "],
    [
      "an Any whose type is no URL",
      { any: { typeUrl: "not_a_url", value: new Uint8Array() } },
      "any: the typeUrl of an Any names its type after a slash",
    ],
    [
      "an Any of an unknown type that has a form of its own",
      { any: { typeUrl: "t/google.protobuf.Duration", value: new Uint8Array() } },
      "any: to write an Any of google.protobuf.Duration, give its type in anyTypes",
    ],
  ])("cannot be made of %s", (_, init, message) => {
    expect(() => toJson(ShapesTable, shapes(init))).toThrow(TypeError);
    expect(() => toJson(ShapesTable, shapes(init))).toThrow(codedError("MESSAGE_INVALID", message));
  });

  it("cannot be made of a number out of range, or of a message that contains itself", () => {
    const message = shapes({});
    expect(() => toJson(ShapesTable, { ...message, numbers: [2n ** 63n] })).toThrow(
      codedError("MESSAGE_INVALID", "numbers[0]: an integer from"),
    );
    message["inner"] = message;
    expect(() => toJson(ShapesTable, message)).toThrow(
      codedError("MESSAGE_INVALID", "nested deeper than 100"),
    );
  });
});
