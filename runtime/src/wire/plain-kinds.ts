import type { WellKnown } from "../table/table.js";
import { asFieldMask } from "./field-mask.js";
import { asListValue, asStruct, asValue } from "./plain-json.js";
import type { ValueKind } from "./value-kinds.js";
import * as wrappers from "./wrappers.js";

/** The values of a well-known type that is not a message in TypeScript. */
export function plainKind(name: WellKnown): ValueKind<unknown> {
  return plainKinds[name];
}

const plainKinds: { readonly [name in WellKnown]: ValueKind<unknown> } = {
  "google.protobuf.DoubleValue": wrappers.asDoubleValue,
  "google.protobuf.FloatValue": wrappers.asFloatValue,
  "google.protobuf.Int64Value": wrappers.asInt64Value,
  "google.protobuf.UInt64Value": wrappers.asUInt64Value,
  "google.protobuf.Int32Value": wrappers.asInt32Value,
  "google.protobuf.UInt32Value": wrappers.asUInt32Value,
  "google.protobuf.BoolValue": wrappers.asBoolValue,
  "google.protobuf.StringValue": wrappers.asStringValue,
  "google.protobuf.BytesValue": wrappers.asBytesValue,
  "google.protobuf.FieldMask": asFieldMask,
  "google.protobuf.Struct": asStruct,
  "google.protobuf.ListValue": asListValue,
  "google.protobuf.Value": asValue,
};
