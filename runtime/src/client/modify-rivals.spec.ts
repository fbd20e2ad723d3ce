import { describe, expect, it } from "vitest";
import { staticToken } from "../auth/outside-token.js";
import type { OutgoingCall } from "../call/interceptor.js";
import { connectThings, methods, openSession, type Spec, type Thing } from "../fixture/test-api.fixture.js";
import { TestClock } from "../fixture/test-clock.fixture.js";
import { dice } from "../fixture/dice.fixture.js";
import { answering, failure } from "../fixture/test-transport.fixture.js";
import { sleep } from "../time/wait.js";

const writers = 100;

/**
 * A server with one resource. It takes its time, checks the version, knows
 * repeated calls by their key, and fails in 30 of 100 attempts: before it has
 * done anything, or after.
 */
class ScriptedServer {
  readonly seen = { conflicts: 0, faults: 0, replays: 0 };
  #thing: Thing = {
    metadata: { id: "t1", parentId: "p", resourceVersion: 1n },
    spec: { size: 0, note: "", password: "kept" },
  };
  readonly #answers = new Map<string, unknown>();
  readonly #roll = dice(13);
  readonly #clock: TestClock;

  constructor(clock: TestClock) {
    this.#clock = clock;
  }

  get spec(): Spec | undefined {
    return this.#thing.spec;
  }

  async answer(call: OutgoingCall): Promise<unknown> {
    await sleep(this.#clock, Math.ceil(this.#roll() * 20));
    const isFault = this.#roll() < 0.3;
    this.seen.faults += Number(isFault);
    if (isFault && this.#roll() < 0.5) return failure(14, "not now");
    const answer = call.method.name === "Get" ? structuredClone(this.#thing) : this.#update(call);
    await sleep(this.#clock, Math.ceil(this.#roll() * 20));
    return isFault ? failure(14, "the answer was lost") : answer;
  }

  #update({ metadata, message }: OutgoingCall): unknown {
    const key = String(metadata.get("x-idempotency-key"));
    this.seen.replays += Number(this.#answers.has(key));
    if (!this.#answers.has(key)) this.#answers.set(key, this.#write(message as Thing));
    return this.#answers.get(key);
  }

  #write(request: Thing): unknown {
    const version = this.#thing.metadata?.resourceVersion ?? 0n;
    if (request.metadata?.resourceVersion !== version) {
      this.seen.conflicts++;
      return failure(10, "somebody else was faster");
    }
    const sent = Object.entries(request.spec ?? {}).filter(([, value]) => Boolean(value));
    this.#thing = {
      metadata: { id: "t1", parentId: "p", resourceVersion: version + 1n },
      spec: { size: 0, note: "", password: "", ...this.#thing.spec, ...Object.fromEntries(sent) },
    };
    return structuredClone(this.#thing);
  }
}

describe("modify among rivals", () => {
  it(
    "lets all of 100 writers succeed and loses no increment, though 30 of 100 attempts fail",
    { timeout: 60_000 },
    async () => {
      const clock = new TestClock();
      const server = new ScriptedServer(clock);
      const transport = answering((call) => server.answer(call));
      const random = dice(1);
      const session = openSession({ transport, credentials: staticToken("t"), clock, random });
      const increment = ({ spec }: Thing): void => {
        if (spec) spec.size += 1;
      };
      const write = (): PromiseLike<Thing> =>
        connectThings(session).modifyNow({ get: methods.get, update: methods.set }, { id: "t1" }, increment, {
          conflictAttempts: Infinity,
        });
      const results = await clock.run(Promise.all(Array.from({ length: writers }, write)));
      expect(server.spec).toEqual({ size: writers, note: "", password: "kept" });
      // Each of them was the one who made its number.
      expect(new Set(results.map(({ spec }) => spec?.size)).size).toBe(writers);
      expect(server.seen.conflicts).toBeGreaterThan(writers);
      expect(server.seen.faults).toBeGreaterThan(writers);
      expect(server.seen.replays).toBeGreaterThan(10);
    },
  );
});
