import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { answer, FaultServer, grpcHeaders } from "../../runtime/src/fixture/fault-server.fixture.js";

/** Calls in each part of the run, after which the memory is measured. */
const partCalls = 50_000;
/** `STRATUS_SOAK_MINUTES=30` for a longer run. Without it the run has four parts. */
const minutes = Number(process.env["STRATUS_SOAK_MINUTES"] ?? 0);
const inFlight = 64;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of the heap that something still holds. */
async function heapInUse(): Promise<number> {
  // What has just ended is let go in the next turns of the event loop.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}

/** The slope of the line that fits values at 0, 1, 2 ... best, by least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const weights = values.map((_, at) => at - middle);
  const top = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
  return top / weights.reduce((sum, weight) => sum + weight * weight, 0);
}

const sockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;

describe("many calls of one session", () => {
  it(
    "hold no more of the heap in the end than after the first of them, and leave no socket",
    async () => {
      const reply = answer(new Uint8Array());
      let count = 0;
      await using server = await new FaultServer([
        (stream, session) => {
          count += 1;
          if (count % 20_000 === 0) return void session?.destroy();
          if (count % 1_000 === 0) return void stream.close(2);
          if (count % 700 === 0) {
            return void stream.respond({ ...grpcHeaders, "grpc-status": "14" }, { endStream: true });
          }
          reply(stream);
        },
      ]).listen();
      const before = sockets();
      const [heaps, resident]: [number[], number[]] = [[], []];
      const endMs = performance.now() + minutes * 60_000;
      {
        await using cloud = new Cloud({
          apiDomain: "api.example.com",
          credentials: staticToken("token-1"),
          endpoint: server.address,
          insecure: true,
          retry: { baseDelayMs: 1, maxDelayMs: 10 },
        });
        const instances = new InstanceServiceClient(cloud);
        while (heaps.length < 4 || performance.now() < endMs) {
          let left = partCalls;
          const worker = async (): Promise<void> => {
            while (left-- > 0) await instances.create({ spec: { cpu: 1 } });
          };
          await Promise.all(Array.from({ length: inFlight }, worker));
          server.seen.length = 0;
          heaps.push(await heapInUse());
          resident.push(process.memoryUsage().rss);
        }
      }
      expect(count).toBeGreaterThan(partCalls * heaps.length);
      const [first = 0, ...later] = heaps;
      const perCall = (values: readonly number[]): string => (slope(values.slice(1)) / partCalls).toFixed(3);
      console.log(
        `${count} attempts: the heap grows by ${perCall(heaps)} bytes a call, the process by ${perCall(resident)}`,
      );
      // A call that left a hundred bytes would be 15 MB.
      expect(Math.max(...later) - first).toBeLessThan(2_000_000);
      await expect.poll(sockets, { timeout: 5_000 }).toBe(before);
    },
    900_000 + minutes * 60_000,
  );
});
