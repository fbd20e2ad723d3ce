import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { CheckOrder } from "./check-program.js";
import type { Row } from "./report.js";
import { startServer } from "./running-server.js";
import { startSlices } from "./slice-process.js";
import { compareInBlocks, type Contestant, createRow } from "./slices.js";

const execute = promisify(execFile);

/** Pairs of processes, since a first call differs by more than its check from one process to the next. */
const pairs = 8;

/** Rules that are asked of the same request, by module. */
const rules = {
  "a dozen rules": "./rules/dozen.js",
  "formats and lists without repetition": "./rules/formats.js",
};

/** Measures the cost of checks before a call: of each call, and of the first one of a process. */
export async function checkRows(): Promise<Row[]> {
  await using server = await startServer();
  const rows: Row[] = [];
  for (const [what, file] of Object.entries(rules)) {
    rows.push(
      ...(await laterRows(what, file, server.address)),
      ...(await firstRows(what, file, server.address)),
    );
  }
  return rows;
}

async function laterRows(what: string, file: string, address: string): Promise<Row[]> {
  await using calls = startSlices<CheckOrder>("check-program.js", [file, address]);
  const rows: Row[] = [];
  for (const inFlight of [1, 64]) {
    const contestants: Contestant[] = [
      { name: "unchecked", slice: () => calls.run({ inFlight, isChecked: false }) },
      { name: "checked", slice: () => calls.run({ inFlight, isChecked: true }) },
    ];
    const topic = `call with ${what}, ${inFlight} in flight`;
    rows.push(...(await compareInBlocks(topic, "µs CPU", contestants, { warmUp: 4, measured: 40 })));
  }
  return rows;
}

/** The difference, which a ratio to the whole call would hide. */
async function firstRows(what: string, file: string, address: string): Promise<Row[]> {
  const differences: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const isFirst = pair % 2 === 0;
    const one = await firstCall(address, isFirst ? file : "");
    const other = await firstCall(address, isFirst ? "" : file);
    differences.push(isFirst ? one - other : other - one);
  }
  const topic = `first call with ${what}, beyond one without`;
  const head = { topic, unit: "ms CPU", contestant: "checked", beside: "unchecked" };
  return [createRow(head, differences, differences)];
}

async function firstCall(address: string, rulesFile: string): Promise<number> {
  const program = fileURLToPath(new URL("first-check.js", import.meta.url));
  const { stdout } = await execute(process.execPath, [program, address, rulesFile]);
  return Number(stdout);
}
