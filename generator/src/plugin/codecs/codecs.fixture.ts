import {
  create,
  createFileRegistry,
  type DescEnum,
  type DescFile,
  type DescMessage,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { emit } from "../../kit/emit/emit.js";
import { compileProtos, type Protos } from "../request.fixture.js";
import { createSource } from "../source/source.js";
import { generateCodecs, type CodecRequest } from "./codecs.js";
import { enumNames } from "./enum-names.js";
import type { ModuleNames } from "./module.js";
import { codecNames } from "./names.js";

/** The files of some protos that have messages or enums, with all that they import. */
export function linkProtos(protos: Protos): DescFile[] {
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: compileProtos(protos) }));
  return [...registry.files].filter((file) => file.messages.length + file.enums.length > 0);
}

/** Names as they are where nothing is in their way: a module for each file, where the file is. */
export const plainNames: ModuleNames = {
  module: (file) => file.name,
  type: (desc) => ({ name: codecNames.typeName(pathOf(desc)), module: desc.file.name }),
  json: (desc) => ({ name: `${codecNames.typeName(pathOf(desc))}Json`, module: desc.file.name }),
  input: (desc) => ({ name: `${codecNames.typeName(pathOf(desc))}Input`, module: desc.file.name }),
  whole: (desc) => ({ name: `${codecNames.typeName(pathOf(desc))}Whole`, module: desc.file.name }),
  property: (desc) => codecNames.propertyName(desc.name),
  values: (one) => enumNames(one),
};

function pathOf(desc: DescMessage | DescEnum): string[] {
  return [...(desc.parent ? pathOf(desc.parent) : []), desc.name];
}

/** What a request says where nothing is known of the protos but what stands in them. */
export function plainRequest(files: readonly DescFile[]): Omit<CodecRequest, "names"> {
  return {
    files,
    source: createSource(),
    deprecationOf: (element) => (element.kind !== "oneof" && element.deprecated ? "" : undefined),
    annotationsOf: () => ({ behaviors: [], isSecret: false }),
    hintsOf: () => ({ isRequired: false, behaviors: [], limits: [] }),
    sectionOf: () => undefined,
    importExtension: ".js",
    hasCodecs: true,
    hasJsonTypes: false,
    runtime: "@stratus/runtime/generated/wire-v1",
  };
}

/** The codecs of files under their own names, formatted, by path. */
export async function writeCodecs(
  files: readonly DescFile[],
  more: Partial<CodecRequest> = {},
): Promise<Readonly<Record<string, string>>> {
  const request = {
    ...plainRequest(files),
    names: plainNames,
    runtime: `@stratus/runtime/generated/${more.hasCodecs === false ? "messages-v1" : "wire-v1"}`,
    ...more,
  };
  const codecs = await emit(generateCodecs(request));
  return Object.fromEntries(codecs.map(({ path, text }) => [path, text]));
}

/** The codecs of protos, by path. */
export function codecsOf(
  protos: Protos,
  more?: Partial<CodecRequest>,
): Promise<Readonly<Record<string, string>>> {
  return writeCodecs(linkProtos(protos), more);
}

/** The code of one file of the package `a`, which may use the well-known types, with one space for each gap. */
export async function codeOf(body: string, more?: Partial<CodecRequest>, syntax = "proto3"): Promise<string> {
  const imports = ["field_mask", "struct", "wrappers", "timestamp"]
    .map((name) => `import "google/protobuf/${name}.proto";`)
    .join(" ");
  const head = syntax.startsWith("20") ? `edition = "${syntax}";` : `syntax = "${syntax}";`;
  const codes = await codecsOf({ "a.proto": `${head} package a; ${imports} ${body}` }, more);
  return (codes["a.ts"] ?? "").replaceAll(/\s+/g, " ");
}
