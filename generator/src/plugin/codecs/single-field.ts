import type { DescField } from "@bufbuild/protobuf";
import { code, literal, member, propertyName } from "../../kit/code/code.js";
import { hasPresence } from "../source/field-traits.js";
import { valueForm } from "./forms.js";
import type { Member, MemberCodec } from "./member.js";
import type { Module } from "./module.js";
import type { ValueForm } from "./value-form.js";

/** A field with one value, outside a oneof. */
export function singleField(field: DescField, module: Module): Member {
  const form = valueForm(field, module);
  const property = module.property(field);
  // A message may be left out where one is written by hand; what comes over the wire has the property all the same.
  const isOptional = form.zero === undefined || hasPresence(field);
  const type = isOptional ? form.optionalType : form.type;
  return {
    declaration: code`${module.docOf(field)}${propertyName(property)}${literal(isOptional ? "?" : "")}: ${type};`,
    codec: module.printsCodecs ? printCodec(field, form, module) : undefined,
  };
}

function printCodec(field: DescField, form: ValueForm, module: Module): MemberCodec {
  const property = module.property(field);
  const place = code`message${member(property)}`;
  const isOptional = hasPresence(field);
  const isSet = isOptional ? code`${place} !== undefined` : form.isSet(place);
  return {
    property,
    mayBeAbsent: isOptional,
    writing: [{ number: field.number, text: code`if (${isSet}) ${form.write(place)}` }],
  };
}
