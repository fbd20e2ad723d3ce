import { ScalarType } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, literal, member, propertyName, type Code } from "../code/code.js";
import { entryType, type MapField } from "./map-entry.js";
import type { Member } from "./member.js";
import type { Module } from "./module.js";
import { plainTypes } from "./plain-types.js";
import { scalarForm, tagged, tagOf } from "./scalars.js";
import { valueForm } from "./forms.js";
import type { ValueForm } from "./value-form.js";

/** A map. */
export function mapField(field: MapField, module: Module): Member {
  const { number } = field;
  const form = valueForm(field, module);
  const property = module.property(field);
  const place = code`message${member(property)}`;
  const isObject = isObjectMap(field);
  return {
    declaration: code`${module.docOf(field)}${propertyName(property)}: ${mapType(field, form)};`,
    initial: [property, literal(isObject ? "globalThis.Object.create(null)" : "new Map()")],
    writing: module.hasCodecs ? [{ number, text: writeMap(field, place, module) }] : [],
    reading: module.hasCodecs
      ? [
          {
            tag: tagOf(number, WireType.LengthDelimited),
            text: readMap(field, form, place, module),
            isBlock: true,
          },
        ]
      : [],
  };
}

/** 64-bit and bool keys make a `Map`; all others can be keys of a plain object. */
function isObjectMap({ mapKey }: MapField): boolean {
  return keyForm(mapKey).type !== literal("bigint") && mapKey !== ScalarType.BOOL;
}

function keyForm(key: ScalarType, isChecked = true): ValueForm {
  return scalarForm(key, isChecked);
}

function mapType(field: MapField, form: ValueForm): Code {
  const key = keyForm(field.mapKey).type;
  const value = isPlain(field) ? form.optionalType : form.type;
  return isObjectMap(field) ? code`{ [key: ${key}]: ${value} }` : code`Map<${key}, ${value}>`;
}

/** The values are messages that are plain values here, which may be undefined. */
function isPlain({ message }: MapField): boolean {
  return message !== undefined && plainTypes.has(message.typeName);
}

function writeMap(field: MapField, place: Code, module: Module): Code {
  const isObject = isObjectMap(field);
  const entries = isObject ? code`globalThis.Object.entries(${place})` : place;
  const key = literal(isObject && field.mapKey !== ScalarType.STRING ? "key: globalThis.Number(key)" : "key");
  const fork = code`writer${tagged(field.number, WireType.LengthDelimited)}.fork()`;
  const write = code`${entryType(field, module)}.encode({ ${key}, value }, ${fork}).join();`;
  const guarded = isPlain(field) ? code`if (value !== undefined) {\n${write}\n}` : write;
  return code`for (const [key, value] of ${entries}) {\n${guarded}\n}`;
}

/** A value that the entry of a map leaves out is an empty message; a Value without a kind is no JSON. */
function readMap(field: MapField, form: ValueForm, place: Code, module: Module): Code {
  const isValue = field.message?.typeName === "google.protobuf.Value";
  const value = field.message && !isValue ? code`value ?? ${form.readEmpty()}` : literal("value");
  const put = isObjectMap(field) ? code`${place}[key] = ${value};` : code`${place}.set(key, ${value});`;
  const read = code`const { key, value } = ${entryType(field, module)}.decode(reader, reader.uint32());`;
  return code`${read}\n${literal(isValue ? "if (value !== undefined) " : "")}${put}`;
}
