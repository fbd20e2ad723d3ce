/**
 * One client of the call bench, in a separate process: neither the server's work
 * nor another client's counts, and heap is measured under flags that CPU time is not.
 * Arguments: the client's file, the address of the server.
 */
import type { OpenClient } from "./clients/bench-client.js";
import { heapBytes } from "./heap.js";
import { makeCalls } from "./make-calls.js";
import { answerOrders } from "./slice-process.js";
import { cpuMicroseconds } from "./slices.js";

/** The work of a slice. */
export interface CallOrder {
  readonly cost: "cpu" | "heap" | "p50" | "p99";
  /** Calls at a time. */
  readonly inFlight: number;
  readonly calls: number;
}

const [clientFile = "", address = ""] = process.argv.slice(2);
const { openClient } = (await import(clientFile)) as { openClient: OpenClient };
const client = openClient(address);

/**
 * CPU slices have no forced collection between them: it takes the code that is
 * warm with it, and calls then cost twice what they cost in a program that runs.
 */
async function slice({ cost, inFlight, calls }: CallOrder): Promise<number> {
  const work = (): Promise<void> => makeCalls(client, calls, inFlight);
  if (cost === "cpu") return (await cpuMicroseconds(work)) / calls;
  if (cost === "heap") return (await heapBytes(work)) / calls;
  const timesMs: number[] = [];
  await makeCalls(client, calls, inFlight, timesMs);
  timesMs.sort((a, b) => a - b);
  return timesMs[Math.floor(calls * (cost === "p50" ? 0.5 : 0.99))] ?? Number.NaN;
}

answerOrders(slice, () => client.close());
