import type { Row } from "./report.js";
import { startVolumeServer } from "./running-server.js";
import { startSlices, type SliceProcess } from "./slice-process.js";
import { compareInBlocks } from "./slices.js";
import type { VolumeOrder } from "./volume-program.js";

/** A client of the bench in its process. */
interface Client {
  readonly name: string;
  readonly process: SliceProcess<VolumeOrder>;
  readonly isOurs: boolean;
}

/** Compares streams and many concurrent large requests with bare grpc-js. */
export async function volumeRows(): Promise<Row[]> {
  await using server = await startVolumeServer();
  const start = (name: string, file: string): Client => ({
    name,
    process: startSlices("volume-program.js", [`./clients/${file}.js`, server.address]),
    isOurs: name === "stratus",
  });
  const clients = [start("grpc-js", "volume-bare"), start("stratus", "volume-stratus")];
  try {
    return [...(await streamRows(clients)), ...(await failureRows(clients))];
  } finally {
    await Promise.all(clients.map(({ process }) => process[Symbol.asyncDispose]()));
  }
}

function streamRows(clients: readonly Client[]): Promise<Row[]> {
  const contestants = clients.map(({ name, process, isOurs }) => ({
    name,
    slice: () => process.run({ work: "stream" }),
    ...(isOurs && { target: 0.8 }),
  }));
  const topic = "stream of 10,000 messages of 1 kB, per message";
  return compareInBlocks(topic, "µs CPU", contestants, { warmUp: 2, measured: 8 });
}

/** None may fail, whatever fails elsewhere: so the figure itself is judged, and no ratio. */
async function failureRows(clients: readonly Client[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, process, isOurs } of clients) {
    const cost = await process.run({ work: "upload" });
    const topic = "300 requests of 100 kB at once";
    const target = isOurs ? 0 : undefined;
    rows.push({ topic, contestant: name, cost, unit: "failures", ratio: cost, target });
  }
  return rows;
}
