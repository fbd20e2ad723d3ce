import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ListInstancesResponse } from "@svc/cloud/compute/v1";
import { type Inputs, type Peer, type Program, startProgram } from "./codec-programs.js";
import { compileProtos, plugins, top } from "./corpus.js";
import { fullInstance } from "./full-instance.js";
import type { Row } from "./report.js";
import { compare } from "./slices.js";

const instances = "./svc/compute/v1/instance";
const lists = "./svc/compute/v1/instance_service";

const methods = (instancePath: string, listPath: string, decode: string, encode: string): string => `
  import { Instance } from "${instancePath}.ts";
  import { ListInstancesResponse } from "${listPath}.ts";
  const types = { one: Instance, list: ListInstancesResponse };
  export const decode = (type, bytes) => types[type].${decode}(bytes);
  export const encode = (type, message) => types[type].${encode};
`;

const peers: readonly Peer[] = [
  {
    name: "ts-proto, in our form",
    plugin: {
      ...plugins.tsProto,
      name: "ts-proto, in our form",
      parameter:
        "forceLong=bigint,useDate=false,oneof=unions-value,unknownFields=true,enumsAsLiterals=true,initializeFieldsAsUndefined=false,outputJsonMethods=false,outputPartialMethods=false,outputServices=none,env=both",
    },
    program: methods(instances, lists, "decode", "encode(message).finish()"),
  },
  {
    name: plugins.tsProto.name,
    plugin: { ...plugins.tsProto, parameter: "outputServices=none" },
    program: methods(instances, lists, "decode", "encode(message).finish()"),
  },
  {
    name: plugins.protobufEs.name,
    plugin: plugins.protobufEs,
    program: `
      import { fromBinary, toBinary } from "@bufbuild/protobuf";
      import { InstanceSchema } from "${instances}_pb.ts";
      import { ListInstancesResponseSchema } from "${lists}_pb.ts";
      const types = { one: InstanceSchema, list: ListInstancesResponseSchema };
      export const decode = (type, bytes) => fromBinary(types[type], bytes);
      export const encode = (type, message) => toBinary(types[type], message);
    `,
  },
  {
    name: plugins.protobufTs.name,
    plugin: { ...plugins.protobufTs, parameter: "long_type_bigint,server_none,client_none" },
    program: methods(instances, lists, "fromBinary", "toBinary(message)"),
  },
  {
    name: plugins.stratus.name,
    plugin: { ...plugins.stratus, parameter: "session_name=Cloud,strip_prefix=svc" },
    program: methods("./compute/v1/instance", "./compute/v1/instance_service", "decode", "encode(message)"),
  },
];

/**
 * Decoding and encoding a resource of 1.4 kB and a list of 100 of them, with all checks, each codec in a process of
 * its own: a compiler that has seen one codec treats the next one's code otherwise.
 */
export async function messageRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  const started: Program[] = [];
  try {
    const inputs = await writeInputs(folder);
    const cloud = await compileProtos(top, folder);
    for (const peer of peers) started.push(await startProgram(peer, cloud, inputs, folder));
    const rows: Row[] = [];
    for (const work of ["decode", "encode"] as const) {
      for (const type of ["one", "list"] as const) {
        const topic = `${work} ${type === "one" ? "a resource of 1.4 kB" : "a list of 100"}`;
        const contestants = started.map(({ name, run }) => ({ name, slice: () => run({ work, type }) }));
        rows.push(...(await compare(topic, "µs CPU", contestants, { warmUp: 3, measured: 25, seconds: 2 })));
      }
    }
    return rows;
  } finally {
    for (const { child } of started) child.kill();
    await rm(folder, { recursive: true });
  }
}

async function writeInputs(folder: string): Promise<Inputs> {
  const inputs = { one: join(folder, "one.bin"), list: join(folder, "list.bin") };
  const list = { items: Array.from({ length: 100 }, fullInstance), nextPageToken: "page-2" };
  const bytes = ListInstancesResponse.encode(list);
  await writeFile(inputs.list, bytes);
  const one = ListInstancesResponse.decode(bytes).items[0];
  if (!one) throw new Error("the list of the benchmark is empty");
  const { Instance } = await import("@svc/cloud/compute/v1");
  await writeFile(inputs.one, Instance.encode(one));
  return inputs;
}
