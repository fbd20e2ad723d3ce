import type { DescEnum, DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import {
  FeatureSet_FieldPresence,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type DescriptorProto,
  type FieldDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import type { PlainEnum, PlainField, PlainFile, PlainMessage } from "./plain.js";
import { entryName, fileName, reference, simpleName, type Renames } from "./renames.js";

/**
 * ts-proto tells apart the fields with presence by whether they are in a oneof,
 * and never asks in which. No real oneof has this index.
 */
const syntheticOneof = -1;

/** Comments and deprecations do not come from ts-proto. */
const plainOptions = { deprecated: false } as const;

const { GROUP, MESSAGE } = FieldDescriptorProto_Type;

/**
 * A linked file under its new names, with the features of proto2 and of editions
 * turned into what they mean on the wire: presence is `optional`, delimited
 * encoding is a group, packing is said on each list. Defaults of proto2 are left
 * out: what was not sent is absent. Services and extensions have no codecs.
 */
export function plainFile(file: DescFile, renames: Renames): PlainFile {
  const messages = byProto(file.messages);
  const enums = byProto(file.enums);
  return {
    name: fileName(file, renames),
    package: file.proto.package,
    syntax: "proto3",
    // In the order of the proto: comments are found by it.
    messageType: file.proto.messageType.flatMap((one) => plainMessages(messages.get(one), renames)),
    enumType: file.proto.enumType.flatMap((one) => plainEnums(enums.get(one), renames)),
    service: [],
    extension: [],
    options: plainOptions,
  };
}

function plainMessages(message: DescMessage | undefined, renames: Renames): PlainMessage[] {
  if (!message) return [];
  const nested = byProto(message.nestedMessages);
  const enums = byProto(message.nestedEnums);
  const maps = new Map(message.fields.filter(isMap).map((field) => [entryName(field), field]));
  return [
    {
      name: simpleName(message, renames),
      field: message.fields.map((field) => plainField(field, renames)),
      nestedType: message.proto.nestedType.flatMap((one) =>
        one.options?.mapEntry
          ? plainEntries(one, maps.get(one.name), renames)
          : plainMessages(nested.get(one), renames),
      ),
      enumType: message.proto.enumType.flatMap((one) => plainEnums(enums.get(one), renames)),
      oneofDecl: message.proto.oneofDecl.map((one) => {
        const oneof = message.oneofs.find(({ proto }) => proto === one);
        return { name: (oneof && renames.fields.get(oneof)) ?? one.name };
      }),
      extension: [],
      extensionRange: [],
      options: { ...plainOptions, mapEntry: false },
    },
  ];
}

/** The entry of a map, which a linked message shows as a field only: its key, then its value. */
function plainEntries(entry: DescriptorProto, map: DescField | undefined, renames: Renames): PlainMessage[] {
  const value = map && typeOf(map);
  const fields = entry.field.toSorted((a, b) => a.number - b.number);
  return [
    {
      name: entry.name,
      field: fields.map((field) => ({
        ...baseField(field, {}),
        typeName: field.number === 2 && value ? reference(value, renames) : "",
      })),
      nestedType: [],
      enumType: [],
      oneofDecl: [],
      extension: [],
      extensionRange: [],
      options: { ...plainOptions, mapEntry: true },
    },
  ];
}

function plainField(field: DescField, renames: Renames): PlainField {
  const type = typeOf(field);
  const base = {
    ...baseField(field.proto, {
      isRepeated: field.fieldKind === "list" || isMap(field),
      isPacked: field.fieldKind === "list" && field.packed,
      isGroup: isGroup(field),
    }),
    name: renames.fields.get(field) ?? field.name,
    typeName: isMap(field)
      ? `${reference(field.parent, renames)}.${entryName(field)}`
      : type
        ? reference(type, renames)
        : "",
  };
  if (field.oneof) return { ...base, oneofIndex: field.proto.oneofIndex };
  return hasPresence(field) ? { ...base, proto3Optional: true, oneofIndex: syntheticOneof } : base;
}

function baseField(
  field: FieldDescriptorProto,
  shape: { readonly isRepeated?: boolean; readonly isPacked?: boolean; readonly isGroup?: boolean },
): PlainField {
  const isMessage = field.type === GROUP || field.type === MESSAGE;
  return {
    name: field.name,
    number: field.number,
    label: shape.isRepeated ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
    type: isMessage ? (shape.isGroup ? GROUP : MESSAGE) : field.type,
    typeName: "",
    defaultValue: "",
    jsonName: field.jsonName,
    proto3Optional: false,
    options: { ...plainOptions, packed: shape.isPacked ?? false },
  };
}

function isMap(field: DescField): boolean {
  return field.fieldKind === "map";
}

/** The message or enum that a field holds, or the values of a map. */
function typeOf(field: DescField): DescMessage | DescEnum | undefined {
  return field.message ?? field.enum;
}

/** Whether the field is written as a group: start tag, content, end tag. */
export function isGroup(field: DescField): boolean {
  return (field.fieldKind === "message" || field.fieldKind === "list") && field.message !== undefined
    ? field.delimitedEncoding
    : false;
}

/** Whether a scalar or enum outside a oneof can be set to its default and be told from an absent one. */
function hasPresence(field: DescField): boolean {
  return (
    (field.fieldKind === "scalar" || field.fieldKind === "enum") &&
    field.presence !== FeatureSet_FieldPresence.IMPLICIT
  );
}

function plainEnums(one: DescEnum | undefined, renames: Renames): PlainEnum[] {
  if (!one) return [];
  return [
    {
      name: simpleName(one, renames),
      value: one.values.map(({ name, number }) => ({ name, number, options: plainOptions })),
      options: plainOptions,
    },
  ];
}

function byProto<P, T extends { readonly proto: P }>(list: readonly T[]): Map<P, T> {
  return new Map(list.map((one) => [one.proto, one]));
}
