import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { run } from "./plugin.js";

/** Proto files by name. */
export type Protos = Readonly<Record<string, string>>;

/** What a request may hold beside the descriptors. */
export interface RequestMore {
  readonly parameter?: string;
  /** Files to generate; by default those that were given. */
  readonly generate?: readonly string[];
}

/** The compiler itself where npm put it, since its wrapper takes longer to start than it to compile. */
const buf = [`@bufbuild/buf-${process.platform}-${process.arch}/bin/buf`, ".bin/buf"]
  .map((path) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url)))
  .find((path) => existsSync(path));

const built = new Map<string, Uint8Array>();

/**
 * Compiles protos by buf, which also brings google/protobuf. The same protos are compiled once, and decoded each time,
 * since callers may change the descriptors.
 */
export function compileProtos(protos: Protos): FileDescriptorProto[] {
  const key = JSON.stringify(protos);
  const set = built.get(key) ?? buildProtos(protos);
  built.set(key, set);
  return fromBinary(FileDescriptorSetSchema, set).file;
}

function buildProtos(protos: Protos): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "stratus-protos-"));
  try {
    for (const [name, text] of Object.entries(protos)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return execFileSync(buf ?? "buf", ["build", folder, "--as-file-descriptor-set", "-o", "-"], {
      maxBuffer: 1 << 28,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
