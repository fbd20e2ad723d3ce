import { ScalarType, type DescEnum, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { code, joined, literal, propertyName, string, type Code } from "../../kit/code/code.js";
import { plainTypeName, wrappers } from "../source/plain-type-names.js";
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
  const own = wellKnownJson(typeName, module);
  if (own) return own;
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
  return wellKnownJson(plain ?? "", module) ?? module.json(field.message);
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

/** The type of the JSON of a well-known type; undefined where JSON writes it as it does any message. */
function wellKnownJson(typeName: string, module: Module): Code | undefined {
  const scalar = wrappers.get(typeName);
  if (scalar !== undefined) return scalarJson(scalar, module);
  switch (typeName) {
    case "google.protobuf.FieldMask":
    case "google.protobuf.Timestamp":
    case "google.protobuf.Duration":
      return literal("string");
    case "google.protobuf.Struct":
      return module.runtimeType("JsonObject");
    case "google.protobuf.ListValue":
      return code`${module.runtimeType("JsonValue")}[]`;
    case "google.protobuf.Value":
      return module.runtimeType("JsonValue");
    case "google.protobuf.Any":
      return module.runtimeType("AnyJson");
    default:
      return undefined;
  }
}
