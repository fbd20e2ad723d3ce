import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { childMilliseconds } from "./child.js";
import type { Row } from "./report.js";
import { compare } from "./slices.js";

const here = fileURLToPath(new URL(".", import.meta.url));

/** What a program pays before its first call: the import of one service, and the size of a bundle with it. */
export async function loadRows(): Promise<Row[]> {
  return [...(await importRows()), ...(await sizeRows())];
}

/** The whole process: start of node, import, end. */
function importRows(): Promise<Row[]> {
  return compare(
    "import, whole process",
    "ms CPU",
    [
      { name: "grpc-js", slice: importing("@grpc/grpc-js") },
      { name: "stratus, one service", slice: importing("@svc/cloud/compute/v1"), target: 1.35 },
    ],
    { warmUp: 3, measured: 21 },
  );
}

function importing(name: string): () => Promise<number> {
  const program = ["--input-type=module", "--eval", `import ${JSON.stringify(name)};`];
  return () => childMilliseconds(program, { cwd: here });
}

/** A minified bundle for Node of a program that lists instances, with all that it loads on demand, beside grpc-js alone. */
async function sizeRows(): Promise<Row[]> {
  const bare = await bundledBytes('import * as grpc from "@grpc/grpc-js"; console.log(grpc);');
  const program = await bundledBytes(`
    import { Cloud } from "@svc/cloud";
    import { InstanceServiceClient } from "@svc/cloud/compute/v1";
    await using cloud = Cloud.fromEnv();
    for await (const { metadata } of new InstanceServiceClient(cloud).listAll({})) console.log(metadata.name);
  `);
  const topic = "bundle, minified";
  return [
    { topic, contestant: "grpc-js", cost: bare, unit: "bytes", ratio: 1, target: undefined },
    {
      topic,
      contestant: "stratus, one service",
      cost: program,
      unit: "bytes",
      ratio: program / bare,
      target: 1.15,
    },
  ];
}

async function bundledBytes(source: string): Promise<number> {
  const entry = "\0program.js";
  const { output } = await build({
    input: entry,
    platform: "node",
    cwd: here,
    plugins: [
      {
        name: "program",
        resolveId: (id, importer) =>
          id === entry ? entry : importer === entry ? import.meta.resolve(id).replace("file://", "") : null,
        load: (id) => (id === entry ? source : null),
      },
    ],
    output: { format: "esm", minify: true },
    write: false,
    logLevel: "silent",
  });
  return output.reduce(
    (sum, file) => sum + Buffer.byteLength(file.type === "chunk" ? file.code : file.source),
    0,
  );
}
