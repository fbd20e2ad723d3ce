import { relayTo } from "./delaying-relay.js";
import type { Row } from "./report.js";
import { startVolumeServer } from "./running-server.js";
import { startSlices, type SliceProcess } from "./slice-process.js";
import { compareInBlocks, type Contestant } from "./slices.js";
import type { VolumeOrder } from "./volume-program.js";

/** How far away the server is from which the large answer comes. */
const roundTripMs = 50;

/** A measurement and its limit. */
interface Measure {
  readonly topic: string;
  readonly unit: string;
  readonly work: VolumeOrder["work"];
  readonly target: number;
  readonly rounds: { readonly warmUp: number; readonly measured: number };
}

const stream: Measure = {
  topic: "stream of 10,000 messages of 1 kB, per message",
  unit: "µs CPU",
  work: "stream",
  target: 0.8,
  rounds: { warmUp: 2, measured: 8 },
};

const download: Measure = {
  topic: `answer of 5 MiB over ${roundTripMs} ms of round trip`,
  unit: "ms",
  work: "download",
  target: 0.05,
  rounds: { warmUp: 1, measured: 3 },
};

/** Compares streams, large responses over a slow network and many concurrent large requests with bare grpc-js. */
export async function volumeRows(): Promise<Row[]> {
  await using server = await startVolumeServer();
  await using far = await relayTo(server.address, roundTripMs);
  return [
    ...(await withClients(server.address, (clients) => ratioRows(stream, clients))),
    ...(await withClients(far.address, (clients) => ratioRows(download, clients))),
    ...(await withClients(server.address, failureRows)),
  ];
}

/** A client of the bench in its process. */
interface Client {
  readonly name: string;
  readonly process: SliceProcess<VolumeOrder>;
}

async function withClients(
  address: string,
  measure: (clients: readonly Client[]) => Promise<Row[]>,
): Promise<Row[]> {
  const start = (name: string, file: string): Client => ({
    name,
    process: startSlices("volume-program.js", [`./clients/${file}.js`, address]),
  });
  const clients = [start("grpc-js", "volume-bare"), start("stratus", "volume-stratus")];
  try {
    return await measure(clients);
  } finally {
    await Promise.all(clients.map(({ process }) => process[Symbol.asyncDispose]()));
  }
}

function ratioRows(
  { topic, unit, work, target, rounds }: Measure,
  clients: readonly Client[],
): Promise<Row[]> {
  const contestants = clients.map(({ name, process }): Contestant => {
    const slice = (): Promise<number> => process.run({ work });
    return name === "stratus" ? { name, slice, target } : { name, slice };
  });
  return compareInBlocks(topic, unit, contestants, rounds);
}

/** None may fail, whatever fails elsewhere: so the figure itself is judged, and no ratio. */
async function failureRows(clients: readonly Client[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, process } of clients) {
    const cost = await process.run({ work: "upload" });
    const target = name === "stratus" ? 0 : undefined;
    rows.push({
      topic: "300 requests of 100 kB at once",
      contestant: name,
      cost,
      unit: "failures",
      ratio: cost,
      target,
    });
  }
  return rows;
}
