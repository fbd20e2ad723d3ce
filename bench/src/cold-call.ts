/**
 * A program that makes one call and ends: loads a client, connects, has the
 * reply. It prints what that cost from its first line on, in milliseconds, so
 * that the start of node is not in it.
 */
import type { OpenClient } from "./clients/bench-client.js";

const startMs = performance.now();
const startCpu = process.cpuUsage();
const [clientFile = "", address = ""] = process.argv.slice(2);

const { openClient } = (await import(clientFile)) as { openClient: OpenClient };
const client = openClient(address);
await client.call();
const { user, system } = process.cpuUsage(startCpu);
const wallMs = performance.now() - startMs;
console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
await client.close();
