import type { BenchClient } from "./clients/bench-client.js";

/** Makes so many calls, some of them at a time, and adds how long each took to a list, in milliseconds. */
export async function makeCalls(
  client: BenchClient,
  count: number,
  inFlight: number,
  timesMs?: number[],
): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const startMs = performance.now();
      await client.call();
      timesMs?.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
