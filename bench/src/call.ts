import type { CallOrder } from "./call-program.js";
import { heapFlags } from "./heap.js";
import type { Row } from "./report.js";
import { startServer } from "./running-server.js";
import { startSlices, type SliceProcess } from "./slice-process.js";
import { compareInBlocks, type Contestant } from "./slices.js";

/** The calls of a slice. */
interface Load {
  readonly inFlight: number;
  readonly calls: number;
  /** The latency that is measured as well. */
  readonly latency?: "p50" | "p99";
}

/** Calls at a time. Each slice is long enough that what runs between two of them is not measured. */
const loads: readonly Load[] = [
  { inFlight: 1, calls: 500, latency: "p50" },
  { inFlight: 16, calls: 1_000 },
  { inFlight: 64, calls: 1_000, latency: "p99" },
  { inFlight: 1_000, calls: 2_000 },
];

/** Clients, by their files; grpc-js, by which all are measured, comes first. */
const clients = {
  "grpc-js": "bare",
  stratus: "stratus",
  "node:http2 alone": "http2",
  "connect-node, codec protobuf-es": "connect-node",
} as const;

type Name = keyof typeof clients;
type Processes = ReadonlyMap<Name, SliceProcess<CallOrder>>;

/**
 * Measures what a user pays for a unary call: CPU time and latency of the client, and its heap allocations. Server and
 * clients are processes of their own. All clients but connect-node have the same codec, and all send the same headers.
 */
export async function callRows(): Promise<Row[]> {
  await using server = await startServer();
  const heap = await withClients(server.address, heapFlags, heapRows);
  return [...(await withClients(server.address, [], timeRows)), ...heap];
}

async function withClients(
  address: string,
  flags: readonly string[],
  measure: (processes: Processes) => Promise<Row[]>,
): Promise<Row[]> {
  const started = Object.entries(clients).map(
    ([name, file]) =>
      [
        name as Name,
        startSlices<CallOrder>("call-program.js", [`./clients/${file}.js`, address], flags),
      ] as const,
  );
  try {
    return await measure(new Map(started));
  } finally {
    await Promise.all(started.map(([, process]) => process[Symbol.asyncDispose]()));
  }
}

async function timeRows(processes: Processes): Promise<Row[]> {
  // Code that is compiled late costs more than it does: every client first makes as many calls.
  for (const process of processes.values()) await process.run({ cost: "cpu", inFlight: 64, calls: 20_000 });
  const rows: Row[] = [];
  for (const { inFlight, calls, latency } of loads) {
    const order = { inFlight, calls } as const;
    const all = contestants(processes, { ...order, cost: "cpu" });
    const topic = `unary call, ${inFlight.toLocaleString("en-US")} in flight`;
    rows.push(...(await compareInBlocks(topic, "µs CPU", all, { warmUp: 1, measured: 12 })));
    if (latency !== undefined) rows.push(...(await latencyRows(processes, { ...order, cost: latency })));
  }
  return rows;
}

/** Must be ahead of both peers, each of which is the baseline once. */
async function latencyRows(processes: Processes, order: CallOrder): Promise<Row[]> {
  const rows: Row[] = [];
  for (const peer of ["grpc-js", "connect-node, codec protobuf-es"] as const) {
    const pair = contestants(processes, order, [peer, "stratus"]);
    const topic = `${order.cost} of a unary call, ${order.inFlight} in flight, beside ${peer.split(",")[0]}`;
    rows.push(...(await compareInBlocks(topic, "ms", pair, { warmUp: 1, measured: 8, seconds: 1 })));
  }
  return rows;
}

/** Few enough calls for the young generation to hold what they allocate. */
async function heapRows(processes: Processes): Promise<Row[]> {
  const rows: Row[] = [];
  for (const inFlight of [1, 64]) {
    const all = contestants(processes, { cost: "heap", inFlight, calls: 200 });
    const topic = `allocations of a unary call, ${inFlight} in flight`;
    rows.push(...(await compareInBlocks(topic, "B heap", all, { warmUp: 4, measured: 4 })));
  }
  return rows;
}

function contestants(
  processes: Processes,
  order: CallOrder,
  names: readonly Name[] = [...processes.keys()],
): Contestant[] {
  return names.map((name) => ({
    name,
    slice: () => processes.get(name)?.run(order) ?? Promise.reject(new Error(name)),
  }));
}
