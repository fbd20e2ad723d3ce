import { defineTable } from "./define-table.js";
import { defineEnum } from "./enum-type.js";
import type { FieldRow, MessageTable, WellKnown } from "./table.js";
import { wrapperRow, type Wrapper } from "./well-known-names.js";

/** How a well-known type's TypeScript form becomes the message that goes over the wire, and back. */
export interface WellKnownForm {
  /** The fields of the message. */
  readonly table: MessageTable;
  /** The message, one level deep: what it holds stays in its TypeScript form. */
  toMessage(value: unknown): object;
  /** The TypeScript form of a message. */
  fromMessage(message: object): unknown;
}

/** Whether a message type is one of those that generated code has in another form. */
export function isWellKnown(typeName: string): typeName is WellKnown {
  return Object.hasOwn(forms, typeName);
}

/** The form of a well-known type: wrappers are `T`, Struct and Value plain JSON, a FieldMask a list of paths. */
export function wellKnownForm(name: WellKnown): WellKnownForm {
  return forms[name];
}

/** The form of a type that is the value of its only field. */
function onlyField(name: WellKnown, row: FieldRow): WellKnownForm {
  const [property] = row;
  return {
    table: defineTable(name, () => [row]),
    toMessage: (value) => ({ [property]: value }),
    fromMessage: (message) => Reflect.get(message, property),
  };
}

const wrapper = (name: Wrapper): WellKnownForm => onlyField(name, wrapperRow(name));

type Kind = { readonly $case: string; readonly value: unknown } | undefined;

const nullValue = /*@__PURE__*/ defineEnum({ NULL_VALUE: 0 });

const value: WellKnownForm = {
  table: /*@__PURE__*/ defineTable("google.protobuf.Value", () => [
    ["null_value", nullValue, { oneof: "kind" }],
    ["number_value", "double", { oneof: "kind" }],
    ["string_value", "string", { oneof: "kind" }],
    ["bool_value", "bool", { oneof: "kind" }],
    ["struct_value", "google.protobuf.Struct", { oneof: "kind" }],
    ["list_value", "google.protobuf.ListValue", { oneof: "kind" }],
  ]),
  toMessage: (json) => ({ kind: jsonKind(json) }),
  fromMessage: (message) => {
    const kind: Kind = Reflect.get(message, "kind");
    return kind?.$case === "nullValue" ? null : kind?.value;
  },
};

function jsonKind(json: unknown): Kind {
  if (json === null) return { $case: "nullValue", value: 0 };
  if (Array.isArray(json)) return { $case: "listValue", value: json };
  switch (typeof json) {
    case "number":
      return { $case: "numberValue", value: json };
    case "string":
      return { $case: "stringValue", value: json };
    case "boolean":
      return { $case: "boolValue", value: json };
    case "object":
      return { $case: "structValue", value: json };
    default:
      return undefined;
  }
}

const forms: { readonly [Name in WellKnown]: WellKnownForm } = {
  "google.protobuf.DoubleValue": /*@__PURE__*/ wrapper("google.protobuf.DoubleValue"),
  "google.protobuf.FloatValue": /*@__PURE__*/ wrapper("google.protobuf.FloatValue"),
  "google.protobuf.Int64Value": /*@__PURE__*/ wrapper("google.protobuf.Int64Value"),
  "google.protobuf.UInt64Value": /*@__PURE__*/ wrapper("google.protobuf.UInt64Value"),
  "google.protobuf.Int32Value": /*@__PURE__*/ wrapper("google.protobuf.Int32Value"),
  "google.protobuf.UInt32Value": /*@__PURE__*/ wrapper("google.protobuf.UInt32Value"),
  "google.protobuf.BoolValue": /*@__PURE__*/ wrapper("google.protobuf.BoolValue"),
  "google.protobuf.StringValue": /*@__PURE__*/ wrapper("google.protobuf.StringValue"),
  "google.protobuf.BytesValue": /*@__PURE__*/ wrapper("google.protobuf.BytesValue"),
  "google.protobuf.Struct": /*@__PURE__*/ onlyField("google.protobuf.Struct", [
    "fields",
    ["string", "google.protobuf.Value"],
  ]),
  "google.protobuf.Value": value,
  "google.protobuf.ListValue": /*@__PURE__*/ onlyField("google.protobuf.ListValue", [
    "values",
    ["google.protobuf.Value"],
  ]),
  "google.protobuf.FieldMask": /*@__PURE__*/ onlyField("google.protobuf.FieldMask", ["paths", ["string"]]),
};
