import type { DescEnum, DescField, DescFile, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { identifier, Imports, relativeImport, type Code } from "../code/code.js";
import type { DocOf } from "./comments.js";

/** The names that were decided for the output. */
export interface ModuleNames {
  /** Path of a file's module from the top of the sources, without extension. */
  module(file: DescFile): string;
  /** A message or an enum, and the module that declares it. */
  type(desc: DescMessage | DescEnum): { readonly name: string; readonly module: string };
  /** Property of a field or oneof; `$case` of a oneof's member. */
  property(desc: DescField | DescOneof): string;
}

/** What the printers of one module share: its names, its imports, its comments. */
export interface Module {
  /** False for types alone. */
  readonly hasCodecs: boolean;
  readonly docOf: DocOf;
  /** A message or an enum, as its type and as its value. */
  type(desc: DescMessage | DescEnum): Code;
  /** Property of a field or oneof; `$case` of a oneof's member. */
  property(desc: DescField | DescOneof): string;
  /** A function that all codecs share. */
  shared(name: SharedFunction): Code;
  /** The import statements for all that was asked for. */
  importLines(): readonly Code[];
}

/** What codecs call of the module that all share. */
export type SharedFunction =
  | "defineCodec"
  | "definePlainCodec"
  | "enterList"
  | "isInList"
  | "readUnknown"
  | "valueOf"
  | "wrapped";

/** Path of the module that all codecs share, from the top of the sources. */
export const wire = "wire";

/** What a module is opened with. */
export interface ModuleSettings {
  readonly names: ModuleNames;
  readonly docOf: DocOf;
  /** What a relative import ends in: `.js`. */
  readonly importExtension: string;
  readonly hasCodecs: boolean;
}

/**
 * The module of a file.
 * @param declared The messages and enums that it declares.
 */
export function openModule(
  file: DescFile,
  declared: readonly (DescMessage | DescEnum)[],
  settings: ModuleSettings,
): Module {
  const { names, docOf, importExtension, hasCodecs } = settings;
  const own = names.module(file);
  const imports = new Imports([...declared.map((one) => names.type(one).name), ...variables]);
  const pathOf = (module: string): string => relativeImport(own, module, importExtension);
  const wirePath = pathOf(wire);
  if (hasCodecs && file.messages.length > 0) {
    for (const name of ["MessageFns", "UnknownFields"]) imports.type(wirePath, name);
  }
  return {
    hasCodecs,
    docOf,
    type(desc) {
      const { name, module } = names.type(desc);
      if (module === own) return identifier(name);
      return hasCodecs ? imports.value(pathOf(module), name) : imports.type(pathOf(module), name);
    },
    property: (desc) => names.property(desc),
    shared(name) {
      return imports.value(wirePath, name);
    },
    importLines: () => imports.lines(),
  };
}

/** What the code of a codec names by itself. */
const variables: readonly string[] =
  "Array Map Uint8Array globalThis end key message reader tag undefined v value writer".split(" ");
