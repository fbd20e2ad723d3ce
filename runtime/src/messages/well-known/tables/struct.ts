import type { JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import { fields } from "../../table/field-text.js";
import type { JsonObject, JsonValue } from "../../table/json-value.js";
import type { MessageTable } from "../../table/table.js";
import type { ListValueJson, StructJson, ValueJson } from "../json-forms.js";
import { NullValue } from "../null-value.js";

/** A JSON object. A field of this type is a plain object. This is the form of a separate message. */
export interface Struct {
  /** The properties by their names. */
  fields: { [key: string]: JsonValue | undefined };
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
}

/** A JSON array. A field of this type is an array. This is the form of a separate message. */
export interface ListValue {
  /** The elements. */
  values: JsonValue[];
}

export const Struct: MessageTable<Struct> & JsonForm<StructJson> = /*@__PURE__*/ defineTable<Struct>(
  "google.protobuf.Struct",
  () => fields`
    map<string,google.protobuf.Value> fields = 1
  `,
);

export const Value: MessageTable<Value> & JsonForm<ValueJson> = /*@__PURE__*/ defineTable<Value>(
  "google.protobuf.Value",
  () => fields`
    ${NullValue} null_value = 1 oneof=kind
    double number_value = 2 oneof=kind
    string string_value = 3 oneof=kind
    bool bool_value = 4 oneof=kind
    google.protobuf.Struct struct_value = 5 oneof=kind
    google.protobuf.ListValue list_value = 6 oneof=kind
  `,
);

export const ListValue: MessageTable<ListValue> & JsonForm<ListValueJson> =
  /*@__PURE__*/ defineTable<ListValue>(
    "google.protobuf.ListValue",
    () => fields`
      repeated google.protobuf.Value values = 1
    `,
  );
