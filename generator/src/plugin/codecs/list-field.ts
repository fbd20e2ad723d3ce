import type { DescField } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, literal, member, propertyName, type Code } from "../../kit/code/code.js";
import { valueForm } from "./forms.js";
import type { Member } from "./member.js";
import type { Module } from "./module.js";
import { tag } from "./scalar-form.js";
import type { ValueForm } from "./value-form.js";

/** A field as a linked message shows it when it is repeated. */
export type ListField = Extract<DescField, { readonly fieldKind: "list" }>;

/** A repeated field. */
export function listField(field: ListField, module: Module): Member {
  const form = valueForm(field, module);
  const property = module.property(field);
  const place = code`message${member(property)}`;
  const declaration = code`${module.docOf(field)}${propertyName(property)}: ${form.type}[];`;
  if (!module.printsCodecs) return { declaration, codec: undefined };
  return {
    declaration,
    codec: {
      property,
      mayBeAbsent: false,
      writing: [{ number: field.number, text: writeList(field, form, place, module) }],
    },
  };
}

function writeList({ number, packed }: ListField, form: ValueForm, place: Code, module: Module): Code {
  if (!packed) return code`for (const value of ${place}) ${form.write(literal("value"))}`;
  const start = tag(number, WireType.LengthDelimited);
  return code`${module.runtime("writePacked")}(writer, ${start}, ${place}, ${form.kind()});`;
}
