import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { relayTo } from "./delaying-relay.js";
import type { CallOrder } from "./call-program.js";
import { makeIdentity } from "./identity.js";
import type { Row } from "./report.js";
import { startServer, startVolumeServer } from "./running-server.js";
import { startSlices, type SliceProcess } from "./slice-process.js";
import { compareInBlocks, type Contestant } from "./slices.js";
import type { VolumeOrder } from "./volume-program.js";

const execute = promisify(execFile);

/** Both kinds of HTTP/2 that a session can have, by the ends of their clients' files. */
const kinds = { stratus: "stratus", "stratus, HTTP/2 of its own": "stratus-own" } as const;

const roundTripMs = 50;

/**
 * The project's HTTP/2 beside `node:http2`: CPU time and time of a call with few and with many in flight, in plain text
 * and over TLS, memory of connections, and streams of 100 MB near and far.
 */
export async function http2Rows(): Promise<Row[]> {
  const identity = await makeIdentity();
  await using server = await startServer();
  await using secured = await startServer(identity);
  await using volume = await startVolumeServer();
  await using far = await relayTo(volume.address, roundTripMs);
  const rows: Row[] = [];
  for (const cost of ["cpu", "time"] as const) {
    rows.push(...(await callRows(cost, "", [server.address])));
    rows.push(...(await callRows(cost, " over TLS", [secured.address, identity.certificate])));
  }
  for (const count of [1, 100, 1_000]) rows.push(...(await memoryRows(server.address, count)));
  rows.push(...(await streamRows("stream of 100 MB", volume.address)));
  rows.push(...(await streamRows(`stream of 100 MB over ${roundTripMs} ms of round trip`, far.address)));
  return rows;
}

async function callRows(cost: "cpu" | "time", how: string, to: readonly string[]): Promise<Row[]> {
  const started = Object.entries(kinds).map(([name, file]) => ({
    name,
    process: startSlices<CallOrder>("call-program.js", [cost, `./clients/${file}.js`, ...to]),
  }));
  try {
    const rows: Row[] = [];
    for (const inFlight of [1, 16, 64, 1_000]) {
      const topic = `unary call${how}, ${inFlight} in flight`;
      const contestants = started.map(({ name, process }): Contestant => {
        const perCall = (): Promise<number> => process.run({ inFlight });
        // So many calls are under way at a time, so each takes so many times what all take for one.
        const slice = async (): Promise<number> => (await perCall()) * (cost === "time" ? inFlight : 1);
        return { name, slice };
      });
      const unit = cost === "cpu" ? "µs CPU" : "µs";
      rows.push(...(await compareInBlocks(topic, unit, contestants, { warmUp: 6, measured: 12 })));
    }
    return rows;
  } finally {
    await Promise.all(started.map(({ process }) => process[Symbol.asyncDispose]()));
  }
}

async function memoryRows(address: string, count: number): Promise<Row[]> {
  const program = fileURLToPath(new URL("connections-program.js", import.meta.url));
  const contestants = Object.entries(kinds).map(([name, file]): Contestant => {
    const args = ["--expose-gc", program, `./clients/${file}.js`, address, String(count)];
    const slice = async (): Promise<number> => Number((await execute(process.execPath, args)).stdout);
    return { name, slice };
  });
  return compareInBlocks(`one of ${count} connections`, "kB", contestants, { warmUp: 0, measured: 3 });
}

async function streamRows(topic: string, address: string): Promise<Row[]> {
  const started = Object.entries(kinds).map(([name, file]) => ({
    name,
    process: startSlices<VolumeOrder>("volume-program.js", [`./clients/volume-${file}.js`, address]),
  }));
  try {
    const contestants = started.map(({ name, process }) => ({
      name,
      slice: () => hundredMegabytes(process),
    }));
    return await compareInBlocks(topic, "ms", contestants, { warmUp: 1, measured: 3 });
  } finally {
    await Promise.all(started.map(({ process }) => process[Symbol.asyncDispose]()));
  }
}

/** Ten streams of 10,000 messages of 1 kB, one after the other. */
async function hundredMegabytes(process: SliceProcess<VolumeOrder>): Promise<number> {
  const startMs = performance.now();
  for (let turn = 0; turn < 10; turn++) await process.run({ work: "stream" });
  return performance.now() - startMs;
}
