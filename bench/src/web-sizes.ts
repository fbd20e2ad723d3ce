import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { build } from "esbuild";
import { generatedBy, plugins, top } from "./corpus.js";
import type { Row } from "./report.js";
import { writeProject } from "./type-check.js";

/** Both list and create by one service. */
const programs = {
  stratus: `import { Cloud, CloudError, tokenFromFunction } from "@svc/cloud/web";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
const cloud = new Cloud({ baseUrl: "https://api.example.com", credentials: tokenFromFunction(async () => "token-1") });
const instances = new InstanceServiceClient(cloud);
try {
  for await (const { metadata } of instances.listAll({ parentId: "project-1" })) console.log(metadata.name);
  console.log(await instances.create({ metadata: { parentId: "project-1", name: "web-1" }, spec: { cpu: 4 } }));
} catch (error) {
  if (error instanceof CloudError) console.log(error.text);
}
`,
  "connect-web": `import { ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { InstanceService } from "./svc/compute/v1/instance_service_pb.js";
const transport = createGrpcWebTransport({ baseUrl: "https://api.example.com" });
const instances = createClient(InstanceService, transport);
try {
  for (const { metadata } of (await instances.list({ parentId: "project-1" })).items) console.log(metadata?.name);
  console.log(await instances.create({ metadata: { parentId: "project-1", name: "web-1" }, spec: { cpu: 4 } }));
} catch (error) {
  if (error instanceof ConnectError) console.log(error.rawMessage);
}
`,
};

/** Bytes of a program for browsers, minified and packed: what is loaded first, and all of it as one file. */
export async function webSizeRows(): Promise<Row[]> {
  const scratch = await mkdtemp(join(top, "bench/dist/web-"));
  try {
    const project = await peerProject(scratch);
    const sizes = async (splitting: boolean): Promise<Record<keyof typeof programs, number>> => ({
      "connect-web": await startBytes(project, programs["connect-web"], splitting),
      stratus: await startBytes(project, programs.stratus, splitting),
    });
    const [first, whole] = [await sizes(true), await sizes(false)];
    return [
      ...createSizeRows("page with one service, gzip, first load", "connect-web", first),
      ...createSizeRows("page with one service, gzip, one file", "connect-web", whole),
    ];
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** Rows of bundles, in bytes, beside that of one contestant. */
export function createSizeRows(
  topic: string,
  beside: string,
  sizes: Readonly<Record<string, number>>,
): Row[] {
  return Object.entries(sizes).map(([contestant, cost]) => ({
    topic,
    contestant,
    cost,
    unit: "bytes",
    ratio: cost / (sizes[beside] ?? Number.NaN),
    beside,
  }));
}

/** The messages and services of the API by protoc-gen-es; the SDK is found beside them. */
export async function peerProject(scratch: string): Promise<string> {
  const image = join(scratch, "image.binpb");
  const buf = join(top, "node_modules/.bin/buf");
  await promisify(execFile)(buf, ["build", "protos", "-o", image], { cwd: top });
  const { file: files } = fromBinary(FileDescriptorSetSchema, await readFile(image));
  const names = files.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
  const { files: generated, project } = await generatedBy(plugins.protobufEs, { files, names }, scratch);
  await writeProject(project, generated);
  return project;
}

/** Bytes of the files that a page or process loads before any of its code runs. */
export async function startBytes(
  project: string,
  program: string,
  splitting: boolean,
  platform: "browser" | "node" = "browser",
): Promise<number> {
  const entry = join(project, "program.ts");
  await writeFile(entry, program);
  const { metafile, outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: project,
    bundle: true,
    splitting,
    minify: true,
    format: "esm",
    platform,
    target: "es2022",
    outdir: "out",
    metafile: true,
    write: false,
  });
  const { outputs } = metafile;
  const start = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === "program.ts"));
  for (const name of start) {
    for (const { kind, path } of outputs[name]?.imports ?? [])
      if (kind === "import-statement") start.add(path);
  }
  return outputFiles
    .filter(({ path }) => start.has(path.slice(project.length + 1)))
    .reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
}
