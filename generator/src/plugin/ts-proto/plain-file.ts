import { create, type DescEnum, type DescField, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import {
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FieldOptions_JSType,
  FileDescriptorProtoSchema,
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { hasPresence, isDelimited, isLongAsString } from "../source/field-traits.js";
import type { PlainNames } from "./plain-names.js";

const { GROUP, MESSAGE } = FieldDescriptorProto_Type;

/** No real oneof has this index: ts-proto asks whether a field with presence is in a oneof, never in which. */
const ownOneof = -1;

/**
 * Converts a linked file for ts-proto: to proto3, with features of proto2 and editions replaced by their meaning in
 * the wire format. Presence becomes `optional`, delimited encoding becomes a group, and every list states whether it
 * is packed. Defaults of proto2 are omitted, since an absent field is absent. Fields are in the order in which they
 * are written. Comments, services, extensions and text options do not affect codecs and are omitted.
 */
export function plainFile(file: DescFile, names: PlainNames): FileDescriptorProto {
  return create(FileDescriptorProtoSchema, {
    name: names.file(file),
    package: file.proto.package,
    syntax: "proto3",
    dependency: file.dependencies.map((one) => names.file(one)),
    messageType: file.messages.map((one) => plainMessage(one, names)),
    enumType: file.enums.map((one) => plainEnum(one, names)),
  });
}

function plainMessage(message: DescMessage, names: PlainNames): DescriptorProto {
  return create(DescriptorProtoSchema, {
    name: names.simple(message),
    field: message.fields
      .toSorted((a, b) => a.number - b.number)
      .map((field) => plainField(field, message, names)),
    nestedType: [
      ...message.fields.flatMap((field) => (field.fieldKind === "map" ? plainEntry(field, names) : [])),
      ...message.nestedMessages.map((one) => plainMessage(one, names)),
    ],
    enumType: message.nestedEnums.map((one) => plainEnum(one, names)),
    oneofDecl: message.oneofs.map((one) => ({ name: names.property(one) })),
  });
}

function plainField(field: DescField, message: DescMessage, names: PlainNames): FieldDescriptorProto {
  const { jsonName, number, proto } = field;
  const isRepeated = field.fieldKind === "list" || field.fieldKind === "map";
  return create(FieldDescriptorProtoSchema, {
    name: names.property(field),
    jsonName,
    number,
    label: isRepeated ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
    type: isMessage(proto) ? (isDelimited(field) ? GROUP : MESSAGE) : proto.type,
    ...plainOptions(field),
    ...plainType(field, message, names),
    ...plainPresence(field, message),
  });
}

/** Without JS_NUMBER, which would round 64-bit integers. */
function plainOptions(field: DescField): { options?: { packed?: boolean; jstype?: FieldOptions_JSType } } {
  const jstype = isLongAsString(field) ? { jstype: FieldOptions_JSType.JS_STRING } : {};
  if (field.fieldKind === "list") return { options: { packed: field.packed, ...jstype } };
  return isLongAsString(field) ? { options: jstype } : {};
}

/** The entry of a map, which a linked message shows as a field alone. */
function plainEntry(field: DescField & { readonly fieldKind: "map" }, names: PlainNames): DescriptorProto {
  const [key, value] = [1, 2].map((number) =>
    create(FieldDescriptorProtoSchema, {
      name: number === 1 ? "key" : "value",
      number,
      label: FieldDescriptorProto_Label.OPTIONAL,
    }),
  ) as [FieldDescriptorProto, FieldDescriptorProto];
  key.type = field.mapKey as number;
  const type = field.message ?? field.enum;
  if (type) value.typeName = names.reference(type);
  value.type = field.message
    ? MESSAGE
    : field.enum
      ? FieldDescriptorProto_Type.ENUM
      : (field.scalar as number);
  return create(DescriptorProtoSchema, {
    name: names.entry(field),
    field: [key, value],
    options: { mapEntry: true },
  });
}

function plainType(field: DescField, message: DescMessage, names: PlainNames): { typeName?: string } {
  if (field.fieldKind === "map") return { typeName: `${names.reference(message)}.${names.entry(field)}` };
  const type = field.message ?? field.enum;
  return type ? { typeName: names.reference(type) } : {};
}

function plainPresence(
  field: DescField,
  { oneofs }: DescMessage,
): { proto3Optional?: boolean; oneofIndex?: number } {
  if (field.oneof) return { oneofIndex: oneofs.indexOf(field.oneof) };
  return hasPresence(field) ? { proto3Optional: true, oneofIndex: ownOneof } : {};
}

function isMessage({ type }: FieldDescriptorProto): boolean {
  return type === GROUP || type === MESSAGE;
}

function plainEnum(one: DescEnum, names: PlainNames): EnumDescriptorProto {
  return create(EnumDescriptorProtoSchema, {
    name: names.simple(one),
    value: [...names.values(one)].map(([{ number }, name]) => ({ name, number })),
  });
}
