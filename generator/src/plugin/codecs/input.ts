/**
 * Prints the input types of messages that differ from `MessageInit`: interfaces with each field written out. Editors
 * show them that way, and the compiler checks them in a tenth of the steps that a mapped type takes.
 */
import type { DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { code, docBlock, joined, literal, propertyName, string, type Code } from "../../kit/code/code.js";
import { plainTypeName } from "../source/plain-type-names.js";
import { valueForm } from "./forms.js";
import { unknownFieldsMember } from "./unknown-fields.js";
import { isObjectMap } from "./map-field.js";
import type { Module } from "./module.js";
import { scalarType } from "./scalar-form.js";

/** `export interface CreateDiskInput extends InputOf<CreateDiskRequest> { ... }` */
export function printInput(message: DescMessage, module: Module): Code {
  const type = module.type(message);
  const name = module.input(message);
  const lines = message.members.flatMap((member) => inputMember(member, module) ?? []);
  const unknown = unknownFieldsMember(module, literal("readonly "));
  const doc = docBlock({ text: `\`${type}\` as calls take it.` });
  return code`${doc}export interface ${name} extends ${module.runtimeType("InputOf")}<${type}> {\n${joined([...lines, unknown], "\n")}\n}\n`;
}

function inputMember(member: DescField | DescOneof, module: Module): Code | undefined {
  if (member.kind === "oneof") return oneofMember(member, module);
  if (module.inputs.isOmittedFromRequests(member)) return undefined;
  const name = propertyName(module.property(member));
  const type = fieldType(member, module);
  const doc = module.docOf(member);
  if (module.inputs.isRequiredInRequests(member)) return code`${doc}readonly ${name}: ${type};`;
  return code`${doc}readonly ${name}?: ${type} | undefined;`;
}

function oneofMember(oneof: DescOneof, module: Module): Code {
  const choices = oneof.fields.map((field) => {
    const name = string(module.property(field));
    return code`${module.docOf(field)}| { readonly $case: ${name}; readonly value: ${valueType(field, module)} }`;
  });
  const types = joined([...choices, literal("| undefined")], "\n");
  return code`${module.docOf(oneof)}readonly ${propertyName(module.property(oneof))}?:\n${types};`;
}

function fieldType(field: DescField, module: Module): Code {
  const value = valueType(field, module);
  if (field.fieldKind === "list")
    return code`readonly ${isList(field) || String(value) === "bigint | number" ? code`(${value})` : value}[]`;
  if (field.fieldKind !== "map") return value;
  const key = scalarType(field.mapKey);
  if (isObjectMap(field)) return code`{ readonly [key: ${key}]: ${value} | undefined }`;
  return code`${module.imports.global("ReadonlyMap")}<${takenType(key)}, ${value}>`;
}

/** One value as callers give it, of a list or a map too. */
function valueType(field: DescField, module: Module): Code {
  const { message, parent } = field;
  if (!message) return takenType(valueForm(field, module).type);
  if (plainTypeName(message) !== undefined) return plainType(field, module);
  const { inputs } = module;
  if (!inputs.inputs.has(message)) return partOf(module.type(message), module);
  const input = module.input(message);
  return inputs.hasFieldMask(parent) && inputs.demanding.has(message) ? partOf(input, module) : input;
}

/** Calls take safe integers for 64-bit fields too. */
function takenType(type: Code): Code {
  return String(type) === "bigint" ? code`${type} | number` : type;
}

function partOf(type: Code, module: Module): Code {
  return code`${module.runtimeType("MessageInit")}<${type}>`;
}

/** A plain value that may be readonly. */
function plainType(field: DescField, module: Module): Code {
  const { type } = valueForm(field, module);
  if (field.message?.typeName === "google.protobuf.Struct") return partOf(type, module);
  return isList(field) ? code`readonly ${type}` : type;
}

/** One value of the field is a list in TypeScript. */
function isList({ message }: DescField): boolean {
  const name = message && plainTypeName(message);
  return name === "google.protobuf.FieldMask" || name === "google.protobuf.ListValue";
}
