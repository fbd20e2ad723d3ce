import type { DescField } from "@bufbuild/protobuf";
import { code, identifier, literal, type Code } from "../code/code.js";
import type { Member } from "./member.js";
import type { Module } from "./module.js";
import { codecNames } from "./names.js";
import { scalarForm, tagOf } from "./scalars.js";
import { valueForm } from "./forms.js";
import type { ValueForm } from "./value-form.js";

/** A field as a linked message shows it when it is a map. */
export type MapField = Extract<DescField, { readonly fieldKind: "map" }>;

/** Whether a field is a map. */
export function isMap(field: DescField): field is MapField {
  return field.fieldKind === "map";
}

/** The name of a map's entry: a message of its own on the wire, and a matter of its file in TypeScript. */
export function entryType(field: MapField, module: Module): Code {
  return identifier(`${module.type(field.parent)}_${codecNames.propertyName(entryName(field))}`);
}

/** The simple name of a map's entry in the proto. */
export function entryName({ proto }: MapField): string {
  return proto.typeName.slice(proto.typeName.lastIndexOf(".") + 1);
}

/** The key and the value of an entry. */
export function entryMembers(field: MapField, module: Module): readonly Member[] {
  return [
    entryMember(1, literal("key"), scalarForm(field.mapKey, field.utf8Validation)),
    entryMember(2, literal("value"), valueForm(field, module)),
  ];
}

/** Keys and values that are scalars are written also where they are the default. */
function entryMember(number: number, name: Code, form: ValueForm): Member {
  const place = code`message.${name}`;
  const write = form.write(place, number);
  return {
    declaration: code`${name}: ${form.zero ? form.type : form.optionalType};`,
    initial: [name, form.zero ?? literal("undefined")],
    writing: [{ number, text: form.zero ? write : code`if (${form.isSet(place)}) {\n${write}\n}` }],
    reading: [{ tag: tagOf(number, form.wireType), text: code`${place} = ${form.read(() => place)};` }],
  };
}
