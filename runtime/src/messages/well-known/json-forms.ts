import type { NumberJson } from "../json/json-form.js";
import type { JsonObject, JsonValue } from "../table/json-value.js";

/** A `google.protobuf.Duration` in proto3 JSON: seconds with an `s`, `"1.5s"`. */
export type DurationJson = string;

/** A `google.protobuf.Empty` in proto3 JSON. */
export type EmptyJson = { [name: string]: never };

/** A `google.protobuf.FieldMask` in proto3 JSON: its paths in camel case, with commas between them. */
export type FieldMaskJson = string;

/** A `google.protobuf.NullValue` in proto3 JSON. */
export type NullValueJson = null;

/** A `google.protobuf.Struct` in proto3 JSON. */
export type StructJson = JsonObject;

/** A `google.protobuf.Value` in proto3 JSON. */
export type ValueJson = JsonValue;

/** A `google.protobuf.ListValue` in proto3 JSON. */
export type ListValueJson = JsonValue[];

/** A `google.protobuf.Timestamp` in proto3 JSON: text by RFC 3339. */
export type TimestampJson = string;

/** A `google.protobuf.DoubleValue` in proto3 JSON. */
export type DoubleValueJson = NumberJson;

/** A `google.protobuf.FloatValue` in proto3 JSON. */
export type FloatValueJson = NumberJson;

/** A `google.protobuf.Int64Value` in proto3 JSON: its digits. */
export type Int64ValueJson = string;

/** A `google.protobuf.UInt64Value` in proto3 JSON: its digits. */
export type UInt64ValueJson = string;

/** A `google.protobuf.Int32Value` in proto3 JSON. */
export type Int32ValueJson = number;

/** A `google.protobuf.UInt32Value` in proto3 JSON. */
export type UInt32ValueJson = number;

/** A `google.protobuf.BoolValue` in proto3 JSON. */
export type BoolValueJson = boolean;

/** A `google.protobuf.StringValue` in proto3 JSON. */
export type StringValueJson = string;

/** A `google.protobuf.BytesValue` in proto3 JSON: base64. */
export type BytesValueJson = string;
