import { create, isFieldSet, toBinary, type DescFile } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Schema } from "../read/schema.js";
import { declaresOptions, findTypeFiles, findReachable } from "./file-graph.js";
import { optionSorter } from "./sort-options.js";
import type { Selection } from "./selection.js";

/**
 * The descriptors of what the SDK has, for tools such as an emulator: the chosen files, and those that declare
 * their options. Without comments; services that were not chosen are left out, and files that nothing uses. Encoded:
 * a file of which nothing is left out is as it was sent, with the options of each element in the order of their numbers.
 */
export function descriptorFiles(schema: Schema, selection: Selection): Uint8Array[] {
  const kept = closeOver(selection.files);
  const sort = optionSorter(schema.files);
  return schema.files
    .filter((file) => kept.has(file))
    .map((file) => sort(encoded(file, kept, schema, selection)));
}

function encoded(
  file: DescFile,
  kept: ReadonlySet<DescFile>,
  schema: Schema,
  selection: Selection,
): Uint8Array {
  const services = file.services.filter((one) => selection.services.has(one));
  const imports = importsOf(file, kept);
  const isWhole = services.length === file.services.length && hasImports(file.proto, imports);
  const sent = isWhole ? schema.sentAs(file) : undefined;
  if (sent) return sent;
  const copy = withoutSourceInfo(file.proto);
  copy.service = services.map(({ proto }) => proto);
  return toBinary(FileDescriptorProtoSchema, Object.assign(copy, imports));
}

/** A shallow copy: source info, most of a descriptor, is not even read. */
function withoutSourceInfo(proto: FileDescriptorProto): FileDescriptorProto {
  const copy = create(FileDescriptorProtoSchema);
  for (const field of FileDescriptorProtoSchema.fields) {
    const name = field.localName as keyof FileDescriptorProto;
    if (name !== "sourceCodeInfo" && isFieldSet(proto, field)) Object.assign(copy, { [name]: proto[name] });
  }
  return copy;
}

/** The files, those that declare options they may use, and those of all types in these. */
function closeOver(chosen: readonly DescFile[]): ReadonlySet<DescFile> {
  return findReachable(chosen, (file) => [
    ...reachable(file).filter(declaresOptions),
    ...file.messages.flatMap(findTypeFiles),
    ...file.extensions.flatMap((one) => [one.extendee.file, one.message?.file, one.enum?.file]),
  ]);
}

/** Returns the files that are visible in a file: its imports, and their public imports. */
function reachable(file: DescFile): DescFile[] {
  return file.dependencies.flatMap((one) => [one, ...passedOn(one)]);
}

function passedOn(file: DescFile): DescFile[] {
  return file.proto.publicDependency.flatMap((index) => {
    const one = file.dependencies[index];
    return one === undefined ? [] : [one, ...passedOn(one)];
  });
}

/** The parts of a file descriptor about its imports. */
type Imports = Pick<FileDescriptorProto, "dependency" | "publicDependency" | "weakDependency">;

/** Imports of files that are left out go; what such a file imports for others is imported itself. */
function importsOf(file: DescFile, kept: ReadonlySet<DescFile>): Imports {
  const seen = new Set(reachable(file).filter((one) => kept.has(one)));
  const isPublic = new Set(passedOn(file));
  const imports = [...seen];
  return {
    dependency: imports.map(({ proto }) => proto.name),
    publicDependency: imports.flatMap((one, index) => (isPublic.has(one) ? [index] : [])),
    weakDependency: [],
  };
}

function hasImports(
  file: FileDescriptorProto,
  { dependency, publicDependency, weakDependency }: Imports,
): boolean {
  return (
    isSameList(file.dependency, dependency) &&
    isSameList(file.publicDependency, publicDependency) &&
    isSameList(file.weakDependency, weakDependency)
  );
}

function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}
