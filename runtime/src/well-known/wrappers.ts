import type { JsonForm } from "../json/json-form.js";
import { fields } from "../table/field-text.js";
import { isPositiveZero } from "../wire/float.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import type { UnknownFields } from "../wire/unknown-fields.js";
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

/**
 * Wraps a `double`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface DoubleValue {
  /** The value. */
  value: number;
  _unknownFields?: UnknownFields | undefined;
}

/**
 * Wraps a `float`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface FloatValue {
  /** The value. */
  value: number;
  _unknownFields?: UnknownFields | undefined;
}

/**
 * Wraps an `int64`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface Int64Value {
  /** The value. */
  value: bigint;
  _unknownFields?: UnknownFields | undefined;
}

/**
 * Wraps a `uint64`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface UInt64Value {
  /** The value. */
  value: bigint;
  _unknownFields?: UnknownFields | undefined;
}

/**
 * Wraps an `int32`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface Int32Value {
  /** The value. */
  value: number;
  _unknownFields?: UnknownFields | undefined;
}

/**
 * Wraps a `uint32`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface UInt32Value {
  /** The value. */
  value: number;
  _unknownFields?: UnknownFields | undefined;
}

/**
 * Wraps a `bool`, which may be absent. In the messages that hold one it is the value itself; as a message of its own
 * it has this form.
 */
export interface BoolValue {
  /** The value. */
  value: boolean;
  _unknownFields?: UnknownFields | undefined;
}

/**
 * Wraps a `string`, which may be absent. In the messages that hold one it is the value itself; as a message of its
 * own it has this form.
 */
export interface StringValue {
  /** The value. */
  value: string;
  _unknownFields?: UnknownFields | undefined;
}

/**
 * Wraps `bytes`, which may be absent. In the messages that hold one it is the value itself; as a message of its own
 * it has this form.
 */
export interface BytesValue {
  /** The value. */
  value: Uint8Array;
  _unknownFields?: UnknownFields | undefined;
}

export const DoubleValue: MessageType<DoubleValue> & JsonForm<DoubleValueJson> =
  /*@__PURE__*/ defineMessage<DoubleValue>(
    "google.protobuf.DoubleValue",
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      if (!isPositiveZero(message.value)) writer.double(9, message.value);
    },
    () => fields`
      double value = 1
    `,
  );

export const FloatValue: MessageType<FloatValue> & JsonForm<FloatValueJson> =
  /*@__PURE__*/ defineMessage<FloatValue>(
    "google.protobuf.FloatValue",
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      if (!isPositiveZero(message.value)) writer.float(13, message.value);
    },
    () => fields`
      float value = 1
    `,
  );

export const Int64Value: MessageType<Int64Value> & JsonForm<Int64ValueJson> =
  /*@__PURE__*/ defineMessage<Int64Value>(
    "google.protobuf.Int64Value",
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      if (message.value !== 0n) writer.int64(8, message.value);
    },
    () => fields`
      int64 value = 1
    `,
  );

export const UInt64Value: MessageType<UInt64Value> & JsonForm<UInt64ValueJson> =
  /*@__PURE__*/ defineMessage<UInt64Value>(
    "google.protobuf.UInt64Value",
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      if (message.value !== 0n) writer.uint64(8, message.value);
    },
    () => fields`
      uint64 value = 1
    `,
  );

export const Int32Value: MessageType<Int32Value> & JsonForm<Int32ValueJson> =
  /*@__PURE__*/ defineMessage<Int32Value>(
    "google.protobuf.Int32Value",
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      if (message.value !== 0) writer.int32(8, message.value);
    },
    () => fields`
      int32 value = 1
    `,
  );

export const UInt32Value: MessageType<UInt32Value> & JsonForm<UInt32ValueJson> =
  /*@__PURE__*/ defineMessage<UInt32Value>(
    "google.protobuf.UInt32Value",
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      if (message.value !== 0) writer.uint32(8, message.value);
    },
    () => fields`
      uint32 value = 1
    `,
  );

export const BoolValue: MessageType<BoolValue> & JsonForm<BoolValueJson> =
  /*@__PURE__*/ defineMessage<BoolValue>(
    "google.protobuf.BoolValue",
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      if (message.value !== false) writer.bool(8, message.value);
    },
    () => fields`
      bool value = 1
    `,
  );

export const StringValue: MessageType<StringValue> & JsonForm<StringValueJson> =
  /*@__PURE__*/ defineMessage<StringValue>(
    "google.protobuf.StringValue",
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      if (message.value !== "") writer.string(10, message.value);
    },
    () => fields`
      string value = 1
    `,
  );

export const BytesValue: MessageType<BytesValue> & JsonForm<BytesValueJson> =
  /*@__PURE__*/ defineMessage<BytesValue>(
    "google.protobuf.BytesValue",
    (v) => ({ value: v[0] }),
    (message, writer) => {
      writer.unknown(message._unknownFields);
      if (message.value.length !== 0) writer.bytes(10, message.value);
    },
    () => fields`
      bytes value = 1
    `,
  );
