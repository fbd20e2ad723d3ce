import type { CallOrder } from "./call-program.js";
import { heapFlags } from "./heap.js";
import type { Row } from "./report.js";
import { startServer } from "./running-server.js";
import { startSlices } from "./slice-process.js";
import { compareInBlocks, type Contestant } from "./slices.js";

/** The limits for the CPU time of a call, as a fraction of bare grpc-js, by the number of concurrent calls. */
const cpuTargets: Readonly<Record<number, number>> = { 1: 0.8, 16: 0.65, 64: 0.6 };

/** The same for the heap, however many are in flight. */
const heapTarget = 0.7;

/** Clients, by their files; grpc-js, by which all are measured, comes first. */
const clients: Readonly<Record<string, string>> = {
  "grpc-js": "bare",
  stratus: "stratus",
  "node:http2 alone": "http2",
  "nice-grpc, no deadline": "nice-grpc",
  "connect-node, codec protobuf-es": "connect-node",
};

/**
 * Measures the CPU time and the heap allocations of a unary call on the client,
 * compared with bare grpc-js with the same codec and the same headers.
 */
export async function callRows(): Promise<Row[]> {
  await using server = await startServer();
  return [...(await costRows("cpu", server.address)), ...(await costRows("heap", server.address))];
}

async function costRows(cost: "cpu" | "heap", address: string): Promise<Row[]> {
  const isHeap = cost === "heap";
  const started = Object.entries(clients).map(([name, file]) => {
    const args = [cost, `./clients/${file}.js`, address];
    return { name, process: startSlices<CallOrder>("call-program.js", args, isHeap ? heapFlags : []) };
  });
  try {
    const rows: Row[] = [];
    for (const inFlight of [1, 16, 64]) {
      const contestants = started.map(({ name, process }): Contestant => {
        const slice = (): Promise<number> => process.run({ inFlight });
        const target = isHeap ? heapTarget : cpuTargets[inFlight];
        return name === "stratus"
          ? { name, slice, ...(target !== undefined && { target }) }
          : { name, slice };
      });
      const topic = `unary call, ${inFlight} in flight`;
      rows.push(...(await compareInBlocks(topic, isHeap ? "B heap" : "µs CPU", contestants, rounds(isHeap))));
    }
    return rows;
  } finally {
    await Promise.all(started.map(({ process }) => process[Symbol.asyncDispose]()));
  }
}

const rounds = (isHeap: boolean): { warmUp: number; measured: number } =>
  isHeap ? { warmUp: 8, measured: 4 } : { warmUp: 8, measured: 16 };
