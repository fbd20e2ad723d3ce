import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { childMilliseconds } from "./child.js";

const execute = promisify(execFile);

/** The top of the repository. */
export const top = fileURLToPath(new URL("../../", import.meta.url));

/** Where the protos of Google's APIs are, once `npm install --prefix bench/corpus` has brought them. */
export const googleProtos = join(top, "bench/corpus/node_modules/google-proto-files");

/** Folders of google-proto-files that make up corpus-small: about 200 files of real APIs: other shapes, styles and names than ours. */
export const corpusSmall = [
  "google/api",
  "google/bigtable",
  "google/datastore",
  "google/iam",
  "google/logging",
  "google/longrunning",
  "google/monitoring",
  "google/pubsub",
  "google/rpc",
  "google/spanner",
  "google/storage",
  "google/type",
];

/** Folders of google-proto-files that make up corpus-large: every API of one platform. */
export const corpusLarge = ["google/cloud"];

/** Proto files of real APIs. */
export interface Corpus {
  /** The files of the corpus and all that they import, each after what it imports. */
  readonly files: readonly FileDescriptorProto[];
  /** Names of the files of the corpus. */
  readonly names: readonly string[];
}

/** Compiles folders of google-proto-files. */
export async function buildCorpus(folders: readonly string[], scratch: string): Promise<Corpus> {
  const image = join(scratch, "image.binpb");
  // Below the folder, since buf takes a comma in a path for the end of it.
  const paths = folders.flatMap((path) => ["--path", path]);
  await execute(join(top, "node_modules/.bin/buf"), ["build", ".", ...paths, "-o", image], {
    cwd: googleProtos,
  });
  const { file: files } = fromBinary(FileDescriptorSetSchema, await readFile(image));
  const names = files
    .map((file) => file.name)
    .filter((name) => folders.some((path) => name.startsWith(`${path}/`)));
  return { files, names };
}

/** Compiles a folder of protos of this repository. */
export async function compileProtos(source: string, scratch: string): Promise<Corpus> {
  const image = join(scratch, "image.binpb");
  await execute(join(top, "node_modules/.bin/buf"), ["build", source, "-o", image]);
  const { file: files } = fromBinary(FileDescriptorSetSchema, await readFile(image));
  // Every file: other generators write those of google/protobuf only when they are asked to.
  return { files, names: files.map(({ name }) => name) };
}

/** The protos of the messages by shape. */
export const shapeProtos = join(top, "bench/protos");

/** A plugin of buf, by the file that starts it and the options that it is given. */
export interface Plugin {
  readonly name: string;
  /** Path from the top of the repository. */
  readonly command: string;
  readonly parameter: string;
}

/** The plugins that are held against each other. */
export const plugins = {
  tsProto: {
    name: "ts-proto, its defaults",
    command: "node_modules/ts-proto/protoc-gen-ts_proto",
    parameter: "",
  },
  protobufEs: {
    name: "protoc-gen-es",
    command: "bench/corpus/node_modules/.bin/protoc-gen-es",
    parameter: "target=ts,import_extension=js",
  },
  protobufTs: {
    name: "@protobuf-ts/plugin",
    command: "bench/peers/node_modules/@protobuf-ts/plugin/bin/protoc-gen-ts",
    parameter: "",
  },
  stratus: {
    name: "stratus",
    command: "generator/bin/protoc-gen-stratus.js",
    parameter: "session_name=Google",
  },
} as const satisfies Readonly<Record<string, Plugin>>;

/** Writes the request that buf would send to a plugin; its file. */
export async function writeRequest(
  plugin: Plugin,
  { files, names }: Corpus,
  scratch: string,
): Promise<string> {
  const generate = new Set(names);
  const request = create(CodeGeneratorRequestSchema, {
    fileToGenerate: [...names],
    parameter: plugin.parameter,
    protoFile: [...files],
    // As buf does: the files to generate come a second time.
    sourceFileDescriptors: files.filter((file) => generate.has(file.name)),
  });
  const path = join(scratch, `${plugin.name.replaceAll(/\W+/g, "-")}.request`);
  await writeFile(path, toBinary(CodeGeneratorRequestSchema, request));
  return path;
}

/** A file that a plugin has generated. */
export interface GeneratedFile {
  readonly name: string;
  readonly content: string;
}

/** The output of a plugin for a corpus, and the folder next to its request for the files. */
export async function generatedBy(
  plugin: Plugin,
  corpus: Corpus,
  scratch: string,
): Promise<{ readonly files: readonly GeneratedFile[]; readonly project: string }> {
  const input = await writeRequest(plugin, corpus, scratch);
  const output = `${input}.response`;
  await childMilliseconds([join(top, plugin.command)], { input, output });
  return { files: await readResponse(plugin, output), project: `${input}.project` };
}

/** Returns the files of a plugin's response. Throws if the response contains an error or no files. */
export async function readResponse({ name }: Plugin, path: string): Promise<readonly GeneratedFile[]> {
  const { file: files, error } = fromBinary(CodeGeneratorResponseSchema, await readFile(path));
  if (error || files.length === 0) throw new Error(`${name}: ${error || "no files"}`);
  return files;
}
