import { ScalarType } from "@bufbuild/protobuf";

/** Types of scalars that are no number. */
export const scalars: Readonly<Partial<Record<ScalarType, string>>> = {
  [ScalarType.STRING]: "string",
  [ScalarType.BYTES]: "Uint8Array",
  [ScalarType.BOOL]: "boolean",
  [ScalarType.INT64]: "bigint",
  [ScalarType.UINT64]: "bigint",
  [ScalarType.SINT64]: "bigint",
  [ScalarType.FIXED64]: "bigint",
  [ScalarType.SFIXED64]: "bigint",
};

/** Types of what wrappers hold. */
export const wrappers: Readonly<Record<string, string>> = {
  "google.protobuf.StringValue": "string",
  "google.protobuf.BoolValue": "boolean",
  "google.protobuf.Int32Value": "number",
  "google.protobuf.UInt32Value": "number",
  "google.protobuf.Int64Value": "bigint",
  "google.protobuf.UInt64Value": "bigint",
  "google.protobuf.DoubleValue": "number",
  "google.protobuf.FloatValue": "number",
  "google.protobuf.BytesValue": "Uint8Array",
};
