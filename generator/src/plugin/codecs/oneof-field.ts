import type { DescField, DescOneof } from "@bufbuild/protobuf";
import { code, joined, literal, member, propertyName, string, type Code } from "../../kit/code/code.js";
import { valueForm } from "./forms.js";
import type { Member, Writing } from "./member.js";
import type { Module } from "./module.js";

/** A oneof: one property for all its members, of which at most one is set. */
export function oneofField(oneof: DescOneof, module: Module): Member {
  const property = module.property(oneof);
  const place = code`message${member(property)}`;
  const choices = oneof.fields.map((field) => printChoice(field, place, module));
  const types = joined([...choices.map(({ type }) => type), literal("| undefined")], "\n");
  return {
    declaration: code`${module.docOf(oneof)}${propertyName(property)}?:\n${types};`,
    codec: module.printsCodecs
      ? { property, mayBeAbsent: false, writing: choices.map((one) => one.writing()) }
      : undefined,
  };
}

/** One member of a oneof, and the code of the codec for it. */
interface Choice {
  readonly type: Code;
  readonly writing: () => Writing;
}

function printChoice(field: DescField, place: Code, module: Module): Choice {
  const form = valueForm(field, module);
  const name = string(module.property(field));
  return {
    type: code`${module.docOf(field)}| { $case: ${name}; value: ${form.type} }`,
    writing: () => ({
      number: field.number,
      text: form.write(code`${place}.value`),
      choice: { of: code`${place}?.$case`, name },
    }),
  };
}
