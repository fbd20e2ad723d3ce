import type { DescEnum, DescEnumValue } from "@bufbuild/protobuf";
import { code, joined, json, propertyName, string, type Code } from "../../kit/code/code.js";
import type { EnumNames } from "./enum-names.js";
import type { Module } from "./module.js";

/**
 * Prints an enum: its values, the object of its name that contains them and its methods, and the type of a value. The
 * values are a separate constant, since declarations without type inference cannot name those of a call.
 */
export function printEnum(one: DescEnum, module: Module): Code {
  const name = module.type(one);
  const values = code`${name}$values`;
  const names = module.values(one);
  const call = joined([values, ...protoNames(names)], ", ");
  const type = code`${module.runtimeType("EnumType")}<typeof ${values}>`;
  const define = code`/*@__PURE__*/ ${module.runtime("defineEnum")}(${call})`;
  const union = module.runtimeType(one.open ? "OpenEnum" : "ClosedEnum");
  return joined(
    [
      code`const ${values} = {\n${joined(
        one.values.map((value) => printValue(value, names, module)),
        "\n",
      )}\n} as const;\n`,
      code`${module.docOf(one)}export const ${name}: ${type} = ${define};\nexport type ${name} = ${union}<typeof ${values}>;\n`,
    ],
    "\n",
  );
}

function printValue(value: DescEnumValue, { local }: EnumNames, module: Module): Code {
  return code`${module.docOf(value)}${key(local.get(value) ?? value.name)}: ${json(value.number)},`;
}

/** `__proto__: 1` would set the prototype. */
function key(name: string): Code {
  return name === "__proto__" ? code`[${propertyName(name)}]` : propertyName(name);
}

/** Prints the data from which the runtime derives the names in the proto, which are also those of JSON. */
function protoNames({ local, prefix, others }: EnumNames): readonly Code[] {
  if (others.length === 0) return prefix === "" ? [] : [string(prefix)];
  const entries = others.map((value) => code`${key(local.get(value) ?? value.name)}: ${string(value.name)}`);
  return [string(prefix), code`{ ${joined(entries, ", ")} }`];
}
