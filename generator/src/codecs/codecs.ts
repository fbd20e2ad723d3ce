import type { DescFile } from "@bufbuild/protobuf";
import type { OutputFile } from "../emit/file.js";
import { docsOf, type Documented } from "./comments.js";
import { printFile } from "./file.js";
import type { ModuleNames } from "./module.js";

/** What to write codecs for. */
export interface CodecRequest {
  /** The files with messages or enums to write codecs for. All that their fields refer to must be among them. */
  readonly files: readonly DescFile[];
  /** The names that the output has. */
  readonly names: ModuleNames;
  /** What is said of a deprecated message, field, oneof, enum or value of one; undefined where it is not deprecated. */
  readonly deprecationOf?: (element: Documented) => string | undefined;
  /** What an import of a generated file ends in: `.js`. */
  readonly importExtension: string;
  /** False for types alone. Default true. */
  readonly hasCodecs?: boolean;
  /** Package name of the runtime, whose entry `wire-v1` the codecs stand on. */
  readonly runtime: string;
}

/**
 * Message types and their binary codecs, or the types alone: one file for each
 * proto file. The text is not formatted.
 */
export function generateCodecs(request: CodecRequest): readonly OutputFile[] {
  const { names, importExtension, runtime, deprecationOf = plainDeprecation, hasCodecs = true } = request;
  const wire = `${runtime}/wire-v1`;
  return request.files.map((file) => {
    const docOf = docsOf(deprecationOf);
    return {
      path: `${names.module(file)}.ts`,
      text: printFile(file, { names, docOf, wire, importExtension, hasCodecs }),
    };
  });
}

/** Descriptors say that something is deprecated, but not why. */
function plainDeprecation(element: Documented): string | undefined {
  return element.kind !== "oneof" && element.deprecated ? "" : undefined;
}
