import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { heapFlags } from "./heap.js";
import type { Row } from "./report.js";
import { startServer } from "./running-server.js";

/**
 * What a unary call costs its client: CPU time, and bytes allocated on the heap,
 * beside bare grpc-js with the same codec and the same headers.
 */
export async function callRows(): Promise<Row[]> {
  await using server = await startServer();
  return [
    ...(await costRows("cpu", server.address, [])),
    ...(await costRows("heap", server.address, heapFlags)),
  ];
}

async function costRows(cost: "cpu" | "heap", address: string, flags: readonly string[]): Promise<Row[]> {
  const program = fileURLToPath(new URL("call-costs.js", import.meta.url));
  const child = fork(program, [cost, address], { execArgv: [...flags] });
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`the client of the call bench ended with ${code}`);
  });
  const [rows] = await Promise.race([once(child, "message"), failed]);
  failed.catch(() => undefined);
  return rows as Row[];
}
