import { afterEach, expect, it, vi } from "vitest";
import { createHighlight } from "./highlight.js";

afterEach(() => void vi.restoreAllMocks());

it("colors code whole, however busy the machine is", async () => {
  const highlight = await createHighlight();
  let nowMs = 0;
  // Each look at the clock is an hour after the last one.
  vi.spyOn(Date, "now").mockImplementation(() => (nowMs += 3_600_000));
  expect(highlight("const session = Cloud.fromEnv();", "ts").toString()).toContain(
    '<span class="t-constant">session</span>',
  );
});
