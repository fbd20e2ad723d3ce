import type { BenchClient } from "./clients/bench-client.js";
import { openClient } from "./clients/stratus.js";
import type { Row } from "./report.js";
import { startServer } from "./running-server.js";
import { compareInBlocks, cpuMicroseconds } from "./slices.js";

const sessions = 1_000;

/** Opens 1,000 sessions in this process that are all connected at once, each with a call, and a tenth of them. */
export async function sessionRows(): Promise<Row[]> {
  await using server = await startServer();
  const contestants = [
    { name: "a tenth", slice: () => openSessions(server.address, sessions / 10, 10) },
    { name: "stratus", slice: () => openSessions(server.address, sessions, 1) },
  ];
  const topic = `${sessions.toLocaleString("en-US")} sessions in one process`;
  return await compareInBlocks(topic, "µs CPU", contestants, { warmUp: 1, measured: 9, seconds: 4 });
}

/** CPU time for one session, in microseconds. */
async function openSessions(address: string, count: number, times: number): Promise<number> {
  const total = await cpuMicroseconds(async () => {
    for (let turn = 0; turn < times; turn++) {
      const open: BenchClient[] = [];
      for (let index = 0; index < count; index++) {
        const client = openClient(address);
        open.push(client);
        await client.call();
      }
      await Promise.all(open.map((client) => client.close()));
    }
  });
  return total / (count * times);
}
