import {
  create,
  createFileRegistry,
  createRegistry,
  type DescMessage,
  type Registry,
} from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  Edition,
  FeatureSet_FieldPresence,
  FeatureSet_MessageEncoding,
  FeatureSet_Utf8Validation,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type FieldDescriptorProto,
  FieldDescriptorProtoSchema,
  FileDescriptorSetSchema,
  FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";
import { isScalarType } from "../table/field-access.js";
import type { Field, MapKey, MessageTable, Scalar, ValueType } from "../table/table.js";
import * as wellKnownFiles from "./well-known-files.js";

/** A message type as CEL sees it, and all types that it leads to. */
export interface Described {
  readonly desc: DescMessage;
  readonly registry: Registry;
}

const known = new WeakMap<MessageTable, Described>();

const wellKnown = Object.values(wellKnownFiles);

/**
 * The descriptor of a message type, made of its field table. Types have numbers instead of names, and enums are numbers, as
 * they are in CEL: so an expression can name neither. Types of `google.protobuf` are their protoName.
 */
export function createDescriptor(table: MessageTable): Described {
  let described = known.get(table);
  if (!described) known.set(table, (described = describe(table)));
  return described;
}

function describe(table: MessageTable): Described {
  const tables = reached(table);
  const names = new Map(tables.map((one, index) => [one.typeName, `T${index}`]));
  const file = create(FileDescriptorProtoSchema, {
    name: "tables.proto",
    syntax: "editions",
    edition: Edition.EDITION_2023,
    dependency: wellKnown.map(({ proto }) => proto.name),
    messageType: tables.map((one) => messageProto(one, names)),
  });
  const files = createFileRegistry(
    create(FileDescriptorSetSchema, { file: [...wellKnown.map(({ proto }) => proto), file] }),
  );
  const desc = files.getMessage(names.get(table.typeName) ?? "");
  if (!desc) throw new Error(`${table.typeName} cannot be described`);
  return { desc, registry: createRegistry(...files.files) };
}

/** The types of an API that one leads to, and itself. */
function reached(table: MessageTable, seen: Map<string, MessageTable> = new Map()): readonly MessageTable[] {
  if (!seen.has(table.typeName) && !isWellKnown(table)) {
    seen.set(table.typeName, table);
    for (const { shape } of table.fields) if (shape.type.kind === "message") reached(shape.type.table, seen);
  }
  return [...seen.values()];
}

function isWellKnown({ typeName }: MessageTable): boolean {
  return typeName.startsWith("google.protobuf.");
}

/** The names of types in the descriptors, by those that they have in their API. */
type Names = ReadonlyMap<string, string>;

function messageProto({ typeName, fields }: MessageTable, names: Names): DescriptorProto {
  const protoName = names.get(typeName) ?? "";
  const oneofs = [...new Set(fields.flatMap(({ oneof }) => oneof?.name ?? []))];
  return create(DescriptorProtoSchema, {
    name: protoName,
    field: fields.map((field) => fieldProto(field, { protoName, names, oneofs })),
    oneofDecl: oneofs.map((name) => ({ name })),
    nestedType: fields.flatMap((field) =>
      field.shape.kind === "map" ? [entryProto(field, field.shape.key, names)] : [],
    ),
  });
}

/** The message of a field. */
interface FieldPlace {
  /** The name of its message. */
  readonly protoName: string;
  readonly names: Names;
  /** Names of the oneofs of the message, in their order. */
  readonly oneofs: readonly string[];
}

function fieldProto(field: Field, { protoName, names, oneofs }: FieldPlace): FieldDescriptorProto {
  const { shape, wire, oneof } = field;
  const isMap = shape.kind === "map";
  const isImplicit = shape.kind === "single" && !oneof && isScalarType(shape.type) && !field.hasPresence;
  return create(FieldDescriptorProtoSchema, {
    name: field.name,
    number: field.number,
    label:
      shape.kind === "single" ? FieldDescriptorProto_Label.OPTIONAL : FieldDescriptorProto_Label.REPEATED,
    ...(isMap
      ? { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.${protoName}.${entryName(field)}` }
      : toProtoType(shape.type, names)),
    ...(oneof ? { oneofIndex: oneofs.indexOf(oneof.name) } : {}),
    options: {
      features: {
        ...(isImplicit ? { fieldPresence: FeatureSet_FieldPresence.IMPLICIT } : {}),
        ...(wire === "group" ? { messageEncoding: FeatureSet_MessageEncoding.DELIMITED } : {}),
        ...(wire === "unchecked" ? { utf8Validation: FeatureSet_Utf8Validation.NONE } : {}),
      },
    },
  });
}

function entryProto(field: Field, key: MapKey, names: Names): DescriptorProto {
  const optional = { label: FieldDescriptorProto_Label.OPTIONAL };
  return create(DescriptorProtoSchema, {
    name: entryName(field),
    field: [
      { name: "key", number: 1, ...optional, type: scalarType(key) },
      { name: "value", number: 2, ...optional, ...toProtoType(field.shape.type, names) },
    ],
    options: { mapEntry: true },
  });
}

/** Fields of one message have different names, and so have these. */
function entryName({ name }: Field): string {
  return `E_${name}`;
}

function toProtoType(
  type: ValueType,
  names: Names,
): { readonly type: FieldDescriptorProto_Type; readonly typeName?: string } {
  switch (type.kind) {
    case "scalar":
      return { type: scalarType(type.scalar) };
    case "enum":
      return { type: FieldDescriptorProto_Type.INT32 };
    case "message":
      return {
        type: FieldDescriptorProto_Type.MESSAGE,
        typeName: `.${names.get(type.table.typeName) ?? type.table.typeName}`,
      };
    case "wellKnown":
      return { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.${type.name}` };
  }
}

function scalarType(scalar: Scalar): FieldDescriptorProto_Type {
  const name = scalar.toUpperCase() as Uppercase<Scalar>;
  return FieldDescriptorProto_Type[name];
}
