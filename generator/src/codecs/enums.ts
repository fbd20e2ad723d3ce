import type { DescEnum } from "@bufbuild/protobuf";
import { code, identifier, joined, json, propertyName, type Code } from "../code/code.js";
import type { Module } from "./module.js";

/** Words that can be a key of an object but not the name of a type. */
const noTypeNames: ReadonlySet<string> = new Set(
  (
    "any as asserts async await bigint boolean break case catch class const continue debugger declare default delete " +
    "do else enum export extends false finally for from function get if implements import in infer instanceof " +
    "interface is keyof let module namespace never new null number object of package private protected public " +
    "readonly require return set static string super switch symbol this throw true try type typeof undefined unique " +
    "unknown var void while with yield __proto__"
  ).split(" "),
);

/** An enum: an object with its values, the type of them all, and a type for each whose name can be one. */
export function printEnum(one: DescEnum, module: Module): Code {
  const name = module.type(one);
  const values = one.values.map((value) => {
    const key = value.name === "__proto__" ? code`[${propertyName(value.name)}]` : propertyName(value.name);
    return code`${module.docOf(value)}${key}: ${json(value.number)},`;
  });
  const types = one.values
    .filter((value) => !noTypeNames.has(value.name))
    .map((value) => {
      const key = identifier(value.name);
      return code`export type ${key} = typeof ${name}.${key};`;
    });
  return joined(
    [
      code`${module.docOf(one)}export const ${name} = {\n${joined(values, "\n")}\n} as const;\n`,
      code`export type ${name} = (typeof ${name})[keyof typeof ${name}];\n`,
      code`export namespace ${name} {\n${joined(types, "\n")}\n}\n`,
    ],
    "\n",
  );
}
