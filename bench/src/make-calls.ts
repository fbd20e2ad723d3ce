import type { BenchClient } from "./clients/bench-client.js";

/** Makes so many calls, some of them at a time. */
export async function makeCalls(client: BenchClient, count: number, inFlight: number): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await client.call();
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
