import { ScalarType, type DescField } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { code, member, propertyName, type Code } from "../../kit/code/code.js";
import { valueForm } from "./forms.js";
import type { Member } from "./member.js";
import type { Module } from "./module.js";
import { findPlainType } from "./plain-types.js";
import { scalarForm, tag } from "./scalar-form.js";
import type { ValueForm } from "./value-form.js";

/** A field as a linked message shows it when it is a map. */
export type MapField = Extract<DescField, { readonly fieldKind: "map" }>;

/** A map, whose entries are messages of a key and a value on the wire. */
export function mapField(field: MapField, module: Module): Member {
  const key = scalarForm(field.mapKey, 1, module);
  const value = valueForm(field, module);
  const property = module.property(field);
  const declaration = code`${module.docOf(field)}${propertyName(property)}: ${mapType(field, key, value)};`;
  if (!module.printsCodecs) return { declaration, codec: undefined };
  const place = code`message${member(property)}`;
  const entry = tag(field.number, WireType.LengthDelimited);
  const kinds = code`${key.kind()}, ${value.kind()}`;
  return {
    declaration,
    codec: {
      property,
      mayBeAbsent: false,
      writing: [
        {
          number: field.number,
          text: code`${module.runtime("writeEntries")}(writer, ${entry}, ${place}, ${kinds});`,
        },
      ],
    },
  };
}

/** 64-bit and bool keys make a `Map`; all others can be keys of a plain object. */
export function isObjectMap({ mapKey }: MapField): boolean {
  return !mapKeys.has(mapKey);
}

const mapKeys: ReadonlySet<ScalarType> = new Set([
  ScalarType.BOOL,
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);

function mapType(field: MapField, key: ValueForm, value: ValueForm): Code {
  // What is a message on the wire and a plain value here may be undefined, and is left out then.
  const isPlain = field.message !== undefined && findPlainType(field.message) !== undefined;
  const type = isPlain ? value.optionalType : value.type;
  return isObjectMap(field) ? code`{ [key: ${key.type}]: ${type} }` : code`Map<${key.type}, ${type}>`;
}
