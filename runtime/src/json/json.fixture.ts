import { typeOf } from "../fixture/type-of.fixture.js";
import { defineEnum } from "../table/enum-type.js";
import { defineTable } from "../table/define-table.js";
import type { MessageTable } from "../table/table.js";

/** The type has a codec, as generated code has it, but the test has no use for it. */
function withCodec<T>(table: MessageTable<T>): MessageTable<T> {
  const unused = (): never => {
    throw new Error(`the fixture has no codec of ${table.typeName}`);
  };
  return typeOf(table, { encode: unused, decode: unused });
}

/** A point in time, as generated code has it. */
export const TimestampTable: MessageTable<{ seconds: bigint; nanos: number }> = withCodec(
  defineTable("google.protobuf.Timestamp", () => [
    ["seconds", "seconds", "int64"],
    ["nanos", "nanos", "int32"],
  ]),
);

/** A span of time, as generated code has it. */
export const DurationTable: MessageTable<{ seconds: bigint; nanos: number }> = withCodec(
  defineTable("google.protobuf.Duration", () => [
    ["seconds", "seconds", "int64"],
    ["nanos", "nanos", "int32"],
  ]),
);

/** A message that may be anything, as generated code has it. */
export const AnyTable: MessageTable<{ typeUrl: string; value: Uint8Array }> = withCodec(
  defineTable("google.protobuf.Any", () => [
    ["type_url", "typeUrl", "string"],
    ["value", "value", "bytes"],
  ]),
);

/** Values of an enum, one of them with two names. */
export const Color = defineEnum({ UNSPECIFIED: 0, RED: 1, ROUGE: 1, BELOW: -1 }, "COLOR_");

/** A message with a field of each kind. */
export const ShapesTable: MessageTable<Record<string, unknown>> = withCodec(
  defineTable("test.v1.Shapes", () => [
    ["a_double", "aDouble", "double"],
    ["a_float", "aFloat", "float"],
    ["an_int32", "anInt32", "int32"],
    ["a_uint32", "aUint32", "uint32"],
    ["an_int64", "anInt64", "int64"],
    ["a_uint64", "aUint64", "uint64"],
    ["a_bool", "aBool", "bool"],
    ["a_string", "aString", "string"],
    ["some_bytes", "someBytes", "bytes"],
    ["color", "color", { enum: Color }],
    ["maybe", "maybe", "int32", { presence: true }],
    ["inner", "inner", ShapesTable],
    ["numbers", "numbers", ["int64"]],
    ["colors", "colors", [{ enum: Color }]],
    ["by_name", "byName", ["string", "int32"]],
    ["by_number", "byNumber", ["int32", { enum: Color }]],
    ["by_long", "byLong", ["int64", "string"]],
    ["by_flag", "byFlag", ["bool", ShapesTable]],
    ["text", "text", "string", { oneof: ["choice", "choice"] }],
    ["null_choice", "nullChoice", { enum: defineEnum({ NULL_VALUE: 0 }) }, { oneof: ["choice", "choice"] }],
    ["created_at", "createdAt", TimestampTable],
    ["timeout", "timeout", DurationTable],
    ["any", "any", AnyTable],
    ["mask", "mask", "google.protobuf.FieldMask"],
    ["struct", "struct", "google.protobuf.Struct"],
    ["value", "value", "google.protobuf.Value"],
    ["list_value", "listValue", "google.protobuf.ListValue"],
    ["wrapped_long", "wrappedLong", "google.protobuf.Int64Value"],
    ["wrapped_text", "wrappedText", "google.protobuf.StringValue"],
    ["wrapped_bytes", "wrappedBytes", "google.protobuf.BytesValue"],
    ["renamed", "renamed", "string", { json: "@other" }],
  ]),
);
