/**
 * A program that makes its first checked call, in a session that has made others: it prints what the check costs beside
 * the call, in milliseconds of CPU time, with all that is loaded for it.
 * Arguments: the client's file, the address of the server.
 */
import type { OpenClient } from "./clients/bench-client.js";

const [plainFile = "", checkedFile = "", address = ""] = process.argv.slice(2);

/** Enough calls for a session, its connection and the code of both to be there. */
const before = 50;

const load = async (file: string): Promise<OpenClient> =>
  ((await import(file)) as { openClient: OpenClient }).openClient;
const plain = (await load(plainFile))(address);
for (let turn = 0; turn < before; turn++) await plain.call();
// Rules count from here on, also for the client that is there already.
const checked = (await load(checkedFile))(address);
await checked.close();

async function cpuMs(): Promise<number> {
  const start = process.cpuUsage();
  await plain.call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const first = await cpuMs();
const later = await cpuMs();
console.log(JSON.stringify({ firstMs: first, laterMs: later }));
await plain.close();
