import type { DescFile } from "@bufbuild/protobuf";
import type { OutputFile } from "../emit/file.js";
import type { Renderer } from "../render/render.js";
import { docsOf, type Documented } from "./comments.js";
import { printFile } from "./file.js";
import { wire, type ModuleNames } from "./module.js";

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
  /** Fills the template of the file that all codecs share. */
  readonly renderer: Renderer;
}

/**
 * Message types and their binary codecs: one file for each proto file, and
 * `wire.ts`, which they share; or the types alone. The text is not formatted.
 */
export function generateCodecs(request: CodecRequest): readonly OutputFile[] {
  const { names, importExtension, renderer, deprecationOf = plainDeprecation, hasCodecs = true } = request;
  const codecs = request.files.map((file): OutputFile => {
    const docOf = docsOf(deprecationOf);
    return {
      path: `${names.module(file)}.ts`,
      text: printFile(file, { names, docOf, importExtension, hasCodecs }),
    };
  });
  if (!hasCodecs) return codecs;
  return [...codecs, { path: `${wire}.ts`, text: renderer.render(`sdk/src/${wire}.ts`, {}) }];
}

/** Descriptors say that something is deprecated, but not why. */
function plainDeprecation(element: Documented): string | undefined {
  return element.kind !== "oneof" && element.deprecated ? "" : undefined;
}
