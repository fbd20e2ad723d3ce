import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { StatusError } from "../error/status-error.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { makeReply } from "../../fixture/test-transport.fixture.js";
import { Metadata } from "../rpc/metadata.js";
import type { Transport } from "../../network/transport/transport.js";

const latencyMs = 10;

/** A service on a clock that fails every request in a part of the time. */
class Service implements Transport {
  requests = 0;
  readonly #clock: TestClock;
  readonly #isDown: (ms: number) => boolean;
  readonly #startMs: number;

  constructor(clock: TestClock, isDown: (ms: number) => boolean) {
    this.#clock = clock;
    this.#isDown = isDown;
    this.#startMs = clock.nowMs();
  }

  readonly call: Transport["call"] = () => {
    this.requests += 1;
    const isDown = this.#isDown(this.#clock.nowMs() - this.#startMs);
    return new Promise((resolve, reject) => {
      this.#clock.after(latencyMs, () => {
        if (!isDown) resolve(makeReply(undefined));
        else reject(new StatusError(14, "the service is down", Metadata.empty, Metadata.empty));
      });
    });
  };

  close(): void {}
}

/** Callers that call again and again, each as soon as it has its answer. */
async function simulate(callers: number, lengthMs: number, isDown: (ms: number) => boolean) {
  const clock = new TestClock();
  const service = new Service(clock, isDown);
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const things = connectThings(
    openSession({ clock, random, credentials: staticToken("token-1"), transport: service }),
  );
  const endMs = clock.nowMs() + lengthMs;
  const counts = { calls: 0, lost: 0 };
  const caller = async (): Promise<void> => {
    while (clock.nowMs() < endMs) {
      counts.calls += 1;
      await things.unary(methods.get, {}).catch(() => (counts.lost += 1));
    }
  };
  const all = Promise.all(Array.from({ length: callers }, caller));
  await clock.advance(lengthMs + 60_000);
  await all;
  return { ...counts, requests: service.requests };
}

describe("fifty callers", () => {
  it("lose no call to an outage of a second", async () => {
    const { calls, lost } = await simulate(50, 1_500, (ms) => ms >= 200 && ms < 1_200);
    expect(calls).toBeGreaterThan(1_000);
    expect(lost).toBe(0);
  });

  it("send a service that is down at most 1.1 requests for each call", async () => {
    const { calls, lost, requests } = await simulate(50, 14_000, () => true);
    expect(lost).toBe(calls);
    expect(requests / calls).toBeLessThan(1.1);
  });
});
