import type { DescEnum, DescField, DescFile, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { identifier, Imports, relativeImport, type Code } from "../code/code.js";
import type { DocOf } from "./comments.js";

/** A name of a type, and the module that declares it. */
export interface TypeName {
  readonly name: string;
  readonly module: string;
  /** What the runtime calls the type, where it has it: nothing is declared then. */
  readonly shared?: string;
}

/** The names that were decided for the output. */
export interface ModuleNames {
  /** Path of a file's module from the top of the sources, without extension. */
  module(file: DescFile): string;
  /** A message or an enum. */
  type(desc: DescMessage | DescEnum): TypeName;
  /** Type of the JSON of a message or an enum. */
  json(desc: DescMessage | DescEnum): TypeName;
  /** Property of a field or oneof; `$case` of a oneof's member. */
  property(desc: DescField | DescOneof): string;
}

/** What the printers of one module share: its names, its imports, its comments. */
export interface Module {
  /** Messages have codecs; false for types alone. */
  readonly hasCodecs: boolean;
  /** The JSON of messages and enums has types. */
  readonly hasJsonTypes: boolean;
  /** The code of codecs is printed here, not by another engine. */
  readonly printsCodecs: boolean;
  readonly docOf: DocOf;
  readonly marksOf: MarksOf;
  /** The codec of a message, where another engine prints it. */
  foreignCodec(message: DescMessage): Code | undefined;
  /** A message or an enum where its type is named. */
  type(desc: DescMessage | DescEnum): Code;
  /** A message or an enum where its value is used: the type of a message, the object with the names of an enum. */
  value(desc: DescMessage | DescEnum): Code;
  /** Type of the JSON of a message or an enum. */
  json(desc: DescMessage | DescEnum): Code;
  /** Property of a field or oneof; `$case` of a oneof's member. */
  property(desc: DescField | DescOneof): string;
  /** What the module uses of the runtime, by its name there. */
  runtime(name: string): Code;
  /** A type of the runtime, by its name there. */
  runtimeType(name: string): Code;
  /** The import statements for all that was asked for. */
  importLines(): readonly Code[];
}

/** What the options of a proto say of a field. */
export interface Marks {
  /** By simple name: `OUTPUT_ONLY`. */
  readonly behaviors: readonly string[];
  /** The value must not be printed. */
  readonly isSecret: boolean;
}

/** Gives the marks of a field. */
export type MarksOf = (field: DescField) => Marks;

/** Where another engine has the codec of a message: module from the top of the sources, without extension, and name. */
export type ForeignCodecOf = (message: DescMessage) => { readonly module: string; readonly name: string };

/** What a module is opened with. */
export interface ModuleSettings {
  readonly names: ModuleNames;
  readonly docOf: DocOf;
  readonly marksOf: MarksOf;
  /** Entry of the runtime that messages stand on: `@stratus/runtime/wire-v1`. */
  readonly runtime: string;
  /** What a relative import ends in: `.js`. */
  readonly importExtension: string;
  readonly hasCodecs: boolean;
  readonly hasJsonTypes: boolean;
  readonly foreignCodec?: ForeignCodecOf | undefined;
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
  const { names, docOf, marksOf, runtime, importExtension, hasCodecs, hasJsonTypes, foreignCodec } = settings;
  const own = names.module(file);
  const jsonNames = hasJsonTypes ? declared.map((one) => names.json(one).name) : [];
  const imports = new Imports([...declared.map((one) => names.type(one).name), ...jsonNames, ...written]);
  const nameOf = ({ name, module, shared }: TypeName, kind: "type" | "value"): Code => {
    if (shared !== undefined) return imports[kind](runtime, shared);
    if (module === own) return identifier(name);
    return imports[kind](relativeImport(own, module, importExtension), name);
  };
  return {
    hasCodecs,
    hasJsonTypes,
    printsCodecs: hasCodecs && foreignCodec === undefined,
    docOf,
    marksOf,
    foreignCodec(message) {
      if (foreignCodec === undefined) return undefined;
      const { module, name } = foreignCodec(message);
      return imports.value(relativeImport(own, module, importExtension), name);
    },
    type: (desc) => nameOf(names.type(desc), "type"),
    value: (desc) => nameOf(names.type(desc), "value"),
    json: (desc) => nameOf(names.json(desc), "type"),
    property: (desc) => names.property(desc),
    runtime: (name) => imports.value(runtime, name),
    runtimeType: (name) => imports.type(runtime, name),
    importLines: () => imports.lines(),
  };
}

/** Globals that modules write out. All other names begin with a small letter, and no type of an API does. */
const written: readonly string[] = ["Map", "Uint8Array"];
