/**
 * Links the descriptors of a request: decodes them, rejects what no compiler sends, and reads comments and custom
 * options by their simple names. Finds all problems of a request, so that later stages can rely on it.
 */
import {
  create,
  createFileRegistry,
  type DescFile,
  type FileRegistry,
  type Registry,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { createCustomOptions, type CustomOptions } from "@stratus/convention";
import { errorText, Problems } from "../../kit/problem.js";
import { findDeclarationProblems } from "./declarations.js";
import { findFileProblems, sortFiles } from "./files.js";
import type { Request } from "./request.js";
import { createSource, type Source } from "../source/source.js";
import { unreadableOption } from "./unreadable-option.js";

/** The descriptors of a request, checked and linked. */
export interface Schema {
  /** Every file of the request: after what it imports, else by name. */
  readonly files: readonly DescFile[];
  /** The files to generate code for, in that order. */
  readonly generate: readonly DescFile[];
  /** Comments and places. */
  readonly source: Source;
  /** Custom options by simple name. */
  readonly options: CustomOptions;
  /** The types of all files by their names. */
  readonly types: Registry;
  /** How a file was sent: the bytes of its descriptor, without source info. Undefined where it was changed since. */
  sentAs(file: DescFile): Uint8Array | undefined;
}

/**
 * Links the descriptors of a request. The order of its files does not matter.
 * @throws Problems where files, imports or types are missing, or names are none.
 */
export function linkSchema(request: Request): Schema {
  refuse(findFileProblems(request));
  const sorted = sortFiles(request.files);
  refuse(findDeclarationProblems(sorted));
  const types = link(sorted);
  const files = sorted.flatMap((proto) => types.getFile(proto.name) ?? []);
  const wanted = new Set(request.generate);
  return {
    files,
    generate: files.filter((file) => wanted.has(file.proto.name)),
    source: createSource((file) => request.sent.get(file)?.comments()),
    options: createCustomOptions(files, unreadableOption),
    types,
    sentAs: ({ proto }) => request.sent.get(proto)?.descriptor,
  };
}

function refuse(problems: ConstructorParameters<typeof Problems>[0]): void {
  if (problems.length > 0) throw new Problems(problems);
}

function link(protos: readonly FileDescriptorProto[]): FileRegistry {
  try {
    return createFileRegistry(create(FileDescriptorSetSchema, { file: [...protos] }));
  } catch (error) {
    throw new Problems([
      {
        code: "PROTO_INVALID",
        what: `The descriptors cannot be linked (${errorText(error)})`,
        fix: "If it is about an edition or a feature, update protoc-gen-stratus; otherwise check the protos with `buf build`",
      },
    ]);
  }
}
