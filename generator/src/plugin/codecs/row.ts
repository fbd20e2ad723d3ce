import { ScalarType, type DescField, type DescOneof } from "@bufbuild/protobuf";
import { code, hole, joined, literal, string, word, type Code } from "../../kit/code/code.js";
import { hasPresence, isDelimited, isLongAsString, isRequired } from "../source/field-traits.js";
import { isUnsent } from "./input-forms.js";
import type { Module } from "./module.js";
import { camelCase } from "./names.js";
import { findPlainType } from "./plain-types.js";

/**
 * Prints the row of a field in the table of its message, in the syntax of a proto: `string disk_id = 1 @IMMUTABLE`.
 * The row omits everything that the runtime derives from the proto name.
 */
export function printRow(field: DescField, module: Module): Code {
  const label = rowLabel(field);
  const parts = [rowShape(field, module), word(field.name), literal("="), word(String(field.number))];
  return joined([...(label ? [label] : []), ...parts, ...rowNotes(field, module)], " ");
}

function rowLabel(field: DescField): Code | undefined {
  if (field.fieldKind === "list") return literal("repeated");
  if (isRequired(field)) return literal("required");
  return !field.oneof && hasPresence(field) ? literal("optional") : undefined;
}

function rowShape(field: DescField, module: Module): Code {
  const type = rowType(field, module);
  return field.fieldKind === "map" ? code`map<${word(scalarName(field.mapKey))},${type}>` : type;
}

function rowType(field: DescField, module: Module): Code {
  if (field.enum) return hole(module.value(field.enum));
  if (!field.message) return word(scalarName(field.scalar ?? ScalarType.STRING));
  return findPlainType(field.message) ? word(field.message.typeName) : hole(module.value(field.message));
}

/** Proto name of a scalar: `sfixed64`. */
function scalarName(scalar: ScalarType): string {
  return ScalarType[scalar].toLowerCase();
}

function rowNotes(field: DescField, module: Module): readonly Code[] {
  const notes: Code[] = [];
  const { behaviors, isSecret } = module.annotationsOf(field);
  const usual = camelCase(field.name);
  const property = module.property(field);
  if (property !== usual) notes.push(code`local=${word(property)}`);
  if (field.jsonName !== usual) notes.push(code`json=${hole(string(field.jsonName))}`);
  if (field.oneof) notes.push(code`oneof=${oneofNote(field.oneof, module)}`);
  const wire = wireNote(field);
  if (wire) notes.push(wire);
  if (isLongAsString(field)) notes.push(literal("JS_STRING"));
  if (isSecret) notes.push(literal("secret"));
  if (isUnsent(field, module.inputs)) notes.push(literal("unsent"));
  return [...notes, ...behaviors.map((behavior) => code`@${word(behavior)}`)];
}

/** The proto name of a oneof, and its property where the name does not tell it. */
function oneofNote(oneof: DescOneof, module: Module): Code {
  const property = module.property(oneof);
  const name = word(oneof.name);
  return property === camelCase(oneof.name) ? name : code`${name}:${word(property)}`;
}

/** Returns what a decoder must know of the field other than its type. */
function wireNote(field: DescField): Code | undefined {
  if (isDelimited(field)) return literal("group");
  if (field.enum && !field.enum.open) return literal("closed");
  return hasText(field) && !field.utf8Validation ? literal("unchecked") : undefined;
}

/** Whether the field contains strings, including the keys of a map. */
function hasText(field: DescField): boolean {
  return (
    field.scalar === ScalarType.STRING || (field.fieldKind === "map" && field.mapKey === ScalarType.STRING)
  );
}
