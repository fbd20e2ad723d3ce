import { describe, expect, it } from "vitest";
import { lifetimeMs } from "./access-token.js";

describe("the lifetime of a token", () => {
  it.each<[said: unknown, wantMs: number]>([
    [43_200, 43_200_000],
    [43_200n, 43_200_000],
    ["90", 90_000],
    [{ seconds: 90n, nanos: 0 }, 90_000],
    [1e9, 86_400_000],
    [0, 60_000],
    [-5, 60_000],
    ["soon", 60_000],
    [undefined, 60_000],
    [null, 60_000],
    [{ seconds: 0n, nanos: 0 }, 60_000],
    [{}, 60_000],
  ])("that is said to be %s is %i ms", (said, wantMs) => {
    expect(lifetimeMs(said)).toBe(wantMs);
  });
});
