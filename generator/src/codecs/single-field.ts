import type { DescField } from "@bufbuild/protobuf";
import { code, literal, member, propertyName, type Code } from "../code/code.js";
import type { Member } from "./member.js";
import type { Module } from "./module.js";
import { tagOf } from "./scalars.js";
import { hasPresence, valueForm } from "./forms.js";

/** A field with one value, outside a oneof. */
export function singleField(field: DescField, module: Module): Member {
  const form = valueForm(field, module);
  const property = module.property(field);
  const place = code`message${member(property)}`;
  const isOptional = hasPresence(field);
  const initial: Code = form.zero ?? literal("undefined");
  const type = form.zero && !isOptional ? form.type : form.optionalType;
  const isSet = isOptional ? code`${place} !== undefined` : form.isSet(place);
  return {
    declaration: code`${module.docOf(field)}${propertyName(property)}${literal(isOptional ? "?" : "")}: ${type};`,
    initial: isOptional ? undefined : [property, initial],
    writing: module.hasCodecs
      ? [{ number: field.number, text: code`if (${isSet}) {\n${form.write(place, field.number)}\n}` }]
      : [],
    reading: module.hasCodecs
      ? [{ tag: tagOf(field.number, form.wireType), text: code`${place} = ${form.read(() => place)};` }]
      : [],
  };
}
