import { ScalarType, type DescEnum, type DescMessage } from "@bufbuild/protobuf";
import { isSharedType } from "./shared-types.js";

/** Types of `google.protobuf` that hold one scalar, which they are in TypeScript. */
export const wrappers: ReadonlyMap<string, ScalarType> = new Map([
  ["google.protobuf.DoubleValue", ScalarType.DOUBLE],
  ["google.protobuf.FloatValue", ScalarType.FLOAT],
  ["google.protobuf.Int64Value", ScalarType.INT64],
  ["google.protobuf.UInt64Value", ScalarType.UINT64],
  ["google.protobuf.Int32Value", ScalarType.INT32],
  ["google.protobuf.UInt32Value", ScalarType.UINT32],
  ["google.protobuf.BoolValue", ScalarType.BOOL],
  ["google.protobuf.StringValue", ScalarType.STRING],
  ["google.protobuf.BytesValue", ScalarType.BYTES],
]);

/**
 * Types of `google.protobuf` that are plain values in TypeScript, and not the messages that they are on the
 * wire: the runtime has an adaptor for each.
 */
const plainTypeNames: ReadonlySet<string> = new Set([
  ...wrappers.keys(),
  "google.protobuf.FieldMask",
  "google.protobuf.Struct",
  "google.protobuf.ListValue",
  "google.protobuf.Value",
]);

/** Whether a type has the name of one that is a plain value, and other fields: it is a message as any. */
export function isNamesakeOfPlain(desc: DescMessage | DescEnum): boolean {
  return plainTypeNames.has(desc.typeName) && !isSharedType(desc);
}

/** The name of a type that is a plain value; undefined for others, be it that they have such a name and other fields. */
export function plainTypeName(message: DescMessage): string | undefined {
  return plainTypeNames.has(message.typeName) && isSharedType(message) ? message.typeName : undefined;
}
