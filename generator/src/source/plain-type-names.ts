import type { DescEnum, DescMessage } from "@bufbuild/protobuf";
import { isSharedType } from "./shared-types.js";

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

/** Whether a type has the name of one that is a plain value, and other fields: it is a message as any. */
export function isNamesakeOfPlain(desc: DescMessage | DescEnum): boolean {
  return names.has(desc.typeName) && !isSharedType(desc);
}

/** The name of a type that is a plain value; undefined for others, be it that they have such a name and other fields. */
export function plainTypeName(message: DescMessage): PlainTypeName | undefined {
  // The set has these names and no others.
  return names.has(message.typeName) && isSharedType(message)
    ? (message.typeName as PlainTypeName)
    : undefined;
}
