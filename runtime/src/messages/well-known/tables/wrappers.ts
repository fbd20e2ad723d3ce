import type { JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import type { MessageTable } from "../../table/table.js";
import { wrapperRow, type Wrapper } from "../../table/well-known-names.js";
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
} from "../json-forms.js";

/** Wraps a `double`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface DoubleValue {
  /** The value. */
  value: number;
}

/** Wraps a `float`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface FloatValue {
  /** The value. */
  value: number;
}

/** Wraps an `int64`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface Int64Value {
  /** The value. */
  value: bigint;
}

/** Wraps a `uint64`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface UInt64Value {
  /** The value. */
  value: bigint;
}

/** Wraps an `int32`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface Int32Value {
  /** The value. */
  value: number;
}

/** Wraps a `uint32`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface UInt32Value {
  /** The value. */
  value: number;
}

/** Wraps a `bool`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface BoolValue {
  /** The value. */
  value: boolean;
}

/** Wraps a `string`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface StringValue {
  /** The value. */
  value: string;
}

/** Wraps `bytes`, which may be absent. A field of this type has the value itself. This is the form of a separate message. */
export interface BytesValue {
  /** The value. */
  value: Uint8Array;
}

function defineWrapper<T>(typeName: Wrapper): MessageTable<T> {
  return defineTable<T>(typeName, () => [wrapperRow(typeName)]);
}

export const DoubleValue: MessageTable<DoubleValue> & JsonForm<DoubleValueJson> =
  /*@__PURE__*/ defineWrapper<DoubleValue>("google.protobuf.DoubleValue");

export const FloatValue: MessageTable<FloatValue> & JsonForm<FloatValueJson> =
  /*@__PURE__*/ defineWrapper<FloatValue>("google.protobuf.FloatValue");

export const Int64Value: MessageTable<Int64Value> & JsonForm<Int64ValueJson> =
  /*@__PURE__*/ defineWrapper<Int64Value>("google.protobuf.Int64Value");

export const UInt64Value: MessageTable<UInt64Value> & JsonForm<UInt64ValueJson> =
  /*@__PURE__*/ defineWrapper<UInt64Value>("google.protobuf.UInt64Value");

export const Int32Value: MessageTable<Int32Value> & JsonForm<Int32ValueJson> =
  /*@__PURE__*/ defineWrapper<Int32Value>("google.protobuf.Int32Value");

export const UInt32Value: MessageTable<UInt32Value> & JsonForm<UInt32ValueJson> =
  /*@__PURE__*/ defineWrapper<UInt32Value>("google.protobuf.UInt32Value");

export const BoolValue: MessageTable<BoolValue> & JsonForm<BoolValueJson> =
  /*@__PURE__*/ defineWrapper<BoolValue>("google.protobuf.BoolValue");

export const StringValue: MessageTable<StringValue> & JsonForm<StringValueJson> =
  /*@__PURE__*/ defineWrapper<StringValue>("google.protobuf.StringValue");

export const BytesValue: MessageTable<BytesValue> & JsonForm<BytesValueJson> =
  /*@__PURE__*/ defineWrapper<BytesValue>("google.protobuf.BytesValue");
