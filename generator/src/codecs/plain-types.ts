import { literal, type Code } from "../code/code.js";

/** A well-known type that is a plain value in the messages that hold it. */
export interface PlainType {
  /** Type of the plain value. */
  readonly type: Code;
  /** What becomes of it: the field of a wrapper, or what the codec of the type wraps and unwraps. */
  readonly kind: "wrapper" | "mask" | "struct" | "list" | "value";
}

const wrapper = (type: Code): PlainType => ({ type, kind: "wrapper" });

/** Them by their full names. A Value can be any JSON, undefined where it is absent. */
export const plainTypes: ReadonlyMap<string, PlainType> = new Map([
  ["google.protobuf.DoubleValue", wrapper(literal("number"))],
  ["google.protobuf.FloatValue", wrapper(literal("number"))],
  ["google.protobuf.Int64Value", wrapper(literal("bigint"))],
  ["google.protobuf.UInt64Value", wrapper(literal("bigint"))],
  ["google.protobuf.Int32Value", wrapper(literal("number"))],
  ["google.protobuf.UInt32Value", wrapper(literal("number"))],
  ["google.protobuf.BoolValue", wrapper(literal("boolean"))],
  ["google.protobuf.StringValue", wrapper(literal("string"))],
  ["google.protobuf.BytesValue", wrapper(literal("Uint8Array"))],
  ["google.protobuf.FieldMask", { type: literal("string[]"), kind: "mask" }],
  ["google.protobuf.Struct", { type: literal("{ [key: string]: unknown }"), kind: "struct" }],
  ["google.protobuf.ListValue", { type: literal("Array<unknown>"), kind: "list" }],
  ["google.protobuf.Value", { type: literal("unknown"), kind: "value" }],
]);
