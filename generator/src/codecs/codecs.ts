import type { DescFile } from "@bufbuild/protobuf";
import type { OutputFile } from "../emit/file.js";
import { docsOf, type Documented } from "./comments.js";
import { printFile } from "./file.js";
import { createSource, type Source } from "../source/source.js";
import type { ForeignCodecOf, MarksOf, ModuleNames, Section } from "./module.js";

/** What to write modules for. */
export interface CodecRequest {
  /** The files to write modules for. All that the fields of their messages refer to must be among them. */
  readonly files: readonly DescFile[];
  /** Answers what is written at the elements of the files. Default their source info, read anew. */
  readonly source?: Source;
  /** The names that the output has. */
  readonly names: ModuleNames;
  /** What is said of a deprecated message, field, oneof, enum or value of one; undefined where it is not deprecated. */
  readonly deprecationOf?: (element: Documented) => string | undefined;
  /** What the options of the proto say of a field. Default nothing. */
  readonly marksOf?: MarksOf;
  /** What an import of a generated file ends in: `.js`. */
  readonly importExtension: string;
  /** False for types and tables alone. Default true. */
  readonly hasCodecs?: boolean;
  /** Where another engine has the codec of a message, with which its table is joined. Default none: codecs are printed. */
  readonly foreignCodec?: ForeignCodecOf | undefined;
  /** Whether the JSON of messages and enums has types. Default false. */
  readonly hasJsonTypes?: boolean;
  /** What stands in the module of a file behind its messages and enums. Default nothing. */
  readonly sectionOf?: (file: DescFile) => Section | undefined;
  /** Entry of the runtime that the modules stand on: `@stratus/runtime/wire-v1`. */
  readonly runtime: string;
}

/**
 * Messages and enums: interfaces, tables, and codecs unless they are not wanted; and what else stands in their
 * modules. One file for each proto file that has something which the runtime does not, printed when it is asked for.
 * The text is not formatted.
 */
export function* generateCodecs(request: CodecRequest): Iterable<OutputFile> {
  const {
    names,
    source = createSource(),
    importExtension,
    deprecationOf = plainDeprecation,
    marksOf = unmarked,
    hasCodecs = true,
    hasJsonTypes = false,
    foreignCodec,
    sectionOf,
    runtime,
  } = request;
  const docOf = docsOf(source, deprecationOf, (field) => marksOf(field).behaviors);
  const settings = {
    names,
    docOf,
    marksOf,
    runtime,
    importExtension,
    hasCodecs,
    hasJsonTypes,
    foreignCodec,
  };
  for (const file of request.files) {
    const text = printFile(file, settings, sectionOf?.(file));
    if (text !== undefined) yield { path: `${names.module(file)}.ts`, text };
  }
}

/** Descriptors say that something is deprecated, but not why. */
function plainDeprecation(element: Documented): string | undefined {
  return element.kind !== "oneof" && element.deprecated ? "" : undefined;
}

const unmarked: MarksOf = () => ({ behaviors: [], isSecret: false });
