import { ScalarType, type DescField, type DescOneof } from "@bufbuild/protobuf";
import { arrayOf, code, joined, objectOf, string, type Code } from "../code/code.js";
import { hasPresence } from "./forms.js";
import type { Module } from "./module.js";
import { camelCase } from "./names.js";
import { plainTypes } from "./plain-types.js";

/** The row of a field in the table of its message: `row("disk_id", "string", { behaviors: ["IMMUTABLE"] })`. What the runtime derives of the proto name is not said. */
export function printRow(field: DescField, module: Module): Code {
  const more = moreOf(field, module);
  const parts = [string(field.name), shapeOf(field, module), ...(more.length > 0 ? [objectOf(more)] : [])];
  return code`${module.runtime("row")}(${joined(parts, ", ")})`;
}

function shapeOf(field: DescField, module: Module): Code {
  const type = typeOf(field, module);
  if (field.fieldKind === "map") return arrayOf([string(scalarName(field.mapKey)), type]);
  return field.fieldKind === "list" ? arrayOf([type]) : type;
}

function typeOf(field: DescField, module: Module): Code {
  if (field.enum) return module.value(field.enum);
  if (!field.message) return string(scalarName(field.scalar ?? ScalarType.STRING));
  const { typeName } = field.message;
  return plainTypes.has(typeName) ? string(typeName) : module.value(field.message);
}

/** Proto name of a scalar: `sfixed64`. */
function scalarName(scalar: ScalarType): string {
  return ScalarType[scalar].toLowerCase();
}

function moreOf(field: DescField, module: Module): [string, Code][] {
  const more: [string, Code][] = [];
  const { behaviors, isSecret } = module.marksOf(field);
  const usual = camelCase(field.name);
  const property = module.property(field);
  if (property !== usual) more.push(["local", string(property)]);
  if (field.jsonName !== usual) more.push(["json", string(field.jsonName)]);
  if (!field.oneof && hasPresence(field)) more.push(["presence", code`true`]);
  if (field.oneof) more.push(["oneof", oneofRow(field.oneof, module)]);
  if (behaviors.length > 0) more.push(["behaviors", arrayOf(behaviors.map(string))]);
  if (isSecret) more.push(["secret", code`true`]);
  return more;
}

/** The proto name of a oneof, and its property where the name does not tell it. */
function oneofRow(oneof: DescOneof, module: Module): Code {
  const property = module.property(oneof);
  const name = string(oneof.name);
  return property === camelCase(oneof.name) ? name : arrayOf([name, string(property)]);
}
