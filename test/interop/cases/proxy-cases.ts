import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { Proxy } from "../foreign/proxies.js";
import type { InteropError } from "../../../generated/interop/index.js";
import { lineTo, type Line, type Target } from "./target.js";

/** A case behind a proxy, with the retries that sessions have by default. */
export interface ProxyCase {
  readonly name: string;
  /** Why the case has no meaning for a proxy; undefined if it has. */
  skip?(proxy: Proxy): string | undefined;
  run(proxy: Proxy): Promise<void>;
}

function lineThrough(address: string): Line {
  const target: Target = { address, isSecure: false, seesCompression: false, compresses: "nothing" };
  return lineTo(target, { retry: {} });
}

const request = { responseSize: 10, payload: { body: new Uint8Array(10) } };

async function failureOf(call: Promise<unknown>): Promise<InteropError> {
  try {
    await call;
  } catch (error) {
    return error as InteropError;
  }
  throw new Error("the call did not fail");
}

/** Streams whose answers come one by one, while something else happens; how many of them were lost. */
async function lostBeside({ tests }: Line, work: () => Promise<void>): Promise<number> {
  const responseParameters = Array.from({ length: 15 }, () => ({ size: 1, intervalUs: 100_000 }));
  let lost = 0;
  const streams = Array.from({ length: 20 }, async () => {
    try {
      for await (const _ of tests.streamingOutputCall({ responseParameters }));
    } catch {
      lost += 1;
    }
  });
  await pause(300);
  await work();
  await Promise.all(streams);
  return lost;
}

/** The cases by what a proxy does that a server does not. */
export const proxyCases: readonly ProxyCase[] = [
  {
    name: "large_metadata",
    async run({ address, takesLarge }) {
      await using line = lineThrough(address);
      const lost = await lostBeside(line, async () => {
        for (const length of [15_000, 40_000]) {
          const startMs = performance.now();
          const call = line.tests.unaryCall(request, { metadata: { "x-large": "v".repeat(length) } });
          if (takesLarge) await call;
          else {
            const error = await failureOf(call);
            assert.equal(error.attempts, 1);
            assert.match(error.text, new RegExp(`the largest is "x-large" with ${length}`));
          }
          assert.ok(performance.now() - startMs < 1_000, "more than a second");
          await line.tests.unaryCall(request);
        }
      });
      assert.equal(lost, 0);
    },
  },
  {
    name: "burst_of_1000",
    async run({ address, fewAddress = address }) {
      await using line = lineThrough(fewAddress);
      const calls = Array.from({ length: 1_000 }, () => line.tests.unaryCall(request));
      await Promise.all(calls);
    },
  },
  {
    name: "reload_under_load",
    skip: ({ title }) => (title === "Caddy 2.6.2" ? "the proxy itself ends by a panic" : undefined),
    async run(proxy) {
      await using line = lineThrough(proxy.address);
      const proof = { isOver: false };
      const caller = async (): Promise<void> => {
        // By count too: on a busy machine few calls are made between two reloads.
        for (let calls = 0; !proof.isOver || calls < 10; calls++) await line.tests.unaryCall(request);
      };
      const callers = Promise.all(Array.from({ length: 20 }, caller));
      for (let reloads = 0; reloads < 3; reloads++) {
        await Promise.race([callers, pause(700)]);
        proxy.reload();
      }
      await Promise.race([callers, pause(900)]);
      proof.isOver = true;
      await callers;
    },
  },
];
