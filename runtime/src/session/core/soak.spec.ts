import type { ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, it } from "vitest";
import { runs } from "../../../../test/runs.js";
import { staticToken } from "../auth/static-token.js";
import { answer, FaultServer, grpcHeaders } from "../../fixture/fault-server.fixture.js";
import { connectThings, methods, openSession, ThingType } from "../../fixture/test-api.fixture.js";

const calls = runs(1_000);
const inFlight = 32;
const seed = 7;

/** A sequence of numbers from 0 up to 1 that is the same in every run (mulberry32). */
function sequence(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Counts effects by idempotency key, as a server does, and fails one attempt in five. */
class FaultyService {
  readonly effects = new Map<string, number>();
  attempts = 0;
  lostReplies = 0;
  refusals = 0;
  readonly #random = sequence(seed);

  handle(stream: ServerHttp2Stream, session: ServerHttp2Session | undefined, key: string): void {
    this.attempts += 1;
    const luck = this.#random();
    if (luck < 0.08) {
      this.refusals += 1;
      return void stream.respond({ ...grpcHeaders, "grpc-status": "14" }, { endStream: true });
    }
    if (!this.effects.has(key)) this.effects.set(key, 1);
    if (luck >= 0.2) return answer(reply)(stream);
    this.lostReplies += 1;
    // Now and then the whole connection goes, with every call on it.
    if (luck < 0.082) session?.destroy();
    else stream.close(luck < 0.14 ? 2 : 8);
  }
}

/** Bytes of the heap that something still holds. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

const reply = ThingType.encode({ metadata: undefined, spec: undefined });

describe(`${calls} calls that change something, one attempt in five failing (seed ${seed})`, () => {
  const service = new FaultyService();
  const opened = new FaultServer([
    (stream, session, headers) => service.handle(stream, session, String(headers["x-idempotency-key"])),
  ]);
  afterAll(() => opened[Symbol.asyncDispose]());

  it("take effect once each, lose no call, and leave nothing behind", async () => {
    const server = await opened.listen();
    const session = openSession({
      endpoint: server.address,
      insecure: true,
      credentials: staticToken("token-1"),
      random: sequence(seed),
      retry: { baseDelayMs: 20, maxDelayMs: 200 },
    });
    const things = connectThings(session);
    const { signal } = new AbortController();
    let left = calls;
    let done = 0;
    let heapBefore = 0;
    const worker = async (): Promise<void> => {
      while (left-- > 0) {
        await things.unary(methods.set, {}, { signal });
        if (++done === calls / 4) {
          server.seen.length = 0;
          heapBefore = heapInUse();
        }
      }
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
    server.seen.length = 0;
    const grownBytes = heapInUse() - heapBefore;
    await session.close();
    expect(done).toBe(calls);
    expect(service.effects.size).toBe(calls);
    expect(service.lostReplies).toBeGreaterThan(service.refusals);
    expect(service.lostReplies + service.refusals).toBeGreaterThan(calls * 0.18);
    // The server's own list of keys grows by some 1 MB for 4,000 calls; `npm run long -- soak` makes 10,000.
    expect(grownBytes).toBeLessThan(10_000_000);
    await expect.poll(() => server.openConnections).toBe(0);
  });
});
