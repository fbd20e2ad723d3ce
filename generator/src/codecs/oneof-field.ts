import type { DescOneof } from "@bufbuild/protobuf";
import { code, joined, literal, member, propertyName, string, type Code } from "../code/code.js";
import type { Member, Reading, Writing } from "./member.js";
import type { Module } from "./module.js";
import { tagOf } from "./scalars.js";
import { valueForm } from "./forms.js";
import type { Earlier } from "./value-form.js";

/** A oneof: one property for all its members, of which at most one is set. */
export function oneofField(oneof: DescOneof, module: Module): Member {
  const property = module.property(oneof);
  const place = code`message${member(property)}`;
  const types: Code[] = [];
  const writing: Writing[] = [];
  const reading: Reading[] = [];
  for (const field of oneof.fields) {
    const form = valueForm(field, module);
    const name = string(module.property(field));
    types.push(code`${module.docOf(field)}| { $case: ${name}; value: ${form.type} }`);
    if (!module.hasCodecs) continue;
    const write = form.write(code`${place}.value`, field.number);
    writing.push({
      number: field.number,
      text: code`case ${name}:\n${write}\nbreak;`,
      switchOn: code`${place}?.$case`,
    });
    const earlier: Earlier = (type) =>
      type === undefined
        ? code`${module.shared("valueOf")}(${place}, ${name})`
        : code`${module.shared("valueOf")}<${type}>(${place}, ${name})`;
    const value = form.read(earlier);
    reading.push({
      tag: tagOf(field.number, form.wireType),
      text: code`${place} = { $case: ${name}, value: ${value} };`,
    });
  }
  const choices = joined([...types, literal("| undefined")], "\n");
  return {
    declaration: code`${module.docOf(oneof)}${propertyName(property)}:\n${choices};`,
    initial: [property, literal("undefined")],
    writing,
    reading,
  };
}
