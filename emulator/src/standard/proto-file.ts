import { create } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";

/** Type of a field: a scalar, or the simple name of a message or enum of the same package. */
type FieldType = "string" | "bytes" | "int32" | { readonly message: string } | { readonly enum: string };

/** A field: its name, number and type, and whether it is repeated or a member of the oneof. */
export type FieldRow = readonly [name: string, number: number, type: FieldType, place?: "repeated" | "oneof"];

/** A proto file, as far as the standard services of gRPC need one. */
export interface ProtoFile {
  readonly name: string;
  readonly package: string;
  /** Fields by message. The oneof of a message, if it has one, is called by the name beside. */
  readonly messages: Readonly<
    Record<string, { readonly fields: readonly FieldRow[]; readonly oneof?: string }>
  >;
  /** Names of values by enum, in the order of their numbers from 0. */
  readonly enums?: Readonly<Record<string, readonly string[]>>;
  readonly service: string;
  readonly methods: Readonly<
    Record<
      string,
      { readonly input: string; readonly output: string; readonly streams: "none" | "server" | "both" }
    >
  >;
}

/** The descriptor of the file. */
export function describeFile(file: ProtoFile): FileDescriptorProto {
  const full = (name: string): string => `.${file.package}.${name}`;
  return create(FileDescriptorProtoSchema, {
    name: file.name,
    package: file.package,
    syntax: "proto3",
    messageType: Object.entries(file.messages).map(([name, message]) => describeMessage(name, message, full)),
    enumType: Object.entries(file.enums ?? {}).map(([name, values]) => ({
      name,
      value: values.map((value, number) => ({ name: value, number })),
    })),
    service: [
      {
        name: file.service,
        method: Object.entries(file.methods).map(([name, { input, output, streams }]) => ({
          name,
          inputType: full(input),
          outputType: full(output),
          clientStreaming: streams === "both",
          serverStreaming: streams !== "none",
        })),
      },
    ],
  });
}

function describeMessage(
  name: string,
  { fields, oneof }: { readonly fields: readonly FieldRow[]; readonly oneof?: string },
  full: (name: string) => string,
): DescriptorProto {
  return create(DescriptorProtoSchema, {
    name,
    field: fields.map((row) => describeField(row, full)),
    oneofDecl: oneof === undefined ? [] : [{ name: oneof }],
  });
}

function describeField(
  [name, number, type, place]: FieldRow,
  full: (name: string) => string,
): FieldDescriptorProto {
  const field = create(FieldDescriptorProtoSchema, {
    name,
    number,
    label: place === "repeated" ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
    ...fieldType(type, full),
  });
  if (place === "oneof") field.oneofIndex = 0;
  return field;
}

function fieldType(type: FieldType, full: (name: string) => string) {
  if (type === "string") return { type: FieldDescriptorProto_Type.STRING };
  if (type === "bytes") return { type: FieldDescriptorProto_Type.BYTES };
  if (type === "int32") return { type: FieldDescriptorProto_Type.INT32 };
  return "enum" in type
    ? { type: FieldDescriptorProto_Type.ENUM, typeName: full(type.enum) }
    : { type: FieldDescriptorProto_Type.MESSAGE, typeName: full(type.message) };
}
