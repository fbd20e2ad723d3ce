/**
 * Types of `google.protobuf` that are plain values in TypeScript, and not the messages that they are on the
 * wire: the runtime has an adaptor for each.
 */
const plainTypeNames = [
  "google.protobuf.DoubleValue",
  "google.protobuf.FloatValue",
  "google.protobuf.Int64Value",
  "google.protobuf.UInt64Value",
  "google.protobuf.Int32Value",
  "google.protobuf.UInt32Value",
  "google.protobuf.BoolValue",
  "google.protobuf.StringValue",
  "google.protobuf.BytesValue",
  "google.protobuf.FieldMask",
  "google.protobuf.Struct",
  "google.protobuf.ListValue",
  "google.protobuf.Value",
] as const;

/** Full name of a type that is a plain value. */
export type PlainTypeName = (typeof plainTypeNames)[number];

const names: ReadonlySet<string> = new Set(plainTypeNames);

/** Whether a type, given by its full name, is a plain value. */
export function isPlainType(typeName: string): typeName is PlainTypeName {
  return names.has(typeName);
}
