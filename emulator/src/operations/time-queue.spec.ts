import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TimeQueue } from "./time-queue.js";

describe("a queue by time", () => {
  it("gives what is due in the order of times, then of places, however it was filled", () => {
    const times = fc.array(fc.record({ atMs: fc.nat(20), sequence: fc.nat(20) }));
    fc.assert(
      fc.property(times, times, fc.nat(20), (first, second, nowMs) => {
        const queue = new TimeQueue<{ atMs: number; sequence: number }>();
        const rest: { atMs: number; sequence: number }[] = [];
        for (const [part, untilMs] of [
          [first, nowMs],
          [second, 20],
        ] as const) {
          for (const one of part) queue.add(one);
          const all = [...rest.splice(0), ...part].sort((a, b) => a.atMs - b.atMs || a.sequence - b.sequence);
          const due = all.filter(({ atMs }) => atMs <= untilMs);
          rest.push(...all.filter(({ atMs }) => atMs > untilMs));
          const taken = [];
          for (let one = queue.takeUntil(untilMs); one; one = queue.takeUntil(untilMs)) taken.push(one);
          expect(taken).toEqual(due);
          expect(queue.size).toBe(rest.length);
        }
      }),
    );
  });
});
