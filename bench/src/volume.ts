import type { Row } from "./report.js";
import { startVolumeServer } from "./running-server.js";
import { startSlices, type SliceProcess } from "./slice-process.js";
import { compareInBlocks } from "./slices.js";

/** A client of the bench in its process. */
interface Client {
  readonly name: string;
  readonly process: SliceProcess<object>;
}

/** Compares streams with bare grpc-js. */
export async function volumeRows(): Promise<Row[]> {
  await using server = await startVolumeServer();
  const start = (name: string, file: string): Client => ({
    name,
    process: startSlices("volume-program.js", [`./clients/${file}.js`, server.address]),
  });
  const clients = [start("grpc-js", "volume-bare"), start("stratus", "volume-stratus")];
  try {
    return await streamRows(clients);
  } finally {
    await Promise.all(clients.map(({ process }) => process[Symbol.asyncDispose]()));
  }
}

function streamRows(clients: readonly Client[]): Promise<Row[]> {
  const contestants = clients.map(({ name, process }) => ({ name, slice: () => process.run({}) }));
  const topic = "stream of 10,000 messages of 1 kB, per message";
  return compareInBlocks(topic, "µs CPU", contestants, { warmUp: 2, measured: 8 });
}
