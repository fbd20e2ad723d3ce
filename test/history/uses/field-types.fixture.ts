import { ScalarType, type DescField } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { Names } from "./names.fixture.js";

/** The TypeScript types of a field. */
export interface FieldType {
  /** Its type when it is read, and when it is written. */
  readonly read: string;
  readonly written: string;
  /** The elements that the type refers to. */
  readonly elements: readonly string[];
}

/** Returns the type of a field; undefined for well-known types, which `findSample` handles. */
export function findFieldType(field: DescField, names: Names): FieldType | undefined {
  const found = findElementType(field, names);
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

function findElementType(
  field: DescField,
  names: Names,
): { readonly type: string; readonly elements: readonly string[] } | undefined {
  const { message, enum: values, scalar = ScalarType.STRING } = field;
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
  const isString = "longAsString" in field && field.longAsString;
  return { type: isString ? "string" : (scalars[scalar] ?? "number"), elements: [] };
}

/** Returns a value for a field with a well-known type; undefined for other fields. */
export function findSample(field: DescField): string | undefined {
  const sample = samples[field.message?.typeName ?? ""];
  if (sample === undefined) return undefined;
  if (field.fieldKind === "list") return `[${sample}]`;
  return field.fieldKind === "map" ? `{ [1]: ${sample} }` : sample;
}

/** Returns whether a field is `optional` in proto3, which descriptors represent as a synthetic oneof. */
export function isSynthetic({ oneof, proto }: DescField): boolean {
  return oneof === undefined ? false : proto.proto3Optional;
}

/** Types of the scalars that are not `number`. */
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

/** Types of the values of wrapper messages. */
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
