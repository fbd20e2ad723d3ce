import type { DescField } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, literal, member, propertyName, type Code } from "../code/code.js";
import { valueForm } from "./forms.js";
import type { Member, Reading } from "./member.js";
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
      initial: [property, literal("[]")],
      writing: [{ number: field.number, text: writeList(field, form, place, module) }],
      reading: readList(field, form, place),
    },
  };
}

function writeList({ number, packed }: ListField, form: ValueForm, place: Code, module: Module): Code {
  if (!packed) return code`for (const value of ${place}) ${form.write(literal("value"))}`;
  const start = tag(number, WireType.LengthDelimited);
  return code`${module.runtime("writePacked")}(writer, ${start}, ${place}, ${form.kind()});`;
}

/** Numbers come one by one or packed, whatever the proto says. */
function readList({ number }: ListField, form: ValueForm, place: Code): Reading[] {
  const one = form.read((value) => code`${place}.push(${value});`);
  const single = { tag: tag(number, form.wireType), ...one };
  if (!form.zero || form.wireType === WireType.LengthDelimited) return [single];
  const body = one.isBlock ? code`{\n${one.text}\n}` : one.text;
  const loop = literal("for (const end = reader.enterList(); reader.isInList(end); )");
  return [
    single,
    { tag: tag(number, WireType.LengthDelimited), text: code`${loop} ${body}`, isBlock: false },
  ];
}
