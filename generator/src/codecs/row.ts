import { ScalarType, type DescField } from "@bufbuild/protobuf";
import { arrayOf, code, joined, objectOf, string, type Code } from "../code/code.js";
import { hasPresence } from "./forms.js";
import type { Module } from "./module.js";
import { plainTypes } from "./plain-types.js";

/** The row of a field in the table of its message: `row("disk_id", "diskId", "string", { behaviors: ["IMMUTABLE"] })`. */
export function printRow(field: DescField, module: Module): Code {
  const more = moreOf(field, module);
  const parts = [
    string(field.name),
    string(module.property(field)),
    shapeOf(field, module),
    ...(more.length > 0 ? [objectOf(more)] : []),
  ];
  return code`${module.runtime("row")}(${joined(parts, ", ")})`;
}

function shapeOf(field: DescField, module: Module): Code {
  const type = typeOf(field, module);
  if (field.fieldKind === "map") return arrayOf([string(scalarName(field.mapKey)), type]);
  return field.fieldKind === "list" ? arrayOf([type]) : type;
}

function typeOf(field: DescField, module: Module): Code {
  if (field.enum) return objectOf([["enum", module.value(field.enum)]]);
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
  const property = module.property(field);
  if (!field.oneof && hasPresence(field)) more.push(["presence", code`true`]);
  if (field.oneof)
    more.push(["oneof", arrayOf([string(field.oneof.name), string(module.property(field.oneof))])]);
  if (behaviors.length > 0) more.push(["behaviors", arrayOf(behaviors.map(string))]);
  if (isSecret) more.push(["secret", code`true`]);
  if (field.jsonName !== property) more.push(["json", string(field.jsonName)]);
  return more;
}
