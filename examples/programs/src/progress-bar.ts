/**
 * Creates an instance and shows how far it has come.
 *
 *   node progress-bar.js PROJECT NAME
 *
 * Ctrl-C ends the wait and not the operation: run it again with `--resume ID` to go on watching.
 */
import { parseArgs } from "node:util";
import { Cloud } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";

const { values, positionals } = parseArgs({
  options: { resume: { type: "string" } },
  allowPositionals: true,
});
const [parentId = "", name = ""] = positionals;

await using cloud = Cloud.fromEnv();
const instances = new InstanceServiceClient(cloud);

const operation = await (values.resume === undefined
  ? instances.create({ metadata: { parentId, name }, spec: { cpu: 4 } })
  : instances.operation(values.resume));
console.log(`operation ${operation.id}`);

const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort(new Error(`still running: --resume ${operation.id}`)));

const width = 30;
const vm = await operation.resource({
  signal: interrupted.signal,
  pollIntervalMs: 200,
  onProgress({ progress }) {
    const done = Math.round((progress?.workFraction ?? 0) * width);
    process.stdout.write(`\r[${"#".repeat(done)}${".".repeat(width - done)}] ${progress?.description ?? ""}`);
  },
});
console.log(`\n${vm.metadata.name} is ${vm.metadata.id}`);
