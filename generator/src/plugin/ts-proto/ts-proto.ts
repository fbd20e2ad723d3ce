/**
 * Generates codecs with ts-proto (`codec=ts-proto`). Runs its plugin like buf does, on protos with the same content
 * as ours and with our names, and adds its output beside our modules unchanged. The rest of the generator does not
 * know ts-proto, and does not load this module without the option.
 */
import { create, fromBinary, toBinary, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  type CodeGeneratorResponse,
} from "@bufbuild/protobuf/wkt";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import type { OutputFile } from "../../kit/emit/file.js";
import { Problems } from "../../kit/problem.js";
import { plainTypeName } from "../source/plain-type-names.js";
import { createSource } from "../source/source.js";
import { tsProtoFailure, findPeer, runPeer, wireRuntime, type Peer } from "./peer.js";
import { plainFile } from "./plain-file.js";
import { plainNames, type DecidedNames } from "./plain-names.js";

export type { DecidedNames } from "./plain-names.js";

/**
 * The options under which its types are ours, which docs/how-to/migrate.md names, and below them those that leave
 * out what nothing here uses. Enums and their names are ours in any case; without `removeEnumPrefix` no two values of
 * one can come to have the same name.
 */
const settings = [
  "forceLong=bigint",
  "useJsTypeOverride=true",
  "useDate=false",
  "oneof=unions-value",
  "useOptionals=messages",
  "unrecognizedEnum=false",
  "enumsAsLiterals=true",
  "unknownFields=true",
  "initializeFieldsAsUndefined=false",
  "env=both",
  "outputServices=none",
  "outputClientImpl=false",
  "outputJsonMethods=false",
  "outputPartialMethods=false",
  "exportCommonSymbols=false",
  "emitImportedFiles=false",
  "annotateFilesWithVersion=false",
  "fileSuffix=.pb",
] as const;

/** The output of ts-proto. */
export interface TsProtoOutput {
  /** Its files, beside our modules: `compute/v1/disk.pb.ts` beside `compute/v1/disk.ts`. */
  readonly files: readonly OutputFile[];
  /** Returns the codec of a message: module, from the top of the sources and without extension, and name. */
  codec(message: DescMessage): { readonly module: string; readonly name: string };
  /** The package that its files import, in the versions that they work with. */
  readonly wireRuntime: { readonly name: string; readonly version: string };
}

/**
 * Has ts-proto write the codecs of files.
 *
 * @param files All that their fields refer to must be among them.
 * @param importExtension What an import of a generated file ends in: `.js`.
 * @throws Problems where ts-proto is not there, fails, or writes code that does not compile.
 */
export async function runTsProto(
  files: readonly DescFile[],
  decided: DecidedNames,
  importExtension: string,
  peer: Peer = findPeer(),
): Promise<TsProtoOutput> {
  requireFit(files);
  const names = plainNames(files, decided);
  const plain = files.map((file) => plainFile(file, names));
  const suffix = importExtension === "" ? [] : [`importSuffix=${importExtension}`];
  const request = create(CodeGeneratorRequestSchema, {
    fileToGenerate: plain.map(({ name }) => name),
    parameter: [...settings, ...suffix].join(","),
    protoFile: plain,
  });
  const response = read(await runPeer(peer, toBinary(CodeGeneratorRequestSchema, request)));
  if (response.error !== "") throw tsProtoFailure(response.error);
  return {
    files: response.file.map(({ name, content }) => ({ path: name, text: content, isVerbatim: true })),
    wireRuntime: { name: wireRuntime, version: peer.wireRuntime },
    codec: (message) => ({ module: `${decided.module(message.file)}.pb`, name: names.exported(message) }),
  };
}

/** It takes a field mask in a oneof for one that may be undefined, and then for one that may not. */
function requireFit(files: readonly DescFile[]): void {
  const masks = files
    .flatMap((file) => [...nestedTypes(file)])
    .flatMap((type) => (type.kind === "message" ? type.fields : []))
    .filter(
      ({ oneof, message }) => oneof && message && plainTypeName(message) === "google.protobuf.FieldMask",
    );
  if (masks.length === 0) return;
  const source = createSource();
  throw new Problems(
    masks.map((field) => ({
      code: "CODEC_FAILED",
      ...source.place(field),
      element: `field ${field.parent.typeName}.${field.name}`,
      what: "The code that ts-proto writes for a google.protobuf.FieldMask in a oneof does not compile",
      fix: "Leave out codec=ts-proto",
    })),
  );
}

function read(response: Uint8Array): CodeGeneratorResponse {
  try {
    return fromBinary(CodeGeneratorResponseSchema, response);
  } catch {
    throw tsProtoFailure("its answer is not a CodeGeneratorResponse");
  }
}
