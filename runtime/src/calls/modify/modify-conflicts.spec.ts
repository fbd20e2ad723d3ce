import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { CallError } from "../error/call-error.js";
import { dice } from "../../fixture/dice.fixture.js";
import { connectThings, openSession, type Thing } from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { CounterServer, listedMethods, unlistedMethods } from "./counter-server.fixture.js";

/** A run of several writers who each add one to the same counter, once. */
interface Run {
  readonly writers: number;
  readonly faultRate: number;
  readonly forgets: number;
  readonly isListed: boolean;
  readonly seed: number;
}

interface Outcome {
  readonly server: CounterServer;
  readonly done: readonly string[];
  readonly unknown: readonly string[];
  /** Those who were told that it did not work, with the reason. */
  readonly failed: readonly { readonly writer: string; readonly error: unknown }[];
}

async function count({ writers, faultRate, forgets, isListed, seed }: Run): Promise<Outcome> {
  const clock = new TestClock();
  const server = new CounterServer({ clock, roll: dice(seed), faultRate, forgets });
  const transport = answering((call) => server.answer(call));
  const session = openSession({ transport, credentials: staticToken("t"), clock, random: dice(seed + 1) });
  const things = connectThings(session);
  const names = Array.from({ length: writers }, (_, index) => `writer-${index}`);
  const increment = ({ spec }: Thing): void => {
    if (spec) spec.size += 1;
  };
  const methods = isListed ? listedMethods : unlistedMethods;
  const write = (name: string): PromiseLike<unknown> =>
    things.modify(methods, { id: "t1" }, increment, { metadata: { "x-writer": name } });
  const results = await clock.run(Promise.allSettled(names.map(write)));
  const outcome = {
    done: [] as string[],
    unknown: [] as string[],
    failed: [] as Outcome["failed"][number][],
  };
  for (const [index, result] of results.entries()) {
    const writer = names[index] ?? "";
    if (result.status === "fulfilled") outcome.done.push(writer);
    else if (result.reason instanceof CallError && result.reason.unknownOutcome) outcome.unknown.push(writer);
    else outcome.failed.push({ writer, error: result.reason });
  }
  return { server, ...outcome };
}

/** What nobody may be told wrongly: who is done was counted once, who failed was not, and who is unknown at most once. */
function expectTruth({ server, done, unknown, failed }: Outcome): void {
  for (const writer of done) expect(server.applied.get(writer), `${writer} is done`).toBe(1);
  for (const { writer } of failed) expect(server.applied.get(writer) ?? 0, `${writer} failed`).toBe(0);
  for (const writer of unknown) expect(server.applied.get(writer) ?? 0).toBeLessThanOrEqual(1);
  expect(Math.max(0, done.length - server.count)).toBe(0);
  expect(Math.max(0, server.count - done.length - unknown.length)).toBe(0);
}

describe("modify among rivals", () => {
  it("lets 20 who count at once all get through at defaults", async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const outcome = await count({ writers: 20, faultRate: 0, forgets: 0, isListed: true, seed });
      expect(outcome.failed.concat(outcome.unknown as never)).toEqual([]);
      expect(outcome.server.count).toBe(20);
      expect(outcome.server.seen.conflicts).toBeGreaterThan(20);
    }
  });

  it.each([2, 5, 20])(
    "tells each of %i counters the truth, whether answers are lost and keys forgotten or not",
    async (writers) => {
      const seen = { faults: 0, replays: 0, forgotten: 0, done: 0, unknown: 0 };
      for (const forgets of [0, 0.5, 1]) {
        for (const isListed of [false, true]) {
          for (let seed = 1; seed <= 4; seed++) {
            const outcome = await count({ writers, faultRate: 0.4, forgets, isListed, seed: seed * 1_000 });
            expectTruth(outcome);
            seen.faults += outcome.server.seen.faults;
            seen.replays += outcome.server.seen.replays;
            seen.forgotten += outcome.server.seen.forgotten;
            seen.done += outcome.done.length;
            seen.unknown += outcome.unknown.length;
          }
        }
      }
      // What is held here has happened.
      for (const times of [seen.faults, seen.replays, seen.forgotten, seen.done, seen.unknown]) {
        expect(times).toBeGreaterThan(0);
      }
    },
  );

  it("knows whose change it was wherever the API lists operations with their keys", async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const run = { writers: 20, faultRate: 0.3, forgets: 1, isListed: true, seed: seed * 77 };
      const outcome = await count(run);
      expectTruth(outcome);
      expect(outcome.unknown).toEqual([]);
      expect(outcome.done).toHaveLength(20);
    }
  });
});
