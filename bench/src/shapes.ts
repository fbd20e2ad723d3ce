import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileRegistry, fromJson, toBinary } from "@bufbuild/protobuf";
import { type Inputs, type Peer, type Program, startProgram } from "./codec-programs.js";
import { compileProtos, plugins, shapeProtos, type Corpus } from "./corpus.js";
import type { Work } from "./message-program.js";
import type { Row } from "./report.js";
import { shapes } from "./shape-messages.js";
import { compare, median } from "./slices.js";

/** Names of messages by input: several shapes may be of one message. */
const messages = JSON.stringify(Object.fromEntries(shapes.map(({ message }, n) => [`s${n}`, message])));

const methods = (path: string, decode: string, encode: string): string => `
  import * as module from "${path}";
  const types = Object.fromEntries(Object.entries(${messages}).map(([type, name]) => [type, module[name]]));
  export const decode = (type, bytes) => types[type].${decode}(bytes);
  export const encode = (type, message) => types[type].${encode};
`;

const tsProto = `forceLong=bigint,useDate=false,oneof=unions-value,unknownFields=true,enumsAsLiterals=true,initializeFieldsAsUndefined=false,outputJsonMethods=false,outputPartialMethods=false,outputServices=none,env=both`;

/** Ours first: the others are what it is held against. */
const peers: readonly Peer[] = [
  {
    name: plugins.stratus.name,
    plugin: { ...plugins.stratus, parameter: "clients=false" },
    program: methods("./shapes/shapes.ts", "decode", "encode(message)"),
  },
  {
    name: "ts-proto, in our form",
    plugin: { ...plugins.tsProto, name: "ts-proto, in our form", parameter: tsProto },
    program: methods("./shapes.ts", "decode", "encode(message).finish()"),
  },
  {
    name: plugins.protobufEs.name,
    plugin: plugins.protobufEs,
    program: `
      import { fromBinary, toBinary } from "@bufbuild/protobuf";
      import * as module from "./shapes_pb.ts";
      const types = Object.fromEntries(Object.entries(${messages}).map(([type, name]) => [type, module[name + "Schema"]]));
      export const decode = (type, bytes) => fromBinary(types[type], bytes);
      export const encode = (type, message) => toBinary(types[type], message);
    `,
  },
  {
    name: plugins.protobufTs.name,
    plugin: { ...plugins.protobufTs, parameter: "long_type_bigint,server_none,client_none" },
    program: methods("./shapes.ts", "fromBinary", "toBinary(message)"),
  },
  {
    name: "protobufjs",
    plugin: undefined,
    program: `
      import protobuf from "protobufjs";
      import { readFileSync } from "node:fs";
      const { root } = protobuf.parse(readFileSync(${JSON.stringify(join(shapeProtos, "shapes.proto"))}, "utf8"));
      root.resolveAll();
      const types = Object.fromEntries(Object.entries(${messages}).map(([type, name]) => [type, root.lookupType("shapes." + name)]));
      export const decode = (type, bytes) => types[type].decode(bytes);
      export const encode = (type, message) => types[type].encode(message).finish();
    `,
  },
];

/**
 * Decoding and encoding by shape of message, each codec in a separate process. Ratios are to the fastest of the
 * others in that row; the row that is worst for us comes first, and the medians last.
 */
export async function shapeRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-shapes-"));
  const started: Program[] = [];
  try {
    const corpus = await compileProtos(shapeProtos, folder);
    const inputs = await writeInputs(corpus, folder);
    for (const peer of peers) started.push(await startProgram(peer, corpus, inputs, folder));
    const rows: Row[] = [];
    for (const work of ["decode", "encode"] as const) {
      for (const [n, { title }] of shapes.entries()) rows.push(await shapeRow(started, work, `s${n}`, title));
    }
    const medians = (["decode", "encode"] as const).map((work): Row => {
      const own = rows.filter(({ topic }) => topic.startsWith(work));
      const [ratio, lower, upper] = [
        own.map((row) => row.ratio),
        own.map((row) => row.spread?.[0] ?? row.ratio),
        own.map((row) => row.spread?.[1] ?? row.ratio),
      ].map(median) as [number, number, number];
      const topic = `${work}, the median of all shapes`;
      const beside = "the fastest of four";
      return { topic, contestant: "stratus", cost: ratio, unit: "", ratio, spread: [lower, upper], beside };
    });
    return [...rows.toSorted((one, other) => other.ratio - one.ratio), ...medians];
  } finally {
    for (const { child } of started) child.kill();
    await rm(folder, { recursive: true });
  }
}

/** One shape: our cost beside the fastest peer's, which is named. */
async function shapeRow(started: readonly Program[], work: Work, type: string, title: string): Promise<Row> {
  const contestants = started.map(({ name, run }) => ({ name, slice: () => run({ work, type }) }));
  const [own, ...others] = await compare(title, "µs CPU", contestants, {
    warmUp: 1,
    measured: 9,
    seconds: 1.2,
  });
  const fastest = others.toSorted((one, other) => one.ratio - other.ratio)[0];
  if (!own || !fastest) throw new Error("the benchmark of shapes has no peer to compare with");
  const beside = others.map(({ contestant, ratio }) => `${contestant} ${ratio.toFixed(2)}`).join(", ");
  console.error(`${work} ${title}: ${own.cost.toFixed(1)} µs; costs of the others to ours: ${beside}`);
  // The rounds compare the others with us; here we are compared with the fastest.
  const [lower, upper] = fastest.spread ?? [fastest.ratio, fastest.ratio];
  const ratio = { ratio: 1 / fastest.ratio, spread: [1 / upper, 1 / lower] as const };
  return { ...own, ...ratio, topic: `${work}, ${title}`, beside: fastest.contestant };
}

async function writeInputs({ files }: Corpus, folder: string): Promise<Inputs> {
  const registry = createFileRegistry({ $typeName: "google.protobuf.FileDescriptorSet", file: [...files] });
  const inputs: Record<string, string> = {};
  for (const [n, { message, json }] of shapes.entries()) {
    const type = registry.getMessage(`shapes.${message}`);
    if (!type) throw new Error(`there is no message ${message}`);
    const path = join(folder, `s${n}.bin`);
    await writeFile(path, toBinary(type, fromJson(type, json)));
    inputs[`s${n}`] = path;
  }
  return inputs;
}
