import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { top } from "./corpus.js";
import type { Row } from "./report.js";
import { createSizeRows, peerProject, startBytes } from "./web-sizes.js";

/** Both list and create by one service. */
const programs = {
  stratus: `import { Cloud, CloudError } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
const cloud = Cloud.fromEnv();
const instances = new InstanceServiceClient(cloud);
try {
  for await (const { metadata } of instances.listAll({ parentId: "project-1" })) console.log(metadata.name);
  console.log(await instances.create({ metadata: { parentId: "project-1", name: "vm-1" }, spec: { cpu: 4 } }));
} catch (error) {
  if (error instanceof CloudError) console.log(error.text);
}
`,
  "connect-node": `import { ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { InstanceService } from "./svc/compute/v1/instance_service_pb.js";
const transport = createGrpcTransport({ baseUrl: process.env.API_URL ?? "" });
const instances = createClient(InstanceService, transport);
try {
  for (const { metadata } of (await instances.list({ parentId: "project-1" })).items) console.log(metadata?.name);
  console.log(await instances.create({ metadata: { parentId: "project-1", name: "vm-1" }, spec: { cpu: 4 } }));
} catch (error) {
  if (error instanceof ConnectError) console.log(error.rawMessage);
}
`,
};

/** Bytes of a program for Node as one file, minified and packed. It contains what the program loads on demand. */
export async function nodeSizeRows(): Promise<Row[]> {
  const scratch = await mkdtemp(join(top, "bench/dist/node-"));
  try {
    const project = await peerProject(scratch);
    const sizes: Record<string, number> = {};
    for (const [name, program] of Object.entries(programs))
      sizes[name] = await startBytes(project, program, false, "node");
    return createSizeRows("bundle of one service for Node, gzip", "connect-node", sizes);
  } finally {
    await rm(scratch, { recursive: true });
  }
}
