import type { DescEnum, DescField, DescFile, DescMessage, DescOneof } from "@bufbuild/protobuf";

/**
 * Other names for the codec generator to see than those in the proto files, so
 * that its output has the names that were decided. What is not in a map keeps
 * its name.
 */
export interface Renames {
  /** Names of files, with `.proto`. The codecs of `a/b.proto` go to `a/b.ts`. */
  readonly files: ReadonlyMap<DescFile, string>;
  /** Simple names of messages and enums. */
  readonly types: ReadonlyMap<DescMessage | DescEnum, string>;
  /** Proto names of fields and oneofs. */
  readonly fields: ReadonlyMap<DescField | DescOneof, string>;
}

/** The name of a file under the renames. */
export function fileName(file: DescFile, { files }: Renames): string {
  return files.get(file) ?? file.proto.name;
}

/** The simple name of a message or enum under the renames. */
export function simpleName(type: DescMessage | DescEnum, { types }: Renames): string {
  return types.get(type) ?? type.name;
}

/** The simple names along the nesting of a message or enum, itself last. */
export function pathOf(type: DescMessage | DescEnum, renames: Renames): string[] {
  return [...(type.parent ? pathOf(type.parent, renames) : []), simpleName(type, renames)];
}

/** The full name of a message or enum as descriptors refer to it: with a leading dot. */
export function reference(type: DescMessage | DescEnum, renames: Renames): string {
  const { package: packageName } = type.file.proto;
  return ["", ...(packageName === "" ? [] : [packageName]), ...pathOf(type, renames)].join(".");
}

/** The simple name of the entry of a map, which nobody renames. */
export function entryName(map: DescField): string {
  return map.proto.typeName.slice(map.proto.typeName.lastIndexOf(".") + 1);
}
