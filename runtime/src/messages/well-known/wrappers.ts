import type { JsonForm } from "../json/json-form.js";
import { wrapperRow, type Wrapper } from "../table/well-known-names.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import type { HasUnknownFields, UnknownFields } from "../wire/unknown-fields.js";
import {
  asBool,
  asBytes,
  asDouble,
  asFloat,
  asInt32,
  asInt64,
  asString,
  asUint32,
  asUint64,
  type ValueKind,
} from "../wire/value-kinds.js";
import { writeWrapped } from "../wire/wrappers.js";
import type {
  BoolValueJson,
  BytesValueJson,
  DoubleValueJson,
  FloatValueJson,
  Int32ValueJson,
  Int64ValueJson,
  StringValueJson,
  UInt32ValueJson,
  UInt64ValueJson,
} from "./json-forms.js";

/** Wraps a `double`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface DoubleValue {
  /** The value. */
  value: number;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** Wraps a `float`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface FloatValue {
  /** The value. */
  value: number;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** Wraps an `int64`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface Int64Value {
  /** The value. */
  value: bigint;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** Wraps a `uint64`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface UInt64Value {
  /** The value. */
  value: bigint;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** Wraps an `int32`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface Int32Value {
  /** The value. */
  value: number;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** Wraps a `uint32`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface UInt32Value {
  /** The value. */
  value: number;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** Wraps a `bool`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface BoolValue {
  /** The value. */
  value: boolean;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** Wraps a `string`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface StringValue {
  /** The value. */
  value: string;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** Wraps `bytes`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface BytesValue {
  /** The value. */
  value: Uint8Array;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** A message whose only field holds a value of a kind. */
function defineWrapper<T extends HasUnknownFields & { value: unknown }>(
  typeName: Wrapper,
  kind: ValueKind<T["value"]>,
): MessageType<T> {
  return defineMessage<T>(
    typeName,
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      writeWrapped(writer, kind, message.value);
    },
    () => [wrapperRow(typeName)],
  );
}

export const DoubleValue: MessageType<DoubleValue> & JsonForm<DoubleValueJson> =
  /*@__PURE__*/ defineWrapper<DoubleValue>("google.protobuf.DoubleValue", asDouble);

export const FloatValue: MessageType<FloatValue> & JsonForm<FloatValueJson> =
  /*@__PURE__*/ defineWrapper<FloatValue>("google.protobuf.FloatValue", asFloat);

export const Int64Value: MessageType<Int64Value> & JsonForm<Int64ValueJson> =
  /*@__PURE__*/ defineWrapper<Int64Value>("google.protobuf.Int64Value", asInt64);

export const UInt64Value: MessageType<UInt64Value> & JsonForm<UInt64ValueJson> =
  /*@__PURE__*/ defineWrapper<UInt64Value>("google.protobuf.UInt64Value", asUint64);

export const Int32Value: MessageType<Int32Value> & JsonForm<Int32ValueJson> =
  /*@__PURE__*/ defineWrapper<Int32Value>("google.protobuf.Int32Value", asInt32);

export const UInt32Value: MessageType<UInt32Value> & JsonForm<UInt32ValueJson> =
  /*@__PURE__*/ defineWrapper<UInt32Value>("google.protobuf.UInt32Value", asUint32);

export const BoolValue: MessageType<BoolValue> & JsonForm<BoolValueJson> =
  /*@__PURE__*/ defineWrapper<BoolValue>("google.protobuf.BoolValue", asBool);

export const StringValue: MessageType<StringValue> & JsonForm<StringValueJson> =
  /*@__PURE__*/ defineWrapper<StringValue>("google.protobuf.StringValue", asString);

export const BytesValue: MessageType<BytesValue> & JsonForm<BytesValueJson> =
  /*@__PURE__*/ defineWrapper<BytesValue>("google.protobuf.BytesValue", asBytes);
