import dns from "node:dns";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { raceAddresses } from "./address-race.js";

/** How long each address takes to answer, in milliseconds of the clock; a word for one that refuses, nothing for a silent one. */
let answers: { readonly [host: string]: number | "refuses" | undefined };
let clock: TestClock;
let dialled: { readonly host: string; readonly atMs: number; readonly socket: Socket }[];

vi.mock("node:net", async (original) => ({
  ...(await original<object>()),
  connect({ host }: { readonly host: string }): Socket {
    const socket = new Socket();
    dialled.push({ host, atMs: clock.nowMs() - 1_000_000, socket });
    const answer = answers[host];
    if (answer === "refuses") setImmediate(() => socket.destroy(new Error(`connect ECONNREFUSED ${host}`)));
    else if (answer !== undefined) clock.after(answer, () => !socket.destroyed && socket.emit("connect"));
    return socket;
  },
}));

beforeEach(() => {
  clock = new TestClock();
  dialled = [];
});
afterEach(() => vi.restoreAllMocks());

function race(given: typeof answers, signal = new AbortController().signal): Promise<Socket> {
  answers = given;
  const found = Object.keys(given).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  vi.spyOn(dns.promises, "lookup").mockImplementation((async () => found) as never);
  return raceAddresses({ host: "api.example.com", port: 443 }, clock, signal);
}

const shown = () => dialled.map(({ host, atMs }) => `${host} at ${atMs}`);

describe("a name with two addresses", () => {
  it("of which each takes 400 ms is connected after 400 ms: none is given up while another is tried", async () => {
    const winner = await clock.run(race({ "10.0.0.1": 400, "10.0.0.2": 400 }));
    expect(shown()).toEqual(["10.0.0.1 at 0", "10.0.0.2 at 250"]);
    expect(clock.nowMs()).toBe(1_000_400);
    expect(winner).toBe(dialled[0]?.socket);
    expect(dialled[1]?.socket.destroyed).toBe(true);
    expect(clock.waiting).toBeLessThanOrEqual(1);
  });

  it("of which the first is silent is connected to the second", async () => {
    const winner = await clock.run(race({ "10.0.0.1": undefined, "10.0.0.2": 400 }));
    expect(winner).toBe(dialled[1]?.socket);
    expect(clock.nowMs()).toBe(1_000_650);
    expect(dialled[0]?.socket.destroyed).toBe(true);
  });

  it("of which the first refuses is connected to the second at once", async () => {
    await clock.run(race({ "10.0.0.1": "refuses", "10.0.0.2": 1 }));
    expect(shown()).toEqual(["10.0.0.1 at 0", "10.0.0.2 at 0"]);
  });

  it("that both refuse fails with what the last one said", async () => {
    await expect(clock.run(race({ "10.0.0.1": "refuses", "10.0.0.2": "refuses" }))).rejects.toThrow(
      "connect ECONNREFUSED 10.0.0.2",
    );
  });

  it("is left by who does not wait any more, with nothing behind", async () => {
    const stop = new AbortController();
    const racing = race({ "10.0.0.1": undefined, "10.0.0.2": undefined }, stop.signal);
    racing.catch(() => undefined);
    await clock.advance(300);
    stop.abort(new Error("closed"));
    await expect(racing).rejects.toThrow("closed");
    expect(dialled.map(({ socket }) => socket.destroyed)).toEqual([true, true]);
  });
});

it("families take turns, beginning with the one that the resolver prefers", async () => {
  await clock.run(
    race({ "::1": "refuses", "::2": "refuses", "10.0.0.1": "refuses", "10.0.0.2": "refuses", "::3": 1 }),
  );
  expect(dialled.map(({ host }) => host)).toEqual(["::1", "10.0.0.1", "::2", "10.0.0.2", "::3"]);
});
