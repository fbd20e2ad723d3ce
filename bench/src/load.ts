import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type OutputChunk } from "rolldown";
import { childMilliseconds } from "./child.js";
import { buildCorpus, corpusSmall } from "./corpus.js";
import { buildPackage } from "./corpus-package.js";
import type { Row } from "./report.js";
import { compareInBlocks } from "./slices.js";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Measures the cost before the first call: the import of one service, and the size of a bundle with it. */
export async function loadRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const corpus = await buildCorpus(corpusSmall, folder);
    const sdk = await buildPackage("@bench/google", corpus, folder);
    return [...(await importRows(sdk)), ...(await aboveEmptyRows(sdk)), ...(await sizeRows())];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The whole process: start of node, import, end. Ours is the SDK of about 200 protos, of which the program imports
 * one service and makes a session, as a command does that ends before it has called anything.
 */
function importRows(sdk: string): Promise<Row[]> {
  const program = `
    import { Google } from "@bench/google";
    import { PublisherClient } from "@bench/google/google/pubsub/v1";
    new PublisherClient(new Google({ apiDomain: "api.example.com" }));
  `;
  return compareInBlocks(
    "import, whole process",
    "ms CPU",
    [
      { name: "grpc-js", slice: running('import "@grpc/grpc-js";', here) },
      { name: "stratus", slice: running(program, sdk) },
      { name: "nothing", slice: running("", here) },
    ],
    { warmUp: 1, measured: 12 },
  );
}

/**
 * Measures the cost of the modules: each process less an empty one, which runs right before it. Google's service has
 * 27 rpcs and 60 types of messages in four protos; the entry point of the SDK of this repository has three services
 * with 51 types in ten.
 */
function aboveEmptyRows(sdk: string): Promise<Row[]> {
  return compareInBlocks(
    "import, above an empty process",
    "ms CPU",
    [
      { name: "grpc-js", slice: above("@grpc/grpc-js", here) },
      {
        name: "stratus",
        slice: above("@bench/google/google/spanner/admin/database/v1", sdk),
      },
      { name: "stratus, three services", slice: above("@svc/cloud/compute/v1", here) },
    ],
    { warmUp: 1, measured: 12 },
  );
}

/** Measures the cost of a process that imports a module, in addition to an empty process. */
function above(name: string, cwd: string): () => Promise<number> {
  const empty = running("", cwd);
  const importing = running(`import ${JSON.stringify(name)};`, cwd);
  return async () => {
    const emptyMs = await empty();
    return (await importing()) - emptyMs;
  };
}

function running(source: string, cwd: string): () => Promise<number> {
  return () => childMilliseconds(["--input-type=module", "--eval", source], { cwd });
}

/**
 * Minified bundles for Node: grpc-js alone, and a program that lists instances,
 * with all that it may load. The start counts the file that runs first and what
 * it imports; the gRPC library and the token exchange come on demand.
 */
async function sizeRows(): Promise<Row[]> {
  const bare = await bundle('import * as grpc from "@grpc/grpc-js"; console.log(grpc);');
  const program = await bundle(`
    import { Cloud } from "@svc/cloud";
    import { InstanceServiceClient } from "@svc/cloud/compute/v1";
    await using cloud = Cloud.fromEnv();
    for await (const { metadata } of new InstanceServiceClient(cloud).listAll({})) console.log(metadata.name);
  `);
  const start = listInitialChunks(program);
  const later = program.filter((file) => !start.includes(file));
  const baseline = sum(bare, countBytes);
  return [
    itself("bundle, minified", baseline),
    row("bundle, minified", sum(program, countBytes), baseline),
    row("of it, loaded at the start", sum(start, countBytes), baseline),
    row("of it, loaded on demand", sum(later, countBytes), baseline),
    itself("bundle, minified, gzip", sum(bare, countGzipBytes)),
    row("bundle, minified, gzip", sum(program, countGzipBytes), sum(bare, countGzipBytes)),
  ];
}

function itself(topic: string, cost: number): Row {
  return { topic, contestant: "grpc-js", cost, unit: "bytes", ratio: 1, beside: "grpc-js" };
}

function row(topic: string, cost: number, beside: number): Row {
  return { topic, contestant: "stratus", cost, unit: "bytes", ratio: cost / beside, beside: "grpc-js" };
}

/** The files that a program loads before it runs: its entry, and what that imports by statements. */
function listInitialChunks(files: readonly OutputChunk[]): readonly OutputChunk[] {
  const started = new Set(files.filter((file) => file.isEntry));
  for (const { imports } of started) {
    for (const file of files) if (imports.includes(file.fileName)) started.add(file);
  }
  return [...started];
}

const countBytes = ({ code }: OutputChunk): number => Buffer.byteLength(code);
const countGzipBytes = ({ code }: OutputChunk): number => gzipSync(code).byteLength;

function sum(files: readonly OutputChunk[], weigh: (file: OutputChunk) => number): number {
  return files.reduce((total, file) => total + weigh(file), 0);
}

async function bundle(source: string): Promise<OutputChunk[]> {
  const entry = "\0program.js";
  const { output } = await build({
    input: entry,
    platform: "node",
    cwd: here,
    plugins: [
      {
        name: "program",
        resolveId: (id, importer) =>
          id === entry ? entry : importer === entry ? fileURLToPath(import.meta.resolve(id)) : null,
        load: (id) => (id === entry ? source : null),
      },
    ],
    output: { format: "esm", minify: true },
    write: false,
    logLevel: "silent",
  });
  return output.filter((file) => file.type === "chunk");
}
