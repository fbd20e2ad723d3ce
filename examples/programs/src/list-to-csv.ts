/**
 * Writes the instances of a project as CSV.
 *
 *   node list-to-csv.js PROJECT > instances.csv
 *
 * Pages are fetched as they are written, so that the memory does not grow with the listing; `| head` ends both.
 */
import { pipeline } from "node:stream/promises";
import { Cloud, toDate } from "@svc/cloud";
import { InstanceServiceClient, InstanceStatus_State } from "@svc/cloud/compute/v1";

const [parentId = ""] = process.argv.slice(2);
await using cloud = Cloud.fromEnv();
const instances = new InstanceServiceClient(cloud);

/** A row by RFC 4180. */
const row = (...cells: readonly unknown[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(value: unknown): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* rows(): AsyncGenerator<string> {
  yield row("id", "name", "cpu", "memory_bytes", "state", "created_at");
  for await (const { metadata, spec, status } of instances.listAll({ parentId })) {
    const { id, name, createdAt } = metadata;
    const state = InstanceStatus_State.nameOf(status?.state);
    yield row(id, name, spec.cpu, spec.memoryBytes, state, createdAt && toDate(createdAt).toISOString());
  }
}

await pipeline(rows(), process.stdout);
