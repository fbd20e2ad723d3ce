import type { DescField } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, literal, member, propertyName, type Code } from "../code/code.js";
import type { Member, Reading } from "./member.js";
import type { Module } from "./module.js";
import { tagged, tagOf } from "./scalars.js";
import { valueForm } from "./forms.js";
import type { ValueForm } from "./value-form.js";

/** A field as a linked message shows it when it is repeated. */
export type ListField = Extract<DescField, { readonly fieldKind: "list" }>;

/** A repeated field. */
export function listField(field: ListField, module: Module): Member {
  const form = valueForm(field, module);
  const property = module.property(field);
  const place = code`message${member(property)}`;
  return {
    declaration: code`${module.docOf(field)}${propertyName(property)}: ${form.type}[];`,
    initial: [property, literal("[]")],
    writing: module.hasCodecs ? [{ number: field.number, text: writeList(field, form, place) }] : [],
    reading: module.hasCodecs ? readList(field, form, place, module) : [],
  };
}

function writeList({ number, packed }: ListField, form: ValueForm, place: Code): Code {
  const element = literal("v");
  if (!packed || !form.writeInList) {
    return code`for (const v of ${place}) {\n${form.write(element, number)}\n}`;
  }
  const loop = code`for (const v of ${place}) {\n${form.writeInList(element)}\n}`;
  const start = code`writer${tagged(number, WireType.LengthDelimited)}.fork();`;
  return code`if (${place}.length !== 0) {\n${start}\n${loop}\nwriter.join();\n}`;
}

/** Numbers come one by one or packed, whatever the proto says. */
function readList({ number }: ListField, form: ValueForm, place: Code, module: Module): Reading[] {
  const one = code`${place}.push(${form.read()});`;
  const single = { tag: tagOf(number, form.wireType), text: one };
  if (!form.writeInList || form.wireType === WireType.LengthDelimited) return [single];
  const loop = code`for (const end = ${module.shared("enterList")}(reader); ${module.shared("isInList")}(reader, end); )`;
  return [single, { tag: tagOf(number, WireType.LengthDelimited), text: code`${loop} ${one}` }];
}
