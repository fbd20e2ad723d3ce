import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Row } from "./report.js";
import { startServer } from "./running-server.js";
import type { CostsByFile } from "./steps-program.js";

/** The steps of a call, by the files that they are in; the first that fits counts. */
const steps: readonly (readonly [step: string, files: RegExp])[] = [
  ["Node's own modules", /^node:/],
  ["V8's collector", /^\(garbage collector\)$/],
  ["the request, copied and checked", /^runtime\/src\/(messages\/(table|check)|base\/text)\//],
  ["messages, written and read", /^(runtime\/src\/messages\/wire|generated)\//],
  ["hooks", /^runtime\/src\/calls\/chain\/(observ|session-reporter|stream-response)/],
  [
    "metadata and headers",
    /^runtime\/src\/(calls\/rpc\/|network\/transport\/(timeout-header|exchange\/(request-headers|received-metadata)))/,
  ],
  ["the chain and its promises", /^runtime\/src\/(calls|session|base\/time)\//],
  ["the transport's streams and frames", /^runtime\/src\/network\//],
  ["native code and the bench", /^/],
];

/** Measures the steps of a call with V8's profilers: microseconds and bytes of a unary call with all features enabled. */
export async function stepRows(): Promise<Row[]> {
  await using server = await startServer();
  const rows: Row[] = [];
  for (const cost of ["cpu", "heap"] as const) {
    for (const inFlight of [1, 16, 64]) {
      const byFile = await costsByFile([cost, server.address], { inFlight });
      rows.push(
        ...createRows(`a call's steps, ${inFlight} in flight`, cost === "heap" ? "B heap" : "µs CPU", byFile),
      );
    }
  }
  return rows;
}

async function costsByFile(
  args: readonly string[],
  order: { readonly inFlight: number },
): Promise<CostsByFile> {
  const child = fork(fileURLToPath(new URL("steps-program.js", import.meta.url)), args);
  child.send(order);
  const [costs] = (await once(child, "message")) as [CostsByFile];
  child.disconnect();
  await once(child, "exit");
  return costs;
}

function createRows(topic: string, unit: string, byFile: CostsByFile): Row[] {
  const sums = new Map(steps.map(([step]) => [step, 0]));
  for (const [file, cost] of Object.entries(byFile)) {
    const [step = ""] = steps.find(([, files]) => files.test(file)) ?? [];
    sums.set(step, (sums.get(step) ?? 0) + cost);
  }
  const whole = [...sums.values()].reduce((total, cost) => total + cost, 0);
  return [...sums].map(([contestant, cost]) => ({
    topic,
    contestant,
    cost,
    unit,
    ratio: cost / whole,
    target: undefined,
  }));
}
