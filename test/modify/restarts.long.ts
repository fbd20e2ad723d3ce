import { describe, expect, it } from "vitest";
import { holdThroughRestarts } from "./restarts.fixture.js";

describe("200 changes of a resource whose server is killed in the middle", () => {
  it.each([
    ["remembers", false, 1],
    ["remembers", false, 8],
    ["forgets", true, 1],
    ["forgets", true, 8],
  ])(
    "are each made once, or reported as unknown, if the server %s keys (%s) and %i write at once",
    async (_, forgets, writers) => {
      const seen = await holdThroughRestarts({ changes: 200, writers, restarts: 20, forgets });
      console.log({ forgets, writers, ...seen });
      expect(seen.done).toBeGreaterThan(100);
    },
    600_000,
  );
});
