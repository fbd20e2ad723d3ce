import type { DescEnum, DescField, DescFile, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { ModuleImports, type Code, type Exported } from "../../kit/code/code.js";
import type { DocOf } from "./comments.js";
import type { EnumNames } from "./enum-names.js";
import { noInputs, type InputForms } from "./input-forms.js";
import { rulesLoader, type RulesOfMessages } from "./rule-data.js";

/** The names that were decided for the output. */
export interface ModuleNames {
  /** Path of a file's module from the top of the sources, without extension. */
  module(file: DescFile): string;
  /** A message or an enum, and the module that declares it. */
  type(desc: DescMessage | DescEnum): Exported;
  /** Type of the JSON of a message or an enum, in the module that declares it. */
  json(desc: DescMessage | DescEnum): Exported;
  /** Type of what a call takes for a message, in the module that declares it. */
  input(message: DescMessage): Exported;
  /** Type of all that an Update sends of a message, in the module that declares it. */
  whole(message: DescMessage): Exported;
  /** Property of a field or oneof; `$case` of a oneof's member. */
  property(desc: DescField | DescOneof): string;
  /** Names of the values of an enum. */
  values(one: DescEnum): EnumNames;
}

/** The names, imports and comments that the printers of one module share. */
export interface Module {
  /** Messages have codecs; false for types alone. */
  readonly hasCodecs: boolean;
  /** The JSON of messages and enums has types. */
  readonly hasJsonTypes: boolean;
  /** The code of codecs is printed here, not by another engine. */
  readonly printsCodecs: boolean;
  readonly docOf: DocOf;
  readonly annotationsOf: AnnotationsOf;
  /** How the types of calls differ from those of messages. */
  readonly inputs: InputForms;
  /** The function that loads the rules of a message; undefined if nothing is stated about it that clients can check. */
  rulesOf(message: DescMessage): Code | undefined;
  /** The codec of a message, where another engine prints it. */
  foreignCodec(message: DescMessage): Code | undefined;
  /** A message or an enum where its type is named. */
  type(desc: DescMessage | DescEnum): Code;
  /** A message or an enum where its value is used: the type of a message, the object with the names of an enum. */
  value(desc: DescMessage | DescEnum): Code;
  /** Type of the JSON of a message or an enum. */
  json(desc: DescMessage | DescEnum): Code;
  /** Type of what a call takes for a message. */
  input(message: DescMessage): Code;
  /** Type of all that an Update sends of a message. */
  whole(message: DescMessage): Code;
  /** Property of a field or oneof; `$case` of a oneof's member. */
  property(desc: DescField | DescOneof): string;
  /** Names of the values of an enum. */
  values(one: DescEnum): EnumNames;
  /** Returns the local name of an export of the runtime. */
  runtime(name: string): Code;
  /** A type of the runtime, by its name there. */
  runtimeType(name: string): Code;
  /** Collects the imports of the whole module. */
  readonly imports: ModuleImports;
}

/** The annotations of a field. */
export interface FieldAnnotations {
  /** By simple name: `OUTPUT_ONLY`. */
  readonly behaviors: readonly string[];
  /** The value must not be printed. */
  readonly isSecret: boolean;
}

/** Gives the marks of a field. */
export type AnnotationsOf = (field: DescField) => FieldAnnotations;

/**
 * Returns the codec of a message that another engine generates: module from the top of the sources, without
 * extension, and name.
 */
export type ForeignCodecOf = (message: DescMessage) => Exported;

/** A section of a module after its messages and enums. */
export interface Section {
  /** Names that it declares. */
  readonly declared: readonly string[];
  /** Its text; what is imported for it is asked of `imports`. */
  print(imports: ModuleImports): string;
}

/** The settings of a module. */
export interface ModuleSettings {
  /** The names that the output has. */
  readonly names: ModuleNames;
  readonly docOf: DocOf;
  /** Returns the annotations of a field. */
  readonly annotationsOf: AnnotationsOf;
  /** The rules of messages that have some. Default none. */
  readonly rulesOf?: RulesOfMessages | undefined;
  /** How the types of calls differ from those of messages. Default not at all. */
  readonly inputs?: InputForms | undefined;
  /** Entry point of the runtime that the module imports: `@stratus/runtime/generated/wire-v1`. */
  readonly runtime: string;
  /** Entry of the runtime for what APIs state that follow AIP. */
  readonly aip?: string | undefined;
  /** The extension of relative imports: `.js`. */
  readonly importExtension: string;
  /** False for types and tables alone. */
  readonly hasCodecs: boolean;
  /** Whether the JSON of messages and enums has types. */
  readonly hasJsonTypes: boolean;
  /**
   * Returns the codec of another engine for a message, which is combined with its table. Default: codecs are printed.
   */
  readonly foreignCodec?: ForeignCodecOf | undefined;
}

/**
 * Creates the module of a file.
 * @param declared The messages and enums that it declares.
 * @param more The section after them.
 */
export function openModule(
  file: DescFile,
  declared: readonly (DescMessage | DescEnum)[],
  settings: ModuleSettings,
  more?: Section,
): Module {
  const { names, docOf, annotationsOf, runtime, importExtension, hasCodecs, hasJsonTypes, foreignCodec } =
    settings;
  const inputs = settings.inputs ?? noInputs;
  const messages = declared.filter((one) => one.kind === "message");
  const jsonNames = hasJsonTypes ? declared.map((one) => names.json(one).name) : [];
  const style = { codegen: runtime, aip: settings.aip, extension: importExtension };
  const imports = new ModuleImports(names.module(file), style, [
    ...declared.map((one) => names.type(one).name),
    ...jsonNames,
    ...messages.filter((one) => inputs.inputs.has(one)).map((one) => names.input(one).name),
    ...messages.filter((one) => inputs.wholes.has(one)).map((one) => names.whole(one).name),
    ...(more?.declared ?? []),
  ]);
  return {
    hasCodecs,
    hasJsonTypes,
    printsCodecs: hasCodecs && foreignCodec === undefined,
    docOf,
    annotationsOf,
    inputs,
    rulesOf: (message) => (settings.rulesOf?.has(message) ? rulesLoader : undefined),
    foreignCodec(message) {
      return foreignCodec && imports.value(foreignCodec(message));
    },
    type: (desc) => imports.type(names.type(desc)),
    value: (desc) => imports.value(names.type(desc)),
    json: (desc) => imports.type(names.json(desc)),
    input: (message) => imports.type(names.input(message)),
    whole: (message) => imports.type(names.whole(message)),
    property: (desc) => names.property(desc),
    values: (one) => names.values(one),
    runtime: (name) => imports.runtimeValue(name),
    runtimeType: (name) => imports.runtimeType(name),
    imports,
  };
}
