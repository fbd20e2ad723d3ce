import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCycle, schedule } from "./schedule.js";

/** Graphs in which each node depends on some earlier ones, with nodes that fail. */
const graphs = fc
  .integer({ min: 0, max: 12 })
  .chain((count) =>
    fc.tuple(
      fc.tuple(
        ...Array.from({ length: count }, (_, at) =>
          fc.uniqueArray(fc.nat({ max: Math.max(0, at - 1) }), { maxLength: at }),
        ),
      ),
      fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 3 }),
    ),
  );

describe("resources of a run", () => {
  it("run after those that they need, four at the same time, and all that can run do", async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async ([dependencies, failing]) => {
        const [done, started] = [new Set<number>(), [] as number[]];
        let [running, most] = [0, 0];
        const outcomes = await schedule(dependencies, async (index) => {
          started.push(index);
          for (const one of dependencies[index] ?? []) expect(done).toContain(one);
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          if (failing.includes(index)) throw new Error("fails");
          done.add(index);
        });
        expect(most).toBeLessThanOrEqual(4);
        const isBlocked = (index: number): boolean =>
          (dependencies[index] ?? []).some((one) => failing.includes(one) || isBlocked(one));
        for (const [index, { kind }] of outcomes.entries())
          expect(kind).toBe(isBlocked(index) ? "skipped" : failing.includes(index) ? "failed" : "done");
        if (dependencies.every((one) => one.length === 0))
          expect(started).toEqual([...started].toSorted((a, b) => a - b));
      }),
    );
  });

  it("do not start after the run is stopped", async () => {
    const controller = new AbortController();
    const outcomes = await schedule(
      [[], [], [], [], []],
      async (index) => {
        if (index === 0) controller.abort();
      },
      controller.signal,
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "skipped", "skipped", "skipped", "skipped"]);
  });

  it.each<[readonly (readonly number[])[], readonly number[] | undefined]>([
    [[[], [0], [0, 1]], undefined],
    [
      [[1], [2], [0]],
      [0, 1, 2],
    ],
    [[[0]], [0]],
    [
      [[1], [], [3], [2]],
      [2, 3],
    ],
  ])("have a cycle or not: %j", (dependencies, want) => {
    expect(findCycle(dependencies)).toEqual(want);
  });
});
