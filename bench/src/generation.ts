import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { CodeGeneratorRequestSchema, CodeGeneratorResponseSchema } from "@bufbuild/protobuf/wkt";
import { childMilliseconds } from "./child.js";
import type { Row } from "./report.js";
import { compare, type Contestant } from "./slices.js";

const execute = promisify(execFile);
const top = fileURLToPath(new URL("../../", import.meta.url));

/** Folders of google-proto-files that make up corpus-small: about 200 files of real APIs. */
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

/** Generation of corpus-small, messages included, each plugin as buf runs it: one process, one request, one response. */
export async function generationRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const files = await buildCorpus(folder);
    const plugins: readonly Plugin[] = [
      { name: "ts-proto, its defaults", command: "node_modules/ts-proto/protoc-gen-ts_proto", parameter: "" },
      { name: "protoc-gen-es", command: "node_modules/.bin/protoc-gen-es", parameter: "target=ts" },
      {
        name: "stratus",
        command: "generator/bin/protoc-gen-stratus.js",
        parameter: "session_name=Google,unrouted=allow",
        target: 0.4,
      },
    ];
    const contestants: Contestant[] = [];
    for (const plugin of plugins) contestants.push(await contest(plugin, files, folder));
    return await compare(`generation, ${files.names.length} files`, "ms CPU", contestants, {
      warmUp: 1,
      measured: 5,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Plugin {
  readonly name: string;
  readonly command: string;
  readonly parameter: string;
  readonly target?: number;
}

interface Corpus {
  readonly image: Uint8Array;
  readonly names: readonly string[];
}

async function buildCorpus(folder: string): Promise<Corpus> {
  const source = dirname(fileURLToPath(import.meta.resolve("google-proto-files/package.json")));
  const image = join(folder, "image.binpb");
  const paths = corpusSmall.flatMap((path) => ["--path", join(source, path)]);
  await execute(join(top, "node_modules/.bin/buf"), ["build", source, ...paths, "-o", image]);
  const bytes = await readFile(image);
  const all = fromBinary(FileDescriptorSetSchema, bytes).file.map((file) => file.name);
  const names = all.filter((name) => corpusSmall.some((path) => name.startsWith(`${path}/`)));
  return { image: bytes, names };
}

/** A plugin with its request on disk. Throws when the plugin reports an error instead of files. */
async function contest(plugin: Plugin, corpus: Corpus, folder: string): Promise<Contestant> {
  const files = fromBinary(FileDescriptorSetSchema, corpus.image).file;
  const generate = new Set(corpus.names);
  const request = create(CodeGeneratorRequestSchema, {
    fileToGenerate: [...corpus.names],
    parameter: plugin.parameter,
    protoFile: files,
    // As buf does: the files to generate come a second time.
    sourceFileDescriptors: files.filter((file) => generate.has(file.name)),
  });
  const input = join(folder, `${plugin.name.replaceAll(/\W+/g, "-")}.request`);
  const output = `${input}.response`;
  await writeFile(input, toBinary(CodeGeneratorRequestSchema, request));
  const slice = (): Promise<number> => childMilliseconds([join(top, plugin.command)], { input, output });
  await slice();
  const response = fromBinary(CodeGeneratorResponseSchema, await readFile(output));
  if (response.error || response.file.length === 0)
    throw new Error(`${plugin.name}: ${response.error || "no files"}`);
  return { name: plugin.name, slice, ...(plugin.target !== undefined && { target: plugin.target }) };
}
