/**
 * One client of the call bench, in a separate process: neither the server's work
 * nor another client's counts, and heap is measured under flags that CPU time is not.
 * Arguments: what is measured, the client's file, the address of the server.
 */
import type { OpenClient } from "./clients/bench-client.js";
import { heapBytes } from "./heap.js";
import { makeCalls } from "./make-calls.js";
import { answerOrders } from "./slice-process.js";
import { cpuMicroseconds } from "./slices.js";

/** The work of a slice. */
export interface CallOrder {
  /** Calls at a time. */
  readonly inFlight: number;
}

const [cost, clientFile = "", address = ""] = process.argv.slice(2);
const isHeap = cost === "heap";

/** For heap, few enough for the young generation to hold what they allocate. */
const callsPerSlice = isHeap ? 200 : 1000;

const { openClient } = (await import(clientFile)) as { openClient: OpenClient };
const client = openClient(address);
const measure = isHeap ? heapBytes : cpuMicroseconds;

/**
 * CPU slices have no forced collection between them: it takes the code that is
 * warm with it, and calls then cost twice what they cost in a program that runs.
 */
async function slice({ inFlight }: CallOrder): Promise<number> {
  const work = (): Promise<void> => makeCalls(client, callsPerSlice, inFlight);
  return (await measure(work)) / callsPerSlice;
}

answerOrders(slice, () => client.close());
