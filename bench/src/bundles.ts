import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { type BundledProgram, bundleStart } from "./bundle.js";
import { connectPrograms, plainProgram, stratusPage, stratusProgram } from "./bundle-programs.js";
import { generatedBy, plugins, top } from "./corpus.js";
import { keepFigure, markdownTable } from "./figures.js";
import type { Row } from "./report.js";
import { writeProject } from "./type-check.js";

type Form = Pick<BundledProgram, "platform" | "splitting">;

const firstLoad: Form = { platform: "browser", splitting: true };
const page: Form = { platform: "browser", splitting: false };
const node: Form = { platform: "node", splitting: false };

/** Programs of Stratus, and those of Connect beside them. */
const comparisons = (
  peers: string,
  plainPeers: string,
): readonly (readonly [topic: string, form: Form, own: string, peer: string, folder: string])[] => [
  ["page, first load", firstLoad, stratusPage, connectPrograms.page, peers],
  ["page, one file, checks requests", page, stratusPage, connectPrograms.checkedPage, peers],
  ["program for Node, one file", node, stratusProgram, connectPrograms.program, peers],
  [
    "program for Node, one file, checks requests",
    node,
    stratusProgram,
    connectPrograms.checkedProgram,
    peers,
  ],
  ["program for Node, one call of plain gRPC", node, plainProgram, connectPrograms.plainProgram, plainPeers],
];

/** Bytes of programs with one service, minified and with gzip, beside Connect with the same features. */
export async function bundleRows(): Promise<Row[]> {
  const scratch = await mkdtemp(join(top, "bench/dist/bundles-"));
  try {
    const peers = await peerProject(scratch, ".", "svc");
    const plainPeers = await peerProject(scratch, "test/interop/protos", "connectrpc");
    const rows: Row[] = [];
    for (const [topic, form, own, peer, folder] of comparisons(peers, plainPeers)) {
      const [theirs, ours] = [
        await bundleStart({ ...form, folder, source: peer }),
        await bundleStart({ ...form, folder: scratch, source: own }),
      ];
      const row = { topic, unit: "bytes", beside: "Connect" };
      rows.push(
        { ...row, contestant: "Connect", cost: theirs.bytes, ratio: 1 },
        { ...row, contestant: "stratus", cost: ours.bytes, ratio: ours.bytes / theirs.bytes },
      );
    }
    keepFigure("bundles modules", await modulesTable(scratch));
    return rows;
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** The messages and services of a folder of protos by protoc-gen-es, as a project. */
async function peerProject(scratch: string, protos: string, folder: string): Promise<string> {
  const image = join(scratch, "image.binpb");
  await promisify(execFile)(join(top, "node_modules/.bin/buf"), ["build", protos, "-o", image], { cwd: top });
  const { file: files } = fromBinary(FileDescriptorSetSchema, await readFile(image));
  const names = files.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
  const place = join(scratch, folder);
  await mkdir(place);
  const { files: generated, project } = await generatedBy(plugins.protobufEs, { files, names }, place);
  await writeProject(project, generated);
  return project;
}

/** What each program contains, by folder of sources. */
async function modulesTable(folder: string): Promise<string> {
  const programs = {
    "page, first load": { ...firstLoad, source: stratusPage },
    "page, one file": { ...page, source: stratusPage },
    "Node, one file": { ...node, source: stratusProgram },
    "Node, plain gRPC": { ...node, source: plainProgram },
  };
  const columns: Map<string, number>[] = [];
  for (const program of Object.values(programs)) {
    const { modules } = await bundleStart({ ...program, folder, isFromSources: true });
    const sums = new Map<string, number>();
    for (const [path, bytes] of modules) {
      const name = folderOf(relative(top, path));
      sums.set(name, (sums.get(name) ?? 0) + bytes);
    }
    columns.push(sums);
  }
  const largest = (name: string): number => Math.max(...columns.map((sums) => sums.get(name) ?? 0));
  const names = [...new Set(columns.flatMap((sums) => [...sums.keys()]))]
    .filter((name) => largest(name) >= 500)
    .toSorted((one, other) => largest(other) - largest(one));
  return markdownTable([
    ["", ...Object.keys(programs)],
    ...names.map((name) => [name, ...columns.map((sums) => formatKilobytes(sums.get(name)))]),
  ]);
}

/** `messages/mask` for a source of the runtime, `generated code` for one of an SDK. */
function folderOf(path: string): string {
  const [, inside] = /^runtime\/src\/([^/]+\/[^/]+)/.exec(path) ?? [];
  return inside?.replace(/\.ts$/, "") ?? "generated code";
}

function formatKilobytes(bytes = 0): string {
  return bytes === 0 ? "" : `${(bytes / 1000).toFixed(1)} kB`;
}
