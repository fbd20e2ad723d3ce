/**
 * Opens connections with TLS to a server, each at an address of its own, and prints what one of them holds while it is
 * idle: bytes of the process and of the heap. Arguments: `bare` for sockets alone, or `stratus`; the port; the roots.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:tls";
import { setTimeout as pause } from "node:timers/promises";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { apiDomain, token } from "./clients/bench-client.js";
import { createRequest } from "./call-messages.js";
import { collectGarbage } from "./heap.js";

const [kind, port = "", caFile = ""] = process.argv.slice(2);
const warmUp = 50;
/** So many that what the process loads once does not count. */
const counted = 800;
const ca = readFileSync(caFile, "utf8");
const cloud = new Cloud({
  apiDomain,
  credentials: staticToken(token),
  endpoints: Object.fromEntries(
    Array.from({ length: warmUp + counted }, (_, index) => [`s${index}`, `${hostAt(index)}:${port}`]),
  ),
  tls: { ca },
});
const held: unknown[] = [];

/** Addresses of the loopback network, each of which gets one connection. */
function hostAt(index: number): string {
  return `127.2.${index >> 7}.${(index & 127) + 1}`;
}

async function open(index: number): Promise<void> {
  if (kind === "bare") {
    const socket = connect({
      host: hostAt(index),
      port: Number(port),
      ca,
      servername: `s${index}.${apiDomain}`,
      ALPNProtocols: ["h2"],
    });
    await once(socket, "secureConnect");
    held.push(socket.resume());
  } else {
    const client = new InstanceServiceClient(cloud, { endpoint: `s${index}` });
    await client.create(createRequest);
  }
}

async function memory(): Promise<NodeJS.MemoryUsage> {
  for (let turn = 0; turn < 3; turn++) {
    await pause(300);
    collectGarbage();
  }
  return process.memoryUsage();
}

for (let index = 0; index < warmUp; index++) await open(index);
const before = await memory();
for (let index = warmUp; index < warmUp + counted; index++) await open(index);
const after = await memory();
console.log(
  JSON.stringify({
    rss: (after.rss - before.rss) / counted,
    heap: (after.heapUsed - before.heapUsed) / counted,
  }),
);
process.exit();
