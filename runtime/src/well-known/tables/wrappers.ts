import type { JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import { fields } from "../../table/field-text.js";
import type { MessageTable } from "../../table/table.js";
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

/**
 * Wraps a `double`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface DoubleValue {
  /** The value. */
  value: number;
}

/**
 * Wraps a `float`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface FloatValue {
  /** The value. */
  value: number;
}

/**
 * Wraps an `int64`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface Int64Value {
  /** The value. */
  value: bigint;
}

/**
 * Wraps a `uint64`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface UInt64Value {
  /** The value. */
  value: bigint;
}

/**
 * Wraps an `int32`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface Int32Value {
  /** The value. */
  value: number;
}

/**
 * Wraps a `uint32`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface UInt32Value {
  /** The value. */
  value: number;
}

/**
 * Wraps a `bool`, which may be absent. In the messages that hold one it is the value itself; as a message of its own
 * it has this form.
 */
export interface BoolValue {
  /** The value. */
  value: boolean;
}

/**
 * Wraps a `string`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface StringValue {
  /** The value. */
  value: string;
}

/**
 * Wraps `bytes`, which may be absent. In the messages that hold one it is the value itself; as a message of its own
 * it has this form.
 */
export interface BytesValue {
  /** The value. */
  value: Uint8Array;
}

export const DoubleValue: MessageTable<DoubleValue> & JsonForm<DoubleValueJson> =
  /*@__PURE__*/ defineTable<DoubleValue>(
    "google.protobuf.DoubleValue",
    () => fields`
      double value = 1
    `,
  );

export const FloatValue: MessageTable<FloatValue> & JsonForm<FloatValueJson> =
  /*@__PURE__*/ defineTable<FloatValue>(
    "google.protobuf.FloatValue",
    () => fields`
      float value = 1
    `,
  );

export const Int64Value: MessageTable<Int64Value> & JsonForm<Int64ValueJson> =
  /*@__PURE__*/ defineTable<Int64Value>(
    "google.protobuf.Int64Value",
    () => fields`
      int64 value = 1
    `,
  );

export const UInt64Value: MessageTable<UInt64Value> & JsonForm<UInt64ValueJson> =
  /*@__PURE__*/ defineTable<UInt64Value>(
    "google.protobuf.UInt64Value",
    () => fields`
      uint64 value = 1
    `,
  );

export const Int32Value: MessageTable<Int32Value> & JsonForm<Int32ValueJson> =
  /*@__PURE__*/ defineTable<Int32Value>(
    "google.protobuf.Int32Value",
    () => fields`
      int32 value = 1
    `,
  );

export const UInt32Value: MessageTable<UInt32Value> & JsonForm<UInt32ValueJson> =
  /*@__PURE__*/ defineTable<UInt32Value>(
    "google.protobuf.UInt32Value",
    () => fields`
      uint32 value = 1
    `,
  );

export const BoolValue: MessageTable<BoolValue> & JsonForm<BoolValueJson> =
  /*@__PURE__*/ defineTable<BoolValue>(
    "google.protobuf.BoolValue",
    () => fields`
      bool value = 1
    `,
  );

export const StringValue: MessageTable<StringValue> & JsonForm<StringValueJson> =
  /*@__PURE__*/ defineTable<StringValue>(
    "google.protobuf.StringValue",
    () => fields`
      string value = 1
    `,
  );

export const BytesValue: MessageTable<BytesValue> & JsonForm<BytesValueJson> =
  /*@__PURE__*/ defineTable<BytesValue>(
    "google.protobuf.BytesValue",
    () => fields`
      bytes value = 1
    `,
  );
