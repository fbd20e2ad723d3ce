import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { CallOrder } from "./call-program.js";
import type { Row } from "./report.js";
import { startServer } from "./running-server.js";
import { startSlices } from "./slice-process.js";
import { compareInBlocks, type Contestant } from "./slices.js";

const execute = promisify(execFile);

/** The promise for the CPU time of a call whose request is held against rules, as a part of that of one that is not. */
const target = 1.05;

/** What checks before the call cost: each call, and the first one. */
export async function checkRows(): Promise<Row[]> {
  await using server = await startServer();
  const clients = { unchecked: "stratus", checked: "stratus-checked" };
  const started = Object.entries(clients).map(([name, file]) => {
    const args = ["cpu", `./clients/${file}.js`, server.address];
    return { name, process: startSlices<CallOrder>("call-program.js", args, []) };
  });
  const rows: Row[] = [];
  try {
    for (const inFlight of [1, 16, 64]) {
      const contestants = started.map(({ name, process }): Contestant => {
        const slice = (): Promise<number> => process.run({ inFlight });
        return name === "checked" ? { name, slice, target } : { name, slice };
      });
      const topic = `call with a dozen rules, ${inFlight} in flight`;
      rows.push(...(await compareInBlocks(topic, "µs CPU", contestants, { warmUp: 8, measured: 16 })));
    }
  } finally {
    await Promise.all(started.map(({ process }) => process[Symbol.asyncDispose]()));
  }
  const first = (cost: keyof FirstCheck): Contestant => ({
    name: cost === "laterMs" ? "second checked call" : "first checked call",
    slice: async () => (await firstCheck(server.address))[cost],
  });
  const contestants = [first("laterMs"), first("firstMs")];
  const topic = "call of a session that has made others";
  return [...rows, ...(await compareInBlocks(topic, "ms CPU", contestants, { warmUp: 1, measured: 9 }))];
}

interface FirstCheck {
  readonly firstMs: number;
  readonly laterMs: number;
}

async function firstCheck(address: string): Promise<FirstCheck> {
  const program = fileURLToPath(new URL("first-check.js", import.meta.url));
  const args = [program, "./clients/stratus.js", "./clients/stratus-checked.js", address];
  const { stdout } = await execute(process.execPath, args);
  return JSON.parse(stdout) as FirstCheck;
}
