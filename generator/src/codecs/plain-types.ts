import type { DescMessage } from "@bufbuild/protobuf";
import { code, identifier, literal, type Code } from "../code/code.js";
import { plainTypeName, type PlainTypeName } from "../source/plain-type-names.js";
import type { Module } from "./module.js";

/** A well-known type that is a plain value in the messages that hold it. */
export interface PlainType {
  /** Type of the plain value. */
  readonly type: (module: Pick<Module, "runtimeType">) => Code;
  /** What the runtime writes it by. */
  readonly kind: string;
}

const forms: Readonly<Record<PlainTypeName, PlainType>> = {
  "google.protobuf.DoubleValue": { type: () => literal("number"), kind: "asDoubleValue" },
  "google.protobuf.FloatValue": { type: () => literal("number"), kind: "asFloatValue" },
  "google.protobuf.Int64Value": { type: () => literal("bigint"), kind: "asInt64Value" },
  "google.protobuf.UInt64Value": { type: () => literal("bigint"), kind: "asUInt64Value" },
  "google.protobuf.Int32Value": { type: () => literal("number"), kind: "asInt32Value" },
  "google.protobuf.UInt32Value": { type: () => literal("number"), kind: "asUInt32Value" },
  "google.protobuf.BoolValue": { type: () => literal("boolean"), kind: "asBoolValue" },
  "google.protobuf.StringValue": { type: () => literal("string"), kind: "asStringValue" },
  "google.protobuf.BytesValue": { type: () => literal("Uint8Array"), kind: "asBytesValue" },
  "google.protobuf.FieldMask": { type: () => literal("string[]"), kind: "asFieldMask" },
  "google.protobuf.Struct": { type: (module) => module.runtimeType("JsonObject"), kind: "asStruct" },
  "google.protobuf.ListValue": {
    type: (module) => code`${module.runtimeType("JsonValue")}[]`,
    kind: "asListValue",
  },
  "google.protobuf.Value": { type: (module) => module.runtimeType("JsonValue"), kind: "asValue" },
};

/** The plain value that a message type is; undefined where it is a message. */
export function plainTypeOf(message: DescMessage): PlainType | undefined {
  const name = plainTypeName(message);
  return name && forms[name];
}

/** Type of the plain value that a message type is; undefined where it is a message. */
export function plainTypeText(message: DescMessage): Code | undefined {
  return plainTypeOf(message)?.type({ runtimeType: identifier });
}
