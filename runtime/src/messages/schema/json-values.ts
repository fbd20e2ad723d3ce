import type { JsonObject } from "../table/json-value.js";
import type { Scalar } from "../table/table.js";

const int32 = { type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
const uint32 = { type: "integer", minimum: 0, maximum: 2 ** 32 - 1 };
const int64 = { type: "string", pattern: "^-?(?:0|[1-9][0-9]{0,18})$" };
const uint64 = { type: "string", pattern: "^(?:0|[1-9][0-9]{0,19})$" };
const double = { anyOf: [{ type: "number" }, { type: "string", enum: ["NaN", "Infinity", "-Infinity"] }] };
const bool = { type: "boolean" };
const string = { type: "string" };
const bytes = { type: "string", contentEncoding: "base64" };

/** Scalars in proto3 JSON. */
export const scalarSchemas: { readonly [name in Scalar]: JsonObject } = {
  double,
  float: double,
  int32,
  sint32: int32,
  sfixed32: int32,
  uint32,
  fixed32: uint32,
  int64,
  sint64: int64,
  sfixed64: int64,
  uint64,
  fixed64: uint64,
  bool,
  string,
  bytes,
};

/** Messages with a special form in JSON, by full name. */
export const specialForms: { readonly [typeName: string]: JsonObject } = {
  "google.protobuf.Any": { type: "object", properties: { "@type": string } },
  "google.protobuf.BoolValue": bool,
  "google.protobuf.BytesValue": bytes,
  "google.protobuf.DoubleValue": double,
  "google.protobuf.Duration": { type: "string", pattern: "^-?[0-9]{1,12}(?:\\.[0-9]{1,9})?s$" },
  "google.protobuf.FieldMask": string,
  "google.protobuf.FloatValue": double,
  "google.protobuf.Int32Value": int32,
  "google.protobuf.Int64Value": int64,
  "google.protobuf.ListValue": { type: "array" },
  "google.protobuf.StringValue": string,
  "google.protobuf.Struct": { type: "object" },
  "google.protobuf.Timestamp": { type: "string", format: "date-time" },
  "google.protobuf.UInt32Value": uint32,
  "google.protobuf.UInt64Value": uint64,
  "google.protobuf.Value": {},
};
