import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { OpenClient } from "./clients/bench-client.js";
import { openClient as openBare } from "./clients/bare.js";
import { openClient as openStratus } from "./clients/stratus.js";
import type { Row } from "./report.js";
import { startServer } from "./running-server.js";
import { compareInBlocks, cpuMicroseconds, type Contestant } from "./slices.js";

const execute = promisify(execFile);

/** Measures the first call of a new process, including loading the library, and of a new session. */
export async function coldRows(): Promise<Row[]> {
  await using server = await startServer();
  const ofProcess = (name: string, file: string, cost: keyof ColdCall): Contestant => ({
    name,
    slice: async () => (await coldCall(`./clients/${file}.js`, server.address))[cost],
  });
  const ofSession = (name: string, open: OpenClient): Contestant => ({
    name,
    slice: () => coldSessions(open, server.address),
  });
  const process = (cost: keyof ColdCall): Contestant[] => [
    ofProcess("grpc-js", "bare", cost),
    ofProcess("stratus", "stratus", cost),
  ];
  const topic = "first call of a fresh process";
  return [
    ...(await compareInBlocks(topic, "ms CPU", process("cpuMs"), { warmUp: 1, measured: 9, seconds: 4 })),
    ...(await compareInBlocks(topic, "ms", process("wallMs"), { warmUp: 0, measured: 9 })),
    ...(await compareInBlocks(
      "first call of a fresh session",
      "µs CPU",
      [ofSession("grpc-js", openBare), ofSession("stratus", openStratus)],
      { warmUp: 4, measured: 20 },
    )),
  ];
}

interface ColdCall {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function coldCall(clientFile: string, address: string): Promise<ColdCall> {
  const program = fileURLToPath(new URL("cold-call.js", import.meta.url));
  const { stdout } = await execute(process.execPath, [program, clientFile, address]);
  return JSON.parse(stdout) as ColdCall;
}

const sessionsPerSlice = 20;

/** One after another: a session is made, connects, has its reply and is closed. */
async function coldSessions(open: OpenClient, address: string): Promise<number> {
  const total = await cpuMicroseconds(async () => {
    for (let turn = 0; turn < sessionsPerSlice; turn++) {
      const client = open(address);
      await client.call();
      await client.close();
    }
  });
  return total / sessionsPerSlice;
}
