/**
 * A program that holds connections open: so many sessions, each with one. It prints the memory that each takes, in kB of
 * the process. Arguments: the client's file, the address of the server, how many.
 */
import type { OpenClient } from "./clients/bench-client.js";

const [clientFile = "", address = "", count = "1"] = process.argv.slice(2);
const { openClient } = (await import(clientFile)) as { openClient: OpenClient };
const first = openClient(address);
await first.call();
const before = residentBytes();
const clients = Array.from({ length: Number(count) }, () => openClient(address));
for (const client of clients) await client.call();
console.log((residentBytes() - before) / clients.length / 1_024);
for (const client of [first, ...clients]) await client.close();

function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}
