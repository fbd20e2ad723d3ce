import { clone, type DescEnum, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import {
  FileDescriptorProtoSchema,
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import type { Renames } from "./names.js";

/**
 * The descriptors of the files with output, with the names that names.ts gave
 * them, for the codec generator. What it has no use for is left out: services,
 * extensions, and imports of files without output.
 */
export function applyRenames(files: readonly DescFile[], renames: Renames): FileDescriptorProto[] {
  const newFileNames = new Map(
    files.map((file) => [file.proto.name, renames.files.get(file) ?? file.proto.name]),
  );
  const newTypeNames = renameTypes(files, renames);
  return files.map((file) => {
    const proto = clone(FileDescriptorProtoSchema, file.proto);
    proto.name = newFileNames.get(proto.name) ?? proto.name;
    proto.dependency = proto.dependency.flatMap((name) => newFileNames.get(name) ?? []);
    proto.publicDependency = [];
    proto.weakDependency = [];
    proto.optionDependency = [];
    proto.service = [];
    proto.extension = [];
    for (const desc of file.enums) renameEnum(proto.enumType, desc, renames);
    for (const desc of file.messages) renameMessage(proto.messageType, desc, renames, newTypeNames);
    return proto;
  });
}

/** Full names of types that have others now, with the leading dot of descriptors. */
function renameTypes(files: readonly DescFile[], { types }: Renames): ReadonlyMap<string, string> {
  const newNames = new Map<string, string>();
  if (types.size === 0) return newNames;
  const visit = (desc: DescMessage | DescEnum, scope: string): void => {
    const full = `${scope}.${types.get(desc) ?? desc.name}`;
    newNames.set(`.${desc.typeName}`, full);
    if (desc.kind === "enum") return;
    for (const entry of desc.proto.nestedType.filter((one) => one.options?.mapEntry === true)) {
      newNames.set(`.${desc.typeName}.${entry.name}`, `${full}.${entry.name}`);
    }
    for (const inner of [...desc.nestedMessages, ...desc.nestedEnums]) visit(inner, full);
  };
  for (const file of files) {
    const scope = file.proto.package === "" ? "" : `.${file.proto.package}`;
    for (const desc of [...file.messages, ...file.enums]) visit(desc, scope);
  }
  return newNames;
}

/** The copy of a declaration: the one at the same place. */
function copyOf<T>(copies: readonly T[], originals: readonly T[], original: T): T {
  const found = copies[originals.indexOf(original)];
  if (!found) throw new Error("The copy of a declaration is missing");
  return found;
}

function renameEnum(copies: readonly EnumDescriptorProto[], desc: DescEnum, { types }: Renames): void {
  const renamed = types.get(desc);
  const originals = (desc.parent ?? desc.file).proto.enumType;
  if (renamed !== undefined) copyOf(copies, originals, desc.proto).name = renamed;
}

function renameMessage(
  copies: readonly DescriptorProto[],
  desc: DescMessage,
  renames: Renames,
  newTypeNames: ReadonlyMap<string, string>,
): void {
  const originals = desc.parent ? desc.parent.proto.nestedType : desc.file.proto.messageType;
  const copy = copyOf(copies, originals, desc.proto);
  copy.extension = [];
  if (newTypeNames.size > 0) retype(copy, newTypeNames);
  for (const inner of desc.nestedEnums) renameEnum(copy.enumType, inner, renames);
  for (const inner of desc.nestedMessages) renameMessage(copy.nestedType, inner, renames, newTypeNames);
  for (const field of desc.fields) {
    const name = renames.fields.get(field);
    if (name !== undefined) copyOf(copy.field, desc.proto.field, field.proto).name = name;
  }
  for (const oneof of desc.oneofs) {
    const name = renames.fields.get(oneof);
    if (name !== undefined) copyOf(copy.oneofDecl, desc.proto.oneofDecl, oneof.proto).name = name;
  }
  copy.name = renames.types.get(desc) ?? copy.name;
}

/** Points fields of a message and of its map entries to the new names of types. */
function retype(message: DescriptorProto, newTypeNames: ReadonlyMap<string, string>): void {
  const fields: FieldDescriptorProto[] = [...message.field];
  for (const inner of message.nestedType) if (inner.options?.mapEntry === true) fields.push(...inner.field);
  for (const field of fields) field.typeName = newTypeNames.get(field.typeName) ?? field.typeName;
}
