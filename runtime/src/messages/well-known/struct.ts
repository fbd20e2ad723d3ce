import type { JsonForm } from "../json/json-form.js";
import { fields } from "../table/field-text.js";
import type { JsonObject, JsonValue } from "../table/json-value.js";
import { writeEntries } from "../wire/entries.js";
import { defineMessage, type MessageType } from "../wire/message-type.js";
import { asListValue, asStruct, asValue } from "../wire/plain-json.js";
import type { UnknownFields } from "../wire/unknown-fields.js";
import { asString } from "../wire/value-kinds.js";
import type { ListValueJson, StructJson, ValueJson } from "./json-forms.js";
import { NullValue } from "./null-value.js";
import type { Writer } from "../wire/writer.js";

/** A JSON object. A field of this type is a plain object. This is the form of a separate message. */
export interface Struct {
  /** The properties by their names. */
  fields: { [key: string]: JsonValue | undefined };
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/**
 * A JSON value: `null`, a number, a string, a boolean, an object or an array. A field of this type is that value itself. This is
 * the form of a separate message.
 */
export interface Value {
  /** The kind and the value. Absent only if a writer omitted it, which is not JSON. */
  kind?:
    /** `null`. */
    | { $case: "nullValue"; value: NullValue }
    /** A number except `NaN` and the infinities. */
    | { $case: "numberValue"; value: number }
    /** Text. */
    | { $case: "stringValue"; value: string }
    /** `true` or `false`. */
    | { $case: "boolValue"; value: boolean }
    /** An object. */
    | { $case: "structValue"; value: JsonObject }
    /** An array. */
    | { $case: "listValue"; value: JsonValue[] }
    | undefined;
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

/** A JSON array. A field of this type is an array. This is the form of a separate message. */
export interface ListValue {
  /** The elements. */
  values: JsonValue[];
  /** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
  _unknownFields?: UnknownFields | undefined;
}

export const Struct: MessageType<Struct> & JsonForm<StructJson> = /*@__PURE__*/ defineMessage<Struct>(
  "google.protobuf.Struct",
  (v: readonly unknown[]): object => ({ fields: v[0] }),
  (message: Struct, writer: Writer): void => {
    writer.unknown(message._unknownFields);
    writeEntries(writer, 10, message.fields, asString, asValue);
  },
  () => fields`
    map<string,google.protobuf.Value> fields = 1
  `,
);

export const Value: MessageType<Value> & JsonForm<ValueJson> = /*@__PURE__*/ defineMessage<Value>(
  "google.protobuf.Value",
  (v: readonly unknown[]): object => ({ kind: v[0] }),
  (message: Value, writer: Writer): void => {
    writer.unknown(message._unknownFields);
    switch (message.kind?.$case) {
      case "nullValue":
        writer.int32(8, message.kind.value);
        break;
      case "numberValue":
        writer.double(17, message.kind.value);
        break;
      case "stringValue":
        writer.string(26, message.kind.value);
        break;
      case "boolValue":
        writer.bool(32, message.kind.value);
        break;
      case "structValue":
        asStruct.write(writer, 42, message.kind.value);
        break;
      case "listValue":
        asListValue.write(writer, 50, message.kind.value);
        break;
    }
  },
  () => fields`
    ${NullValue} null_value = 1 oneof=kind
    double number_value = 2 oneof=kind
    string string_value = 3 oneof=kind
    bool bool_value = 4 oneof=kind
    google.protobuf.Struct struct_value = 5 oneof=kind
    google.protobuf.ListValue list_value = 6 oneof=kind
  `,
);

export const ListValue: MessageType<ListValue> & JsonForm<ListValueJson> =
  /*@__PURE__*/ defineMessage<ListValue>(
    "google.protobuf.ListValue",
    (v: readonly unknown[]): object => ({ values: v[0] }),
    (message: ListValue, writer: Writer): void => {
      writer.unknown(message._unknownFields);
      for (const value of message.values) asValue.write(writer, 10, value);
    },
    () => fields`
      repeated google.protobuf.Value values = 1
    `,
  );
