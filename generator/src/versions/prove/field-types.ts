import { ScalarType, type DescField } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { Names } from "./names.js";

/** How programs write the value of a field down. */
export interface FieldType {
  /** Its type where it is read, and where it is written. */
  readonly read: string;
  readonly written: string;
  /** The elements that the type is made of. */
  readonly elements: readonly string[];
}

/** The type of a field; undefined of well-known messages, for which there are samples. */
export function typeOfField(field: DescField, names: Names): FieldType | undefined {
  const found = elementType(field, names);
  if (!found) return undefined;
  const { type, elements } = found;
  if (field.fieldKind === "list") return { read: `${type}[]`, written: `${type}[]`, elements };
  if (field.fieldKind === "map") {
    const map = `{ [key: ${scalars[field.mapKey] === "number" ? "number" : "string"}]: ${type} }`;
    return { read: map, written: map, elements };
  }
  const isTracked = field.presence === FeatureSet_FieldPresence.EXPLICIT && field.oneof === undefined;
  const isAbsent = field.fieldKind === "message" || isTracked || isSynthetic(field);
  return { read: isAbsent ? `${type} | undefined` : type, written: type, elements };
}

function elementType(
  { message, enum: values, scalar = ScalarType.STRING }: DescField,
  names: Names,
): { readonly type: string; readonly elements: readonly string[] } | undefined {
  if (message) {
    const wrapped = wrappers[message.typeName];
    if (wrapped !== undefined) return { type: wrapped, elements: [] };
    if (message.typeName.startsWith("google.protobuf.")) return undefined;
    const type = names.find(`message ${message.typeName}`);
    return type === undefined ? undefined : { type, elements: [`message ${message.typeName}`] };
  }
  if (values) {
    const type = names.find(`enum ${values.typeName}`);
    return type === undefined ? undefined : { type, elements: [`enum ${values.typeName}`] };
  }
  return { type: scalars[scalar] ?? "number", elements: [] };
}

/** A value of a field that has a well-known type; undefined of all other fields. */
export function sampleOf(field: DescField): string | undefined {
  const sample = samples[field.message?.typeName ?? ""];
  if (sample === undefined) return undefined;
  if (field.fieldKind === "list") return `[${sample}]`;
  return field.fieldKind === "map" ? `{ [1]: ${sample} }` : sample;
}

/** Whether a field is `optional` in proto3, which descriptors write as a oneof. */
export function isSynthetic({ oneof, proto }: DescField): boolean {
  return oneof === undefined ? false : proto.proto3Optional;
}

/** Types of scalars other than numbers. */
const scalars: Readonly<Partial<Record<ScalarType, string>>> = {
  [ScalarType.STRING]: "string",
  [ScalarType.BYTES]: "Uint8Array",
  [ScalarType.BOOL]: "boolean",
  [ScalarType.INT64]: "bigint",
  [ScalarType.UINT64]: "bigint",
  [ScalarType.SINT64]: "bigint",
  [ScalarType.FIXED64]: "bigint",
  [ScalarType.SFIXED64]: "bigint",
};

/** Types of what wrappers hold. */
const wrappers: Readonly<Record<string, string>> = {
  "google.protobuf.StringValue": "string",
  "google.protobuf.BoolValue": "boolean",
  "google.protobuf.Int32Value": "number",
  "google.protobuf.UInt32Value": "number",
  "google.protobuf.Int64Value": "bigint",
  "google.protobuf.UInt64Value": "bigint",
  "google.protobuf.DoubleValue": "number",
  "google.protobuf.FloatValue": "number",
  "google.protobuf.BytesValue": "Uint8Array",
};

const samples: Readonly<Record<string, string>> = {
  "google.protobuf.Any": '{ typeUrl: "a", value: new Uint8Array() as Uint8Array }',
  "google.protobuf.Duration": "{ seconds: 1n, nanos: 0 }",
  "google.protobuf.FieldMask": '["a"]',
  "google.protobuf.ListValue": "[1]",
  "google.protobuf.Struct": "{ a: 1 }",
  "google.protobuf.Timestamp": "{ seconds: 1n, nanos: 0 }",
  "google.protobuf.Value": '"a"',
};
