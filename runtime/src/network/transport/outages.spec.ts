import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { runs } from "../../../../test/runs.js";
import { many } from "../../fixture/sessions.fixture.js";
import { callAgainAndAgain, callOne, Ends, simulate } from "../../fixture/simulated-client.fixture.js";
import type { Condition } from "../../fixture/simulated-network.fixture.js";
import { methods } from "../../fixture/test-api.fixture.js";

vi.mock("./connection/connect.js", () => import("../../fixture/simulated-network.fixture.js"));

const thing = { metadata: undefined, spec: undefined };

describe("a connection that is lost", () => {
  it("with 300 calls on it loses none that may be repeated", async () => {
    const count = 300;
    const { clock, network, things } = await simulate();
    const ends = new Ends();
    for (let n = 0; n < count; n++) ends.add(callOne(things, n));
    await clock.advance(5);
    network.drop();
    const lostMs = clock.nowMs();
    await clock.advance(1_000);
    await ends.all;
    expect(ends.ok).toBe(count);
    const again = network.requestsMs.slice(count);
    expect(again).toHaveLength(count);
    // Spread over 100 ms: none comes in a crowd.
    expect(Math.max(...again) - lostMs).toBeGreaterThan(90);
    const inTenMs = Array.from(
      { length: 12 },
      (_, part) => again.filter((ms) => Math.floor((ms - lostMs) / 10) === part).length,
    );
    expect(Math.max(...inTenMs.slice(2))).toBeLessThan(count / 4);
    expect(network.connectAttempts).toBe(1);
  });

  it("before its first answer loses no call, and is one event too", async () => {
    const { clock, network, things } = await simulate();
    network.drop();
    const ends = new Ends();
    const before = network.requestsMs.length;
    const count = 300;
    for (let n = 0; n < count; n++) ends.add(callOne(things, n));
    await clock.advance(15);
    network.drop();
    const lostMs = clock.nowMs();
    await clock.advance(1_000);
    await ends.all;
    expect(ends.ok).toBe(count);
    const again = network.requestsMs.slice(before + count);
    expect(again).toHaveLength(count);
    expect(Math.max(...again) - lostMs).toBeGreaterThan(90);
  });

  it("without an answer for the second time in a row is paid for by each call", async () => {
    const { clock, network, things } = await simulate();
    network.drop();
    const ends = new Ends();
    for (let n = 0; n < 1_000; n++) ends.add(things.unary(methods.get, {}));
    await clock.advance(15);
    network.drop();
    network.condition = "is silent";
    await clock.advance(150);
    network.condition = "answers";
    network.drop();
    await clock.advance(60_000);
    await ends.all;
    expect(ends.ok).toBeGreaterThan(490);
    expect(ends.ok).toBeLessThan(510);
    expect(ends.errors[0]).toMatchObject({ code: "UNAVAILABLE", attempts: 2 });
  });

  it("three times by the same call fails that call with the reason, and no other", async () => {
    const { clock, network, things } = await simulate();
    network.killer = "/Set";
    const [killer, others] = [new Ends(), new Ends()];
    killer.add(things.unary(methods.set, thing));
    for (let ms = 0; ms < 1_000; ms += 5) {
      others.add(things.unary(methods.get, {}));
      await clock.advance(5);
    }
    await clock.advance(1_000);
    await others.all;
    expect(others.ok).toBe(200);
    expect(killer.errors[0]).toMatchObject({
      code: "UNAVAILABLE",
      attempts: 3,
      text: expect.stringMatching(/3 connections were lost with this call on them: its request may be what/),
    });
    expect(network.connectAttempts).toBe(3);
  });
});

describe("connections that are lost in whatever order", () => {
  const afterMs = fc.integer({ min: 1, max: 60 });
  const losses = (condition: fc.Arbitrary<Condition>) =>
    fc.array(fc.record({ afterMs, condition }), { minLength: 1, maxLength: 6 });

  /** Loses connections with as many calls, until the service answers; how the calls ended, and the requests. */
  async function lose(count: number, plan: readonly { afterMs: number; condition: Condition }[]) {
    const { clock, network, things } = await simulate();
    const ends = new Ends();
    for (let n = 0; n < count; n++) ends.add(callOne(things, n));
    for (const { afterMs, condition } of plan) {
      network.condition = condition;
      await clock.advance(afterMs);
      network.drop();
    }
    const unanswered = network.requestsMs.length;
    network.condition = "answers";
    await clock.advance(10_000);
    await ends.all;
    return { ends, unanswered, requests: network.requestsMs.length };
  }

  it("cause one retry of each call for each loss, and end no call but one that had three of them", async () => {
    const condition = fc.constantFrom<Condition>("answers", "is silent");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), losses(condition), async (count, plan) => {
        const { ends, requests } = await lose(count, plan);
        expect(ends.ok + ends.errors.length).toBe(count);
        expect(requests).toBeLessThanOrEqual(count * (1 + plan.length));
        for (const { text } of ends.errors) expect(text).toContain("3 connections were lost with this call");
      }),
      { numRuns: runs(6) },
    );
  });

  it("without an answer cause one free retry of each call, and 500 more for all of them", async () => {
    await fc.assert(
      fc.asyncProperty(losses(fc.constant("is silent")), async (plan) => {
        const count = 700;
        const { unanswered } = await lose(count, plan);
        expect(unanswered).toBeLessThanOrEqual(2 * count + 500);
      }),
      { numRuns: runs(2) },
    );
  });
});

describe("a service that is down", () => {
  it.each<Condition>(["answers UNAVAILABLE", "drops connections"])(
    "and %s gets at most 1.1 requests for each call after the first 1,000",
    async (condition) => {
      const { clock, network, things } = await simulate();
      network.condition = condition;
      const first = await callAgainAndAgain(things, clock, 100, 5_000);
      expect(first.errors.length).toBeGreaterThanOrEqual(1_000);
      const before = network.requestsMs.length;
      const second = await callAgainAndAgain(things, clock, 100, 2_000);
      expect(second.ok).toBe(0);
      expect((network.requestsMs.length - before) / second.errors.length).toBeLessThanOrEqual(1.1);
    },
  );
});

it("a service that refuses connections is tried as often for 200 calls as for one", async () => {
  const attempts: number[] = [];
  for (const count of [1, 200]) {
    const { clock, network, things } = await simulate();
    network.condition = "refuses connections";
    network.drop();
    const ends = new Ends();
    for (let n = 0; n < count; n++) ends.add(callOne(things, n, { timeoutMs: 20_000 }));
    await clock.advance(20_000);
    await ends.all;
    expect(ends.errors).toHaveLength(count);
    attempts.push(network.connectAttempts);
  }
  expect(Math.max(...attempts)).toBeLessThanOrEqual(16);
});

describe("an outage of 7 s", () => {
  it.each(many(runs(2), (n) => n + 1))(
    "costs at most 5 of 200 calls that have 9 s, by the dice of seed %i",
    async (seed) => {
      const { clock, network, things } = await simulate(seed);
      network.condition = "refuses connections";
      network.drop();
      const ends = new Ends();
      for (let n = 0; n < 200; n++) {
        ends.add(callOne(things, n, { timeoutMs: 9_000 }));
      }
      await clock.advance(7_000);
      network.condition = "answers";
      await clock.advance(3_000);
      await ends.all;
      expect(ends.ok).toBeGreaterThanOrEqual(195);
    },
  );
});
