import { describe, expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { fromJson } from "../json/from-json.js";
import { toJson } from "../json/to-json.js";
import { fields } from "../table/field-text.js";
import { Any } from "../well-known/any.js";
import { StringValue } from "../well-known/wrappers.js";
import { Struct, Value } from "../well-known/struct.js";
import { FieldMask } from "../well-known/field-mask.js";
import { writeEntries } from "./entries.js";
import { asFieldMask } from "./field-mask.js";
import { defineMessage, type MessageType } from "./message-type.js";
import { asListValue, asStruct, asValue } from "./plain-json.js";
import { asInt64, asString } from "./value-kinds.js";
import { asStringValue } from "./wrappers.js";

type Kinds = { [property: string]: unknown };

/** A type with a field of each kind that has text. */
const Kinds: MessageType<Kinds> = defineMessage<Kinds>(
  "a.Kinds",
  (v) => ({
    name: v[0],
    secret: v[1],
    tags: v[2],
    sizes: v[3],
    mask: v[4],
    struct: v[5],
    value: v[6],
    list: v[7],
    wrapped: v[8],
    inner: v[9],
    choice: v[10],
  }),
  (message, writer) => {
    const of = (property: string): never => message[property] as never;
    if (of("name") !== "") writer.string(10, of("name"));
    if (of("secret") !== "") writer.string(18, of("secret"));
    for (const tag of of("tags") as string[]) writer.string(26, tag);
    writeEntries(writer, 34, of("sizes"), asString, asInt64);
    if (of("mask") !== undefined) asFieldMask.write(writer, 42, of("mask"));
    if (of("struct") !== undefined) asStruct.write(writer, 50, of("struct"));
    if (of("value") !== undefined) asValue.write(writer, 58, of("value"));
    if (of("list") !== undefined) asListValue.write(writer, 66, of("list"));
    if (of("wrapped") !== undefined) asStringValue.write(writer, 74, of("wrapped"));
    if (of("inner") !== undefined) Kinds.wire.write(writer, 82, of("inner"));
    const choice = of("choice") as { value: string } | undefined;
    if (choice) writer.string(90, choice.value);
  },
  () => fields`
    string name = 1
    string secret = 2 secret
    repeated string tags = 3
    map<string,int64> sizes = 4
    google.protobuf.FieldMask mask = 5
    google.protobuf.Struct struct = 6
    google.protobuf.Value value = 7
    google.protobuf.ListValue list = 8
    google.protobuf.StringValue wrapped = 9
    ${Kinds} inner = 10
    string text = 11 oneof=choice
  `,
);

const half = "\ud800";
const long = `${"ü".repeat(60)}${half}`;

describe("text with half of a surrogate pair", () => {
  it.each<[string, object, string]>([
    ["a field", { name: "report 😀".slice(0, 8) }, "name"],
    ["a second half", { name: "\udc00 late" }, "name"],
    ["long text", { name: long }, "name"],
    ["long text that begins with ASCII", { name: "a".repeat(2_000) + half }, "name"],
    ["very long text", { name: "a".repeat(100_000) + half }, "name"],
    ["a list", { tags: ["ok", half] }, "tags[1]"],
    ["the key of a map", { sizes: { "a\ud800": 1n, "a\ud801": 2n } }, 'sizes["a\\ud800"]'],
    ["a mask", { mask: ["labels.a", `labels.${half}`] }, "mask"],
    ["a Struct", { struct: { a: [{ b: half }] } }, "struct.a[0].b"],
    ["the key of a Struct", { struct: { a: { [half]: 1 } } }, 'struct.a["\\ud800"]'],
    ["a Value", { value: half }, "value"],
    ["a ListValue", { list: [half] }, "list[0]"],
    ["a wrapper", { wrapped: half }, "wrapped"],
    ["a message inside", { inner: Kinds.create({ name: half }) }, "inner.name"],
    ["a oneof", { choice: { $case: "text", value: half } }, "text"],
    ["a secret", { secret: half }, "secret"],
  ])("is refused in %s", (_, init, place) => {
    const message = Kinds.create(init as Kinds);
    const refusal = codedError("MESSAGE_INVALID", "half a surrogate pair");
    expect(() => Kinds.encode(message)).toThrow(refusal);
    expect(() => Kinds.encode(message)).toThrow(place);
    expect(() => toJson(Kinds, message)).toThrow(refusal);
    expect(() => toJson(Kinds, message)).toThrow(place);
  });

  it.each<[string, MessageType<never>, object]>([
    ["StringValue", StringValue as never, { value: half }],
    ["Struct", Struct as never, { fields: { [half]: 1 } }],
    ["Value", Value as never, { kind: { $case: "stringValue", value: half } }],
    ["FieldMask", FieldMask as never, { paths: [half] }],
    ["Any", Any as never, { typeUrl: `t/${half}`, value: new Uint8Array([1]) }],
  ])("is refused in a message of the type %s", (_, type, init) => {
    const message = type.create(init as never);
    const refusal = codedError("MESSAGE_INVALID", "half a surrogate pair");
    expect(() => type.encode(message)).toThrow(refusal);
    expect(() => toJson(type, message)).toThrow(refusal);
  });

  it.each<object>([
    { name: half },
    { sizes: { [half]: "1" } },
    { mask: half },
    { struct: { [half]: 1 } },
    { value: [half] },
    { wrapped: half },
  ])("is refused in JSON that is read: %j", (json) => {
    expect(() => fromJson(Kinds, json as never)).toThrow(
      codedError("MESSAGE_INVALID", "half a surrogate pair"),
    );
  });

  it("is no obstacle to whole pairs of any length", () => {
    for (const length of [1, 20, 41, 2_000, 70_000]) {
      const message = Kinds.create({
        name: "😀".repeat(length),
        sizes: { "😀": 1n },
        struct: { "😀": "😀" },
      });
      expect(Kinds.decode(Kinds.encode(message))).toEqual(message);
      expect(fromJson(Kinds, toJson(Kinds, message) as never)).toEqual(message);
    }
  });
});
