import { create } from "@bufbuild/protobuf";
import {
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";

/** The scalar types that the standard services use. */
const scalars: Readonly<Record<string, Type>> = {
  string: Type.STRING,
  bytes: Type.BYTES,
  int32: Type.INT32,
};

/**
 * A field: its name, number and type (a scalar, or the simple name of a message or enum of the file), and whether it
 * is repeated or a member of the oneof.
 */
export type FieldRow = readonly [name: string, number: number, type: string, place?: "repeated" | "oneof"];

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
  const { enums = {} } = file;
  const typeOf = (name: string) => {
    const scalar = scalars[name];
    if (scalar !== undefined) return { type: scalar };
    return { type: name in enums ? Type.ENUM : Type.MESSAGE, typeName: full(name) };
  };
  return create(FileDescriptorProtoSchema, {
    name: file.name,
    package: file.package,
    syntax: "proto3",
    messageType: Object.entries(file.messages).map(([message, { fields, oneof }]) => ({
      name: message,
      field: fields.map(([name, number, type, place]) => ({
        name,
        number,
        label: place === "repeated" ? Label.REPEATED : Label.OPTIONAL,
        ...typeOf(type),
        ...(place === "oneof" ? { oneofIndex: 0 } : {}),
      })),
      oneofDecl: oneof === undefined ? [] : [{ name: oneof }],
    })),
    enumType: Object.entries(enums).map(([name, values]) => ({
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
