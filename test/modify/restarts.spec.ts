import { describe, expect, it } from "vitest";
import { holdThroughRestarts } from "./restarts.fixture.js";

describe("changes of a resource whose server is killed in the middle", () => {
  it("are each made once, or reported as unknown, though the server forgets keys", async () => {
    const seen = await holdThroughRestarts({ changes: 12, writers: 3, restarts: 1, forgets: true });
    expect(seen.done).toBeGreaterThan(0);
  });
});
