import { create, isFieldSet, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Selection } from "./selection.js";

/**
 * The descriptors of what the SDK has, for tools such as an emulator: the chosen files, and those that declare
 * their options. Without comments; services that were not chosen are left out, and files that nothing uses.
 *
 * @param files All files, each after what it imports.
 */
export function descriptorFiles(files: readonly DescFile[], selection: Selection): FileDescriptorProto[] {
  const kept = closeOver(selection.files);
  return files
    .filter((file) => kept.has(file))
    .map((file) => {
      const copy = withoutSourceInfo(file.proto);
      copy.service = file.services.filter((one) => selection.services.has(one)).map(({ proto }) => proto);
      setImports(copy, file, kept);
      return copy;
    });
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
  const kept = new Set(chosen);
  const queue = [...chosen];
  const keep = (file: DescFile | undefined): void => {
    if (!file || kept.has(file)) return;
    kept.add(file);
    queue.push(file);
  };
  for (let file = queue.pop(); file; file = queue.pop()) {
    reachable(file).filter(declaresOptions).forEach(keep);
    file.messages.flatMap(typesIn).forEach(keep);
    for (const { extendee, message, enum: values } of file.extensions) {
      [extendee.file, message?.file, values?.file].forEach(keep);
    }
  }
  return kept;
}

function typesIn({ fields, nestedMessages }: DescMessage): (DescFile | undefined)[] {
  const own = fields.map((field) => field.message?.file ?? field.enum?.file);
  return [...own, ...nestedMessages.flatMap(typesIn)];
}

/** What a file sees: its imports, and what they import for others. */
function reachable(file: DescFile): DescFile[] {
  return file.dependencies.flatMap((one) => [one, ...passedOn(one)]);
}

function passedOn(file: DescFile): DescFile[] {
  return file.proto.publicDependency.flatMap((index) => {
    const one = file.dependencies[index];
    return one === undefined ? [] : [one, ...passedOn(one)];
  });
}

function declaresOptions({ extensions }: DescFile): boolean {
  return extensions.some(({ extendee }) => /^google\.protobuf\.[A-Za-z]+Options$/.test(extendee.typeName));
}

/** Imports of files that are left out go; what such a file imports for others is imported itself. */
function setImports(copy: FileDescriptorProto, file: DescFile, kept: ReadonlySet<DescFile>): void {
  const seen = new Set(reachable(file).filter((one) => kept.has(one)));
  const isPublic = new Set(passedOn(file));
  const imports = [...seen];
  copy.dependency = imports.map(({ proto }) => proto.name);
  copy.publicDependency = imports.flatMap((one, index) => (isPublic.has(one) ? [index] : []));
  copy.weakDependency = [];
}
