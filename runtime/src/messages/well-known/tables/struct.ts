import type { JsonForm } from "../../json/json-form.js";
import { defineTable } from "../../table/define-table.js";
import { fields } from "../../table/field-text.js";
import type { JsonObject, JsonValue } from "../../table/json-value.js";
import type { MessageTable } from "../../table/table.js";
import type { ListValueJson, StructJson, ValueJson } from "../json-forms.js";
import { NullValue } from "../null-value.js";

/** An object of JSON. In the messages that hold one it is a plain object; as a message of its own it has this form. */
export interface Struct {
  /** The properties by their names. */
  fields: { [key: string]: JsonValue | undefined };
}

/**
 * Any JSON: `null`, a number, text, a boolean, an object or an array. In the messages that hold one it is that JSON
 * itself; as a message of its own it has this form.
 */
export interface Value {
  /** What it is, and the value. Absent only if a writer left it out, which is not JSON. */
  kind?:
    /** `null`. */
    | { $case: "nullValue"; value: NullValue }
    /** A number; `NaN` and the infinities are no JSON. */
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

/** An array of JSON. In the messages that hold one it is an array; as a message of its own it has this form. */
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
