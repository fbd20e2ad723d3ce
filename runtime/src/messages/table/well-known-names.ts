import type { FieldRow, PlainJson, Scalar, WellKnown } from "./table.js";

/** The scalar in each wrapper of `google/protobuf/wrappers.proto`. */
export const wrappedScalar = {
  "google.protobuf.DoubleValue": "double",
  "google.protobuf.FloatValue": "float",
  "google.protobuf.Int64Value": "int64",
  "google.protobuf.UInt64Value": "uint64",
  "google.protobuf.Int32Value": "int32",
  "google.protobuf.UInt32Value": "uint32",
  "google.protobuf.BoolValue": "bool",
  "google.protobuf.StringValue": "string",
  "google.protobuf.BytesValue": "bytes",
} as const satisfies { readonly [name: string]: Scalar };

/** A message that wraps a scalar. */
export type Wrapper = keyof typeof wrappedScalar;

/** The only field of a wrapper. */
export function wrapperRow(name: Wrapper): FieldRow {
  return ["value", wrappedScalar[name], { number: 1 }];
}

/** Whether a well-known type is plain JSON in TypeScript. */
export function isPlainJson(name: WellKnown): name is PlainJson {
  return (
    name === "google.protobuf.Struct" ||
    name === "google.protobuf.Value" ||
    name === "google.protobuf.ListValue"
  );
}
