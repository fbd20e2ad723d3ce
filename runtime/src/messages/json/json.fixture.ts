import { makeType } from "../../fixture/type-of.fixture.js";
import { defineEnum } from "../table/enum-type.js";
import { defineTable } from "../table/define-table.js";
import type { MessageTable } from "../table/table.js";

/** The type has a codec, as generated code has it, but the test has no use for it. */
function withCodec<T>(table: MessageTable<T>): MessageTable<T> {
  const unused = (): never => {
    throw new Error(`the fixture has no codec of ${table.typeName}`);
  };
  return makeType(table, { encode: unused, decode: unused });
}

/** A point in time, as generated code has it. */
export const TimestampTable: MessageTable<{ seconds: bigint; nanos: number }> = withCodec(
  defineTable("google.protobuf.Timestamp", () => [
    ["seconds", "int64"],
    ["nanos", "int32"],
  ]),
);

/** A span of time, as generated code has it. */
const DurationTable: MessageTable<{ seconds: bigint; nanos: number }> = withCodec(
  defineTable("google.protobuf.Duration", () => [
    ["seconds", "int64"],
    ["nanos", "int32"],
  ]),
);

/** A message that may be anything, as generated code has it. */
export const AnyTable: MessageTable<{ typeUrl: string; value: Uint8Array }> = withCodec(
  defineTable("google.protobuf.Any", () => [
    ["type_url", "string"],
    ["value", "bytes"],
  ]),
);

/** Values of an enum, one of them with two names. */
const Color = defineEnum({ UNSPECIFIED: 0, RED: 1, ROUGE: 1, BELOW: -1 }, "COLOR_");

/** A message with a field of each kind. */
export const ShapesTable: MessageTable<Record<string, unknown>> = withCodec(
  defineTable("test.v1.Shapes", () => [
    ["a_double", "double"],
    ["a_float", "float"],
    ["an_int32", "int32"],
    ["a_uint32", "uint32"],
    ["an_int64", "int64"],
    ["a_uint64", "uint64"],
    ["a_bool", "bool"],
    ["a_string", "string"],
    ["some_bytes", "bytes"],
    ["color", Color],
    ["maybe", "int32", { presence: true }],
    ["inner", ShapesTable],
    ["numbers", ["int64"]],
    ["colors", [Color]],
    ["by_name", ["string", "int32"]],
    ["by_number", ["int32", Color]],
    ["by_long", ["int64", "string"]],
    ["by_flag", ["bool", ShapesTable]],
    ["text", "string", { oneof: "choice" }],
    ["null_choice", defineEnum({ NULL_VALUE: 0 }), { oneof: "choice" }],
    ["created_at", TimestampTable],
    ["timeout", DurationTable],
    ["any", AnyTable],
    ["mask", "google.protobuf.FieldMask"],
    ["struct", "google.protobuf.Struct"],
    ["value", "google.protobuf.Value"],
    ["list_value", "google.protobuf.ListValue"],
    ["wrapped_long", "google.protobuf.Int64Value"],
    ["wrapped_text", "google.protobuf.StringValue"],
    ["wrapped_bytes", "google.protobuf.BytesValue"],
    ["renamed", "string", { json: "@other" }],
  ]),
);
