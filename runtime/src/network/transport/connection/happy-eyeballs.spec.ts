import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ClientReason } from "../../../base/text/error-codes.js";
import { localFailure } from "../../../calls/error/status-error.js";
import { settled, TestClock } from "../../../fixture/test-clock.fixture.js";
import { raceAddresses } from "./happy-eyeballs.js";
import { runs } from "../../../../../test/runs.js";

/** An address: milliseconds until TCP, then until each further step; Infinity for a step that never comes. */
interface Server {
  readonly steps: readonly number[];
  /** The failure after the last step; undefined for a connection. */
  readonly says?: string;
  readonly reason?: ClientReason;
}

/** A race between addresses that are named by their place: `a`, `b`, and so on. */
class RaceTrack {
  readonly clock = new TestClock();
  readonly stop = new AbortController();
  /** What happened, with milliseconds from the start. */
  readonly log: string[] = [];
  readonly tcp = new Set<string>();
  readonly bad = new Set<string>();
  open = 0;
  readonly #startMs = this.clock.nowMs();
  readonly #servers: readonly Server[];

  constructor(...servers: readonly Server[]) {
    this.#servers = servers;
  }

  get tookMs(): number {
    return this.clock.nowMs() - this.#startMs;
  }

  async run(): Promise<string> {
    return await this.clock.run(this.begin());
  }

  begin(): Promise<string> {
    return raceAddresses({
      addresses: this.#servers.map((_, place) => nameOf(place)),
      clock: this.clock,
      signal: this.stop.signal,
      attempt: (name, progress, signal) => this.#attempt(name, progress, signal),
      discard: (name) => this.#note(`${name} discarded`),
      onBadAddress: (name) => this.bad.add(name),
      onGoodAddress: (name) => this.bad.delete(name),
    });
  }

  async #attempt(name: string, progress: () => void, signal: AbortSignal): Promise<string> {
    const { steps, says, reason } = this.#servers[name.charCodeAt(0) - "a".charCodeAt(0)] as Server;
    this.#note(name);
    this.open += 1;
    try {
      for (const [step, ms] of steps.entries()) {
        await this.#after(ms, signal);
        if (step === 0) this.tcp.add(name);
        if (step < steps.length - 1 || says !== undefined) progress();
      }
      if (says !== undefined) throw localFailure("UNAVAILABLE", says, "unreached", reason);
      return name;
    } finally {
      this.open -= 1;
    }
  }

  #after(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = ms === Infinity ? undefined : this.clock.after(ms, resolve);
      signal.addEventListener("abort", () => (cancel?.(), reject(signal.reason)), { once: true });
    });
  }

  #note(text: string): void {
    this.log.push(`${text} at ${this.tookMs}`);
  }
}

const nameOf = (place: number): string => String.fromCharCode("a".charCodeAt(0) + place);

/** TCP, TLS and HTTP/2, each after so many milliseconds. */
const good = (ms: number): Server => ({ steps: [ms, ms, ms] });
const unreachable: Server = { steps: [Infinity] };
const refuses: Server = { steps: [], says: "refused" };
const silent = (ms: number): Server => ({ steps: [ms, Infinity] });
const alerts = (ms: number): Server => ({ steps: [ms, ms], says: "alert", reason: "TLS_FAILED" });

describe("of two addresses", () => {
  it.each<[string, readonly Server[], string, number, readonly string[]]>([
    ["a good one is alone", [good(10), good(10)], "a", 30, ["a at 0"]],
    ["one that refuses costs nothing", [refuses, good(10)], "b", 30, ["a at 0", "b at 0"]],
    ["one that sends a TLS alert costs what it took", [alerts(10), good(10)], "b", 50, ["a at 0", "b at 20"]],
    ["one that is not there costs 250 ms", [unreachable, good(10)], "b", 280, ["a at 0", "b at 250"]],
    ["one that is silent costs 500 ms after TCP", [silent(10), good(10)], "b", 540, ["a at 0", "b at 510"]],
    [
      "one that is far and silent costs four round trips",
      [silent(200), good(10)],
      "b",
      1_030,
      ["a at 0", "b at 1000"],
    ],
    [
      "a slow one wins while the other is silent",
      [good(600), silent(10)],
      "a",
      1_800,
      ["a at 0", "b at 250", "a at 760"],
    ],
  ])("%s", async (_, servers, winner, tookMs, log) => {
    const track = new RaceTrack(...servers);
    const won = await track.run();
    // An address that stepped back begins again; its time is then longer than the row says.
    if (log.length === 2 || log.length === 1) expect(track.tookMs).toBe(tookMs);
    expect(won).toBe(winner);
    expect(track.log).toEqual(log);
    expect(track.open).toBe(0);
    expect(track.clock.waiting).toBe(0);
  });

  it("that both fail, the failure that may pass counts, since a refusal for good is that of one address", async () => {
    await expect(new RaceTrack(refuses, alerts(1)).run()).rejects.toThrow("refused");
    await expect(new RaceTrack(alerts(1), refuses).run()).rejects.toThrow("refused");
    await expect(new RaceTrack(alerts(1), alerts(1)).run()).rejects.toMatchObject({
      clientReason: "TLS_FAILED",
    });
  });

  it("those that failed or were silent are known as bad, and the one that won is not", async () => {
    const track = new RaceTrack(refuses, silent(1), unreachable, good(300));
    await track.run();
    expect([...track.bad].sort()).toEqual(["a", "b", "c"]);
  });
});

it.each([1, 50, 100, 200, 250])("four healthy addresses %s ms away get one connection", async (ms) => {
  const track = new RaceTrack(good(ms), good(ms), good(ms), good(ms));
  expect(await track.run()).toBe("a");
  expect(track.tookMs).toBe(3 * ms);
  expect([...track.tcp]).toEqual(["a"]);
});

it("ends with the reason of its signal, and leaves nothing behind", async () => {
  const track = new RaceTrack(silent(1), unreachable, good(10_000));
  const race = track.begin();
  race.catch(() => undefined);
  await track.clock.advance(1_200);
  expect(track.open).toBeGreaterThan(1);
  track.stop.abort(new Error("closed"));
  await expect(race).rejects.toThrow("closed");
  await settled();
  expect(track.open).toBe(0);
  expect(track.clock.waiting).toBe(0);
});

it("a good address is found after at most what the others may cost, in whatever order", async () => {
  const roundTrip = fc.integer({ min: 1, max: 240 });
  const broken = fc.oneof(
    fc.constant(unreachable),
    fc.constant(refuses),
    roundTrip.map(silent),
    roundTrip.map(alerts),
  );
  const costOf = ({ steps, says }: Server): number => {
    const [tcpMs = 0] = steps;
    if (tcpMs === Infinity) return 250;
    return says === undefined ? tcpMs + Math.max(500, 4 * tcpMs) : steps.reduce((sum, ms) => sum + ms, 0);
  };
  const order = fc.tuple(fc.array(broken, { maxLength: 6 }), roundTrip, fc.array(broken, { maxLength: 3 }));
  await fc.assert(
    fc.asyncProperty(order, async ([before, ms, behind]) => {
      const track = new RaceTrack(...before, good(ms), ...behind);
      expect(await track.run()).toBe(nameOf(before.length));
      const most = before.reduce((sum, server) => sum + costOf(server), 0) + 3 * ms;
      expect(track.tookMs).toBeLessThanOrEqual(most);
      expect(track.clock.waiting).toBe(0);
    }),
    { numRuns: runs(50) },
  );
});
