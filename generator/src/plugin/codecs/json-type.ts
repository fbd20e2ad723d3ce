import { ScalarType, type DescEnum, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { code, joined, literal, propertyName, string, type Code } from "../code/code.js";
import { plainTypeName, type PlainTypeName } from "../source/plain-type-names.js";
import type { Module } from "./module.js";

/**
 * The type of what proto3 JSON has for a message or an enum: `export type DiskJson = { name?: string | undefined; ... };`.
 * An alias and no interface, so that it can be given where any JSON is asked for.
 */
export function printJsonType(one: DescMessage | DescEnum, module: Module): Code {
  const form = one.kind === "enum" ? enumJson(one) : messageJson(one, module);
  const about =
    one.kind === "enum"
      ? literal("/** A value in JSON: its name in the proto, or a number that has none. */\n")
      : literal("/** The message in JSON; what is left out has its default. */\n");
  return code`${about}export type ${module.json(one)} = ${form};\n`;
}

function enumJson({ typeName, values }: DescEnum): Code {
  if (typeName === "google.protobuf.NullValue") return literal("null");
  return joined([...values.map(({ name }) => string(name)), literal("number")], " | ");
}

function messageJson({ typeName, fields }: DescMessage, module: Module): Code {
  const own = ownForms.get(typeName);
  if (own) return own(module);
  const lines = [...new Set(fields.map(({ jsonName }) => jsonName))].map((name) => {
    // Two fields of proto2 may have one name.
    const types = fields.filter(({ jsonName }) => jsonName === name).map((field) => fieldJson(field, module));
    return code`${propertyName(name)}?: ${joined([...new Set(types)], " | ")};`;
  });
  return lines.length === 0 ? literal("{ [name: string]: never }") : code`{\n${joined(lines, "\n")}\n}`;
}

function fieldJson(field: DescField, module: Module): Code {
  const type = valueJson(field, module);
  if (field.fieldKind === "map") return code`{ [key: string]: ${type} }`;
  return field.fieldKind === "list" ? code`${type}[]` : type;
}

function valueJson(field: DescField, module: Module): Code {
  if (field.enum) return module.json(field.enum);
  if (!field.message) return scalarJson(field.scalar ?? ScalarType.STRING, module);
  const plain = plainTypeName(field.message);
  return plain ? plainForms[plain](module) : module.json(field.message);
}

function scalarJson(scalar: ScalarType, module: Module): Code {
  switch (scalar) {
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return module.runtimeType("NumberJson");
    case ScalarType.BOOL:
      return literal("boolean");
    case ScalarType.INT32:
    case ScalarType.UINT32:
    case ScalarType.SINT32:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return literal("number");
    default:
      // 64-bit integers as digits, bytes as base64.
      return literal("string");
  }
}

/** The type of the JSON of a well-known type. */
type JsonFormOf = (module: Module) => Code;

const scalar =
  (type: ScalarType): JsonFormOf =>
  (module) =>
    scalarJson(type, module);
const text: JsonFormOf = () => literal("string");

/** Those that are plain values in the messages that hold them. */
const plainForms: Readonly<Record<PlainTypeName, JsonFormOf>> = {
  "google.protobuf.DoubleValue": scalar(ScalarType.DOUBLE),
  "google.protobuf.FloatValue": scalar(ScalarType.FLOAT),
  "google.protobuf.Int64Value": scalar(ScalarType.INT64),
  "google.protobuf.UInt64Value": scalar(ScalarType.UINT64),
  "google.protobuf.Int32Value": scalar(ScalarType.INT32),
  "google.protobuf.UInt32Value": scalar(ScalarType.UINT32),
  "google.protobuf.BoolValue": scalar(ScalarType.BOOL),
  "google.protobuf.StringValue": scalar(ScalarType.STRING),
  "google.protobuf.BytesValue": scalar(ScalarType.BYTES),
  "google.protobuf.FieldMask": text,
  "google.protobuf.Struct": (module) => module.runtimeType("JsonObject"),
  "google.protobuf.ListValue": (module) => code`${module.runtimeType("JsonValue")}[]`,
  "google.protobuf.Value": (module) => module.runtimeType("JsonValue"),
};

/** All that JSON writes in a way of their own. */
const ownForms: ReadonlyMap<string, JsonFormOf> = new Map([
  ...Object.entries(plainForms),
  ["google.protobuf.Timestamp", text],
  ["google.protobuf.Duration", text],
  ["google.protobuf.Any", (module: Module) => module.runtimeType("AnyJson")],
]);
