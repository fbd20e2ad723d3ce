import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { buildImage, type Protos } from "../../../convention/src/proto-image.fixture.js";
import { run } from "./plugin.js";

export type { Protos };

/** What a request may hold beside the descriptors. */
export interface RequestMore {
  readonly parameter?: string;
  /** Files to generate; by default those that were given. */
  readonly generate?: readonly string[];
}

/** Compiles protos with buf. Decodes them each time, since callers may change the descriptors. */
export function compileProtos(protos: Protos): FileDescriptorProto[] {
  return fromBinary(FileDescriptorSetSchema, buildImage(protos)).file;
}

/** A CodeGeneratorRequest for descriptors, as buf sends it with `strategy: all`. */
export function requestOf(files: readonly FileDescriptorProto[], more: RequestMore = {}): Uint8Array {
  const own = files.map((file) => file.name).filter((name) => !name.startsWith("google/protobuf/"));
  return toBinary(
    CodeGeneratorRequestSchema,
    create(CodeGeneratorRequestSchema, {
      fileToGenerate: [...(more.generate ?? own)],
      parameter: more.parameter ?? "",
      protoFile: [...files],
      // buf sends every descriptor twice; the second must not matter.
      sourceFileDescriptors: [...files],
    }),
  );
}

/** What came of a request: files by path, or the error. */
export interface Outcome {
  readonly files: Readonly<Record<string, string>>;
  readonly error: string;
}

/** Runs the plugin in this process. */
export async function runPlugin(request: Uint8Array): Promise<Outcome> {
  const response = fromBinary(CodeGeneratorResponseSchema, await run(request));
  return {
    files: Object.fromEntries(response.file.map(({ name, content }) => [name, content])),
    error: response.error,
  };
}

/** Compiles protos and runs the plugin on them. */
export function generateFrom(protos: Protos, more: RequestMore = {}): Promise<Outcome> {
  return runPlugin(requestOf(compileProtos(protos), more));
}

/** Declares `api_service_name` in the package `acme`. */
export const acmeOptions = `
  syntax = "proto3";
  package acme;
  import "google/protobuf/descriptor.proto";
  extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
`;

/** A file of the package `acme.v1` that may use the option. */
export function acmeFile(body: string, imports: readonly string[] = []): string {
  const lines = ["acme/options.proto", ...imports].map((name) => `import "${name}";`).join("\n");
  return `syntax = "proto3";\npackage acme.v1;\n${lines}\n${body}`;
}
