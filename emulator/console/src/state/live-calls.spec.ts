import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveCalls, maxSeenCalls } from "./live-calls.js";

const callsOf = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ number: from + index, durationMs: 1 }));
const json = (value: object): Response =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
const eventsOf = (calls: readonly object[]): Response =>
  new Response(calls.map((call) => `event: call\ndata: ${JSON.stringify(call)}\n\n`).join(""));

/** Serves the calls of the emulator, and the events that follow them. Returns the addresses that were asked. */
function serve(known: readonly object[], added: readonly object[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(path.includes("/stream") ? eventsOf(added) : json({ last: 0, calls: known }));
  });
  return asked;
}

describe("the calls of the console", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("are the newest 2,000", async () => {
    const asked = serve(callsOf(1, 1999), callsOf(2000, 3));
    const stop = new AbortController();
    const calls = new LiveCalls((added) => {
      if (added.length > 0) stop.abort();
    });
    const followed = calls.follow(stop.signal);
    await vi.advanceTimersByTimeAsync(2000);
    await followed;
    expect(maxSeenCalls).toBe(2000);
    expect(calls.calls.map(({ number }) => number)).toEqual(Array.from({ length: 2000 }, (_, at) => at + 3));
    expect(asked).toEqual(["/_emulator/calls?limit=2000", "/_emulator/calls/stream?after=1999"]);
  });

  it("are without those that have not ended, and are lost while the emulator does not answer", async () => {
    serve([{ number: 1, durationMs: 1 }, { number: 2 }], []);
    const stop = new AbortController();
    const calls = new LiveCalls(() => {
      if (calls.status === "lost") stop.abort();
    });
    const followed = calls.follow(stop.signal);
    await vi.advanceTimersByTimeAsync(2000);
    await followed;
    expect(calls.status).toBe("lost");
    expect(calls.calls.map(({ number }) => number)).toEqual([1]);
  });
});
