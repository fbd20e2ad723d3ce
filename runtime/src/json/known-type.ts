import type { Scalar, WellKnown } from "../table/table.js";

/** Well-known types that JSON writes in a way of their own and not by their fields. */
export type OwnForm =
  | WellKnown
  | "google.protobuf.Any"
  | "google.protobuf.Duration"
  | "google.protobuf.Timestamp";

/** What a wrapper holds. */
export const wrapped = {
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

/** Whether JSON writes messages of this type in a way of their own; in an Any they then stand under `value`. */
export function hasOwnForm(typeName: string): typeName is OwnForm {
  return Object.hasOwn(wrapped, typeName) || others.has(typeName);
}

const others: ReadonlySet<string> = /*@__PURE__*/ new Set([
  "google.protobuf.Any",
  "google.protobuf.Duration",
  "google.protobuf.FieldMask",
  "google.protobuf.ListValue",
  "google.protobuf.Struct",
  "google.protobuf.Timestamp",
  "google.protobuf.Value",
]);

/** The type that the URL of an Any names: all after its last slash. */
export function typeOfUrl(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** Deepest nesting of messages; the codecs have the same limit. */
export const maxDepth = 100;
