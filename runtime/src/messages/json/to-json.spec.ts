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
    ["has JSON names", { anInt32: 1, renamed: "x" }, { anInt32: 1, "@other": "x" }],
    ["has the first name of an enum's value", { color: 1 }, { color: "COLOR_RED" }],
    [
      "has an Any of an unknown type by its bytes",
      { any: { typeUrl: "x/test.v1.Other", value: Uint8Array.of(8, 1) } },
      { any: { "@type": "x/test.v1.Other", value: "CAE=" } },
    ],
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

describe("JSON for display", () => {
  const show = (init: Record<string, unknown>): unknown =>
    toJson(ShapesTable, fill(ShapesTable, init), { forDisplay: true });

  it.each<[string, Record<string, unknown>, unknown]>([
    [
      "the paths of a mask as they are sent",
      { mask: ["labels.Env", "labels.a_b", "custom_label_0", "_odd"] },
      { mask: "labels.Env,labels.a_b,custom_label_0,_odd" },
    ],
    [
      "a time after the year 9999",
      { aBool: true, createdAt: { seconds: 253402300800n, nanos: 0 } },
      { aBool: true, createdAt: { seconds: "253402300800", nanos: 0 } },
    ],
    [
      "a duration with mixed signs",
      { timeout: { seconds: 1n, nanos: -1 } },
      { timeout: { seconds: "1", nanos: -1 } },
    ],
    ["NaN in a Struct", { struct: { a: [NaN] } }, { struct: { a: ["NaN"] } }],
    [
      "an Any without a type",
      { any: { typeUrl: "nothing", value: new Uint8Array([1]) } },
      { any: { "@type": "nothing", value: "AQ==" } },
    ],
    [
      "an Any that cannot be decoded",
      { any: { typeUrl: "t/google.protobuf.Timestamp", value: new Uint8Array([255]) } },
      { any: { "@type": "t/google.protobuf.Timestamp", value: "/w==" } },
    ],
    [
      "an Any of a well-known type that is not loaded",
      { any: { typeUrl: "t/google.protobuf.FloatValue", value: new Uint8Array([1]) } },
      { any: { "@type": "t/google.protobuf.FloatValue", value: "AQ==" } },
    ],
  ])("has %s", (_, init, json) => {
    expect(show(init)).toEqual(json);
  });

  it("hides secrets as any other", () => {
    const any = { typeUrl: "nothing", value: new Uint8Array([1]) };
    expect(toJson(ShapesTable, fill(ShapesTable, { any }), { forDisplay: true, redact: true })).toEqual({
      any: { "@type": "nothing", value: "[hidden]" },
    });
  });
});
