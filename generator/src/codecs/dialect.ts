import type { DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import {
  FeatureSet_FieldPresence,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { commentsOf } from "./comments.js";
import type { PlainEnum, PlainField, PlainFile, PlainMessage } from "./plain.js";

/**
 * ts-proto tells apart the fields with presence by whether they are in a oneof,
 * and never asks in which. No real oneof has this index.
 */
const syntheticOneof = -1;

/**
 * A linked file, with the features of proto2 and of editions turned into what
 * they mean on the wire: presence is `optional`, delimited encoding is a group,
 * packing is said on each list. Defaults of proto2 are left out: what was not
 * sent is absent. Services and extensions have no codecs.
 */
export function plainFile(file: DescFile): PlainFile {
  const linked = byName(file.messages);
  return {
    name: file.proto.name,
    package: file.proto.package,
    syntax: "proto3",
    messageType: file.proto.messageType.map((message) => plainMessage(message, linked.get(message.name))),
    enumType: file.proto.enumType.map(plainEnum),
    service: [],
    extension: [],
    options: { deprecated: file.deprecated },
    sourceCodeInfo: { location: commentsOf(file.proto.sourceCodeInfo) },
  };
}

/** The entry of a map has no linked message of its own: it is a part of the map's field. */
function plainMessage(message: DescriptorProto, linked: DescMessage | undefined): PlainMessage {
  const nested = byName(linked?.nestedMessages ?? []);
  return {
    name: message.name,
    field: linked ? linked.fields.map(plainField) : entryFields(message),
    nestedType: message.nestedType.map((one) => plainMessage(one, nested.get(one.name))),
    enumType: message.enumType.map(plainEnum),
    oneofDecl: message.oneofDecl.map(({ name }) => ({ name })),
    extension: [],
    extensionRange: [],
    options: {
      deprecated: message.options?.deprecated ?? false,
      mapEntry: message.options?.mapEntry ?? false,
    },
  };
}

/** Key and value, in this order whatever the order in the descriptor. */
function entryFields(entry: DescriptorProto): PlainField[] {
  return entry.field.toSorted((a, b) => a.number - b.number).map((field) => baseField(field, {}));
}

function plainField(field: DescField): PlainField {
  const base = baseField(field.proto, {
    isRepeated: field.fieldKind === "list" || field.fieldKind === "map",
    isPacked: field.fieldKind === "list" && field.packed,
    isGroup: isGroup(field),
  });
  if (field.oneof) return { ...base, oneofIndex: field.proto.oneofIndex };
  return hasPresence(field) ? { ...base, proto3Optional: true, oneofIndex: syntheticOneof } : base;
}

function baseField(
  field: FieldDescriptorProto,
  shape: { readonly isRepeated?: boolean; readonly isPacked?: boolean; readonly isGroup?: boolean },
): PlainField {
  const { GROUP, MESSAGE } = FieldDescriptorProto_Type;
  const isMessage = field.type === GROUP || field.type === MESSAGE;
  return {
    name: field.name,
    number: field.number,
    label: shape.isRepeated ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
    type: isMessage ? (shape.isGroup ? GROUP : MESSAGE) : field.type,
    typeName: field.typeName,
    defaultValue: "",
    jsonName: field.jsonName,
    proto3Optional: false,
    options: { deprecated: field.options?.deprecated ?? false, packed: shape.isPacked ?? false },
  };
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

function plainEnum(one: EnumDescriptorProto): PlainEnum {
  return {
    name: one.name,
    value: one.value.map(({ name, number, options }) => ({
      name,
      number,
      options: { deprecated: options?.deprecated ?? false },
    })),
    options: { deprecated: one.options?.deprecated ?? false },
  };
}

function byName<T extends { readonly name: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((one) => [one.name, one]));
}
