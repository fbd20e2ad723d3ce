/** Texts of inputs as values in proto3 JSON (ProtoJSON of protobuf.dev), and back. */
import type { FormField } from "../../../src/control/view-types.js";
import type { Json } from "../text/json.js";

/** The kind of input of a field. */
export type InputKind = "text" | "number" | "bool" | "enum" | "json" | "message";

const numberTypes = new Set(["double", "float", "int32", "uint32", "sint32", "fixed32", "sfixed32"]);
const longTypes = new Set(["int64", "uint64", "sint64", "fixed64", "sfixed64"]);

/** Well-known types that are one value in JSON, as the scalar that they are like, with an example. */
const wellKnown: Readonly<Record<string, readonly [scalar: string, example: string]>> = {
  "google.protobuf.Timestamp": ["string", "2030-01-31T12:00:00Z"],
  "google.protobuf.Duration": ["string", "1.5s"],
  "google.protobuf.FieldMask": ["string", "spec.cpu,metadata.labels"],
  "google.protobuf.StringValue": ["string", ""],
  "google.protobuf.BytesValue": ["bytes", ""],
  "google.protobuf.BoolValue": ["bool", ""],
  "google.protobuf.DoubleValue": ["double", ""],
  "google.protobuf.FloatValue": ["float", ""],
  "google.protobuf.Int32Value": ["int32", ""],
  "google.protobuf.UInt32Value": ["uint32", ""],
  "google.protobuf.Int64Value": ["int64", ""],
  "google.protobuf.UInt64Value": ["uint64", ""],
};

/** Examples of types without a form in JSON. */
const examples: Readonly<Record<string, string>> = {
  "google.protobuf.Struct": '{ "key": "value" }',
  "google.protobuf.Value": '"any JSON"',
  "google.protobuf.ListValue": "[1, true]",
  "google.protobuf.Any": '{ "@type": "type.googleapis.com/package.Message" }',
};

type FieldType = Pick<FormField, "type" | "values">;

/** Returns the scalar type that a field is entered as. */
function scalarOf({ type }: FieldType): string {
  return wellKnown[type]?.[0] ?? type;
}

/**
 * Returns the input of a field.
 *
 * @param isDescribed whether the form has the fields of its message
 */
export function inputKind(field: FieldType, isDescribed: boolean): InputKind {
  if (field.values !== undefined) return "enum";
  const scalar = scalarOf(field);
  if (scalar === "bool") return "bool";
  if (numberTypes.has(scalar) || longTypes.has(scalar)) return "number";
  if (scalar === "string" || scalar === "bytes") return "text";
  return isDescribed ? "message" : "json";
}

/** Returns an example for an empty input. Empty if there is none. */
export function exampleOf(field: FieldType): string {
  if (field.type === "bytes") return "base64";
  return wellKnown[field.type]?.[1] ?? examples[field.type] ?? "";
}

/** Returns the value of a text. Undefined if it is empty. A text that is not a number is sent as it is, so that the API refuses it. */
export function readScalar(field: FieldType, text: string): Json | undefined {
  if (text === "") return undefined;
  const scalar = scalarOf(field);
  if (scalar === "bool") return text === "true";
  // JSON numbers lose digits of 64-bit integers, which are therefore texts.
  if (!numberTypes.has(scalar) || text.trim() === "") return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** Whether a text is a value of its field, as far as a page can tell. */
export function isValidScalar(field: FieldType, text: string): boolean {
  const scalar = scalarOf(field);
  if (text === "") return true;
  if (scalar === "double" || scalar === "float")
    return Number.isFinite(Number(text)) || /^(?:-?Infinity|NaN)$/.test(text);
  if (numberTypes.has(scalar) || longTypes.has(scalar))
    return (scalar.startsWith("u") ? /^\d+$/ : /^-?\d+$/).test(text.trim());
  if (scalar === "bytes") return /^[\w+/-]*={0,2}$/.test(text);
  return true;
}
