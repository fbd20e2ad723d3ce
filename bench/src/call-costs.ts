/**
 * The client of the call bench, in a process of its own: the server's work does
 * not count, and heap is measured under flags that CPU time is not.
 */
import { openClient as openBare } from "./clients/bare.js";
import type { BenchClient } from "./clients/bench-client.js";
import { openClient as openConnect } from "./clients/connect-node.js";
import { openClient as openNice } from "./clients/nice-grpc.js";
import { openClient as openStratus } from "./clients/stratus.js";
import { heapBytes } from "./heap.js";
import type { Row } from "./report.js";
import { compareInBlocks, cpuMicroseconds, type Contestant } from "./slices.js";

const [cost, address = ""] = process.argv.slice(2);
const isHeap = cost === "heap";

/** For heap, few enough for the young generation to hold what they allocate. */
const callsPerSlice = isHeap ? 200 : 300;
const rounds = isHeap ? { warmUp: 8, measured: 4 } : { warmUp: 16, measured: 24 };

const clients = [openBare, openStratus, openNice, openConnect].map((open) => open(address));
const rows: Row[] = [];
for (const inFlight of [1, 16, 64]) {
  const topic = `unary call, ${inFlight} in flight`;
  const contestants = clients.map((client) => contestantOf(client, inFlight));
  rows.push(...(await compareInBlocks(topic, isHeap ? "B heap" : "µs CPU", contestants, rounds)));
}
await Promise.all(clients.map((client) => client.close()));
process.send?.(rows, undefined, undefined, () => process.disconnect());

/**
 * CPU slices have no forced collection between them: it takes the code that is
 * warm with it, and calls then cost twice what they cost in a program that runs.
 */
function contestantOf(client: BenchClient, inFlight: number): Contestant {
  const work = (): Promise<void> => makeCalls(client, inFlight);
  const slice = async (): Promise<number> =>
    (await (isHeap ? heapBytes(work) : cpuMicroseconds(work))) / callsPerSlice;
  const hasTarget = client.name === "stratus" && !isHeap;
  return { name: client.name, slice, ...(hasTarget && { target: 1.1 }) };
}

async function makeCalls(client: BenchClient, inFlight: number): Promise<void> {
  let left = callsPerSlice;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await client.call();
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
