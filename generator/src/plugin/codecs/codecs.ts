/**
 * The module of each proto file, printed straight from the descriptors: types, tables, codecs and enums, with the
 * clients of the file behind them. One file here prints one kind of field; names come from the model, which asks this
 * stage in turn what the language and the modules keep for themselves.
 */
import type { DescFile } from "@bufbuild/protobuf";
import type { OutputFile } from "../../kit/emit/file.js";
import { docsOf, type Documented, type HintsOf } from "./comments.js";
import { printFile } from "./file.js";
import { printRules, rulesModule } from "./rule-table.js";
import type { Source } from "../source/source.js";
import type { ModuleSettings, Section } from "./module.js";

/** The inputs of the codec generator. */
export interface CodecRequest extends Omit<ModuleSettings, "docOf"> {
  /** The files to write modules for. All that the fields of their messages refer to must be among them. */
  readonly files: readonly DescFile[];
  /** Answers what is written at the elements of the files. */
  readonly source: Source;
  /** Returns the text for a deprecated message, field, oneof, enum or enum value; undefined if it is not deprecated. */
  readonly deprecationOf: (element: Documented) => string | undefined;
  /** Facts about messages, fields and oneofs that readers must know beside their comments. */
  readonly hintsOf: HintsOf;
  /** The section of a module behind the messages and enums of its file; undefined for nothing. */
  readonly sectionOf: (file: DescFile) => Section | undefined;
}

/**
 * Generates messages and enums: interfaces, tables, optional codecs, and further sections of their modules. Yields
 * one file for each proto file with something that the runtime does not have, printed when it is requested. The text
 * is not formatted.
 */
export function* generateCodecs(request: CodecRequest): Iterable<OutputFile> {
  const { files, source, names, deprecationOf, hintsOf, sectionOf } = request;
  const docOf = docsOf(source, deprecationOf, hintsOf);
  for (const file of files) {
    const text = printFile(file, { ...request, docOf }, sectionOf(file));
    if (text !== undefined) yield { path: `${names.module(file)}.ts`, text };
    const rules = request.rulesOf && printRules(file, request.rulesOf, request);
    if (rules !== undefined) yield { path: `${rulesModule(file, names)}.ts`, text: rules };
  }
}
